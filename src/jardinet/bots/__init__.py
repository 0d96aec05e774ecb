"""Bots: one file each, one folder per game; levels.py names them."""
