"""Jardinet: play and study Lucky Numbers and its kin. Start with `load_game`."""

from jardinet.games import load_game, registered_games

__all__ = ["load_game", "registered_games"]
