"""Bots: one file each, one folder a game; levels.py names them."""
