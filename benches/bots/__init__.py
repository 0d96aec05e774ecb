"""Bench of the bots: how strong they are, how right about their chances, how quick, beside what is aimed at.

`rows.py` lists what is measured, and is where to begin; `docs/bots.md` tells what came of it.
"""
