"""What a seat sees of a game of Fireflies, and what a move brings about, as plain data."""

from __future__ import annotations

import msgspec

from fireflies import rules
from jardinet.games.api import CHANCE, Event, Move, State

PHASES = ("rolling", "drawing", "choosing", "hanging", "over", "wishing")
ENDS = {rules.DAWN: "dawn", rules.OWLS: "owls"}


class View(msgspec.Struct, frozen=True):
    """A position of Fireflies; everything is open but the order of the deck, and until the end the wishes of others.

    Attributes:
        wishes: of each seat that has one, from 1, as far as the viewer knows them.
    """

    game: dict[str, int | str]
    viewer: int | None
    phase: str
    player: int
    night: int
    jar: int
    out: list[int]
    owls: int
    deck: int
    caught: list[int]
    lanterns: dict[int, int]
    wishes: dict[int, int]
    legal: list[str]
    end: str | None
    winners: list[int]


def caught(state: State) -> list[int]:
    """The fireflies of each seat."""
    return [int(count) for count in state.record["caught"][: state.num_players()]]


def wisher(state: State) -> int:
    """Who is dealt the next wish."""
    return int((state.record["wish"] != 0).sum())


def make_view(state: State, viewer: int | None) -> View:
    """The position as `viewer` sees it."""
    record, player = state.record, state.current_player()
    mover = player if viewer is None else viewer
    return View(
        game=dict(state.get_game().parameters),
        viewer=viewer,
        phase=PHASES[int(record["phase"])],
        player=player,
        night=int(record["night"]) + (not state.is_terminal()),
        jar=int(record["jar"]),
        out=[seat for seat in range(state.num_players()) if int(record["out"]) >> seat & 1],
        owls=int(record["owls"]),
        deck=int(record["clear_left"]) + int(record["owls_left"]),
        caught=caught(state),
        wishes={seat: int(wish) for seat, wish in enumerate(state.observation(viewer)[0]["wish"]) if wish},
        lanterns={place + 1: int(owner) - 1 for place, owner in enumerate(record["lanterns"]) if owner},
        legal=[] if mover < 0 else [state.action_to_string(mover, a) for a in state.legal_actions(mover)],
        end=state.end(),
        winners=state.winners(),
    )


class Wished(Event, frozen=True):
    """A seat was dealt its wish, from 1; None: which it is not known."""

    seat: int
    wish: int | None


class Rolled(Event, frozen=True):
    """So many fireflies came into the jar."""

    count: int


class Turned(Event, frozen=True):
    """A card of the deck was turned: `clear` or `owl`."""

    card: str


class Scattered(Event, frozen=True):
    """The second owl: what was in the jar is gone, and everybody goes home."""

    count: int


class WentHome(Event, frozen=True):
    """A seat went home with its share of the jar."""

    seat: int
    share: int


class Hung(Event, frozen=True):
    """A seat hung a lantern, which brought so many fireflies."""

    seat: int
    place: int
    count: int


class GameOver(Event, frozen=True):
    """The game ended."""

    end: str
    winners: list[int]


def events_of(state: State, move: Move, viewer: int | None) -> list[Event]:
    """What playing `move` in `state` brings about, in order, as `viewer` may know it."""
    player, before = state.current_player(), caught(state)
    after = state.clone()
    after.apply(move)
    events: list[Event] = []
    if isinstance(move, tuple):
        events += [
            WentHome(seat, caught(after)[seat] - before[seat]) for seat, one in enumerate(move) if one == rules.GO
        ]
    elif player == CHANCE and move >= rules.WISH:
        events.append(Wished(wisher(state), move - rules.WISH + 1 if viewer == wisher(state) else None))
    elif player == CHANCE and move >= rules.CLEAR:
        events.append(Turned("owl" if move == rules.OWL else "clear"))
        if move == rules.OWL and int(state.record["owls"]) == 1:
            events.append(Scattered(int(state.record["jar"])))
    elif player == CHANCE:
        events.append(Rolled(move - rules.ROLL + 1))
    else:
        events.append(Hung(player, move - rules.HANG + 1, caught(after)[player] - before[player]))
    if after.is_terminal():
        events.append(GameOver(str(after.end()), after.winners()))
    return events
