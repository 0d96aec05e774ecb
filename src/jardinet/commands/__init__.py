"""Commands of `jardinet`, a file for each group: its `app` holds them, and `cli.py` adds it to the command line.

The groups know nothing of each other. Options that several of them share are in `options.py`; `per_game.py` makes the
commands that exist once for each game. Every file here is imported to print `--help`, so heavy modules are imported inside
the command that needs them.
"""
