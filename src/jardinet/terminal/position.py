"""A position on a screen: drawn by the game's own file here, or read out where the screen is plain."""

from __future__ import annotations

import importlib

import msgspec

from jardinet.terminal.screen import Screen
from jardinet.words.game_words import GameWords


def show(view: msgspec.Struct, words: GameWords, screen: Screen, seat: int, *, with_others: bool) -> None:
    """Show `seat`'s things, large where they are drawn; read out, the others' only `with_others`."""
    if screen.is_plain:
        screen.say(*words.describe(view, seat, with_others=with_others))
    else:
        screen.draw(importlib.import_module(f"jardinet.terminal.{words.game.name}").draw(view, words, seat))
