"""Jardinet: play and study tabletop games. Start with `load_game`."""

from jardinet.games import load_game, registered_games

__all__ = ["load_game", "registered_games"]
