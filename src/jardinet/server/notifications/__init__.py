"""Calls to people who are not there: what they want to be told, when, by which way, and that they are told once."""
