"""Puzzles: positions of bots' games with one right answer each, how they are found, how surely they hold, and their year."""
