"""Writes docs/observations.md from the games' own layouts and actions: `python tools/write_observations.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jardinet.games import entry_of, load_game, registered_games, title_of
from jardinet.games.api import Game
from jardinet.games.layout import Part, size_of, slices_of
from jardinet.games.parameters import ParameterError

PAGE = Path(__file__).parent.parent / "docs/observations.md"
PLAYERS = (2, 3, 4)
BEGINNING = """# What an observation holds

*Written by `tools/write_observations.py` from the encodings themselves; a test compares.*

`State.observation_tensor`, every environment of `jardinet.envs` and bots that learn see a position as one row of float32
in 0..1. Parts stand one behind the other, `from:to` as Python slices; a part that has no place in a column is not there
with so many players. `[k]` is the seat k places after the own one, and *seat by seat* begins with the own one too.
Programs read the same from `Game.observation_layout()`. What flattens an observation with its mask beside it puts the mask before
it, and moves all slices ([by how much](trainers.md#what-flattening-does-to-the-slices)).
"""


def page() -> str:
    """The whole page, of the games that come with Jardinet."""
    own = [name for name in registered_games() if entry_of(name).game.startswith("jardinet.")]
    return "\n".join([BEGINNING, *(line for name in own for line in of_game(name))])


def of_game(name: str) -> Iterator[str]:
    """A game's tables, with default parameters; below them what other parameters add."""
    games = [load_game(name, players=players) for players in PLAYERS]
    yield f"## {title_of(name)}\n"
    yield "| part | what | scale | " + " | ".join(f"{players} players" for players in PLAYERS) + " |"
    yield "|---|---|---|" + "---|" * len(PLAYERS)
    yield from _rows(games, {})
    for condition, changed in _variants(games):
        yield from _rows(changed, _named(games), f" (with `{condition}`)")
    yield f"| *all* | | | {' | '.join(str(size_of(game.observation_layout())) for game in games)} |\n"
    yield "| action | of a player | of chance |"
    yield "|---|---|---|"
    players, chance = games[0].player_texts, games[0].chance_texts
    for action in sorted({*players, *chance}):
        yield f"| {action} | {_code(players.get(action))} | {_code(chance.get(action))} |"
    yield ""


def _rows(games: list[Game], known: dict[str, Part], condition: str = "") -> Iterator[str]:
    """A line for each part that is not known already."""
    places = [{part.name: where for part, where in slices_of(game.observation_layout())} for game in games]
    for name, part in _named(games).items():
        if name not in known:
            columns = [f"{at[name].start}:{at[name].stop}" if name in at else "" for at in places]
            yield f"| `{name}`{condition} | {part.meaning} | {part.scale} | {' | '.join(columns)} |"


def _named(games: list[Game]) -> dict[str, Part]:
    """Every part of any of these games, in the order of the last, which has them all."""
    return {part.name: part for part in games[-1].observation_layout()}


def _variants(games: list[Game]) -> Iterator[tuple[str, list[Game]]]:
    """What else can be agreed that adds parts."""
    for parameter in games[-1].declared:
        for value in {parameter.allowed[0], parameter.allowed[-1]} if parameter.kind is int else parameter.allowed:
            try:
                changed = [game.with_parameters(**{parameter.name: value}) for game in games]
            except ParameterError:  # it contradicts another
                continue
            if parameter.name != "players" and _named(changed).keys() - _named(games).keys():
                yield f"{parameter.name}={parameter.format(value)}", changed


def _code(text: str | None) -> str:
    return f"`{text}`" if text else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
