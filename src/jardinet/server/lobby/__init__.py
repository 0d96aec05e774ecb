"""The lobby: people who look for somebody to play with, paired, asked whether they are there, and led to a table of theirs."""
