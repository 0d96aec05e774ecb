"""Commands of `jardinet`, a file for each group: its `app` holds them, and `cli.py` adds it to the whole.

They know nothing of each other. What several of them share is in `options.py`; `per_game.py` makes those that there are
once a game. A file here is read to print `--help`, so whatever is heavy is imported by the command that needs it.
"""
