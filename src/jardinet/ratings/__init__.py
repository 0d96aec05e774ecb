"""Strength in numbers: the bots as a yardstick, a person's level beside it, and ratings of people among each other.

Pure functions and one data file a game; who is rated when, and who sees it, is the server's.
"""
