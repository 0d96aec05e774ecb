"""Register of the installed games (entry points of group `jardinet.games`), and where each layer of a game is.

This module is cheap to import, and what an entry point names must be too: command-line help is made from it. The
interface of a layer is defined in its own module (`games/drawing.py`, `bots/layer.py`, `words/layer.py`,
`terminal/position.py`, `server/boards/layer.py`); a game that lacks something is reported with what it lacks, and does
not affect other games.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, TypeVar

from jardinet.games.parameters import Parameter, ParameterError
from jardinet.games.sentences import Every, Sentence

GROUP = "jardinet.games"
LAYERS = ("game", "drawing", "bots", "words", "terminal", "board")
MIN_PLAYERS = 2  # a share of a victory has no meaning with one player

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class GameEntry:
    """Entry of a game in the register: what is known of it before anything heavy is imported.

    Attributes:
        name: as in `load_game(NAME)`, lower-case letters, digits and underscores; its entry point bears the same.
        title: as its publisher writes it.
        parameters: what can be agreed; one of them is `players`, whose allowed values are a range from 2 up.
        settle: completes and checks given parameters; raises ParameterError.
        game: where its rules are, as `module:attribute`: a subclass of `jardinet.games.api.Game`.
        drawing, bots, words, terminal, board: where its other layers are, likewise; empty: not there yet.
        study: where its layer for `jardinet study` is; players do not need it.
        order: games are listed by it, rising, then by name; the first is the default game.
        catalogues: a folder with gettext catalogues of its own, `fr/LC_MESSAGES/NAME.mo`, for its texts and the
            messages of its errors; None: they are in Jardinet's. Texts that neither translates stay English.
        nearest: the game of OpenSpiel that benchmarks compare it with.
    """

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    settle: Callable[[Mapping[str, object]], dict[str, int | str]]
    game: str
    drawing: str = ""
    bots: str = ""
    words: str = ""
    terminal: str = ""
    board: str = ""
    study: str = ""
    order: int = 100
    catalogues: Path | None = None
    nearest: str = "connect_four"

    @property
    def players(self) -> range:
        """The possible numbers of players, rising."""
        allowed = next(one.allowed for one in self.parameters if one.name == "players")
        assert isinstance(allowed, range)  # the register takes no other
        return allowed

    def place_of(self, layer: str) -> str:
        """Where one of LAYERS, or `study`, is, as `module:attribute`; empty: nowhere."""
        return str(getattr(self, layer))


class Gap(Sentence):
    """Gap, what a game lacks, as a sentence."""


class UnfinishedGameError(ParameterError):
    """The game lacks something that was asked of it; the message names both."""

    def __init__(self, game: str, gap: Gap) -> None:
        """Make the error from the name of a `game` and the `gap` that it has."""
        super().__init__("unfinished-game", "the game {game!r} is not complete: {gap}", game=game, gap=gap)
        self.gap = gap


class GapError(Exception):
    """Raised by the check of a layer: the object found is not what it should be."""

    def __init__(self, text: str, **values: str | Every) -> None:
        """As in Gap; `{place}` in the text is where it was found."""
        super().__init__(text)
        self.text = text
        self.values = values


class Layer(Generic[T]):
    """Finder of one layer of every game: imports it when first asked, and checks it.

    Args:
        name: one of LAYERS, or `study`.
        check: returns the object found at a game's entry with its right type, or raises GapError.
    """

    def __init__(self, name: str, check: Callable[[object, GameEntry], T]) -> None:
        """Declare the layer; arguments as for the class."""
        self.name = name
        self._check = check
        self._answers: dict[str, T] = {}  # by game
        _layers.append(self)

    def of(self, game: str) -> T:
        """The layer of a game.

        Raises:
            ParameterError: there is no such game.
            UnfinishedGameError: the game has no such layer, or one that fails the check.
        """
        if game not in self._answers:
            entry = entry_of(game)
            place = entry.place_of(self.name)
            if gap := _faults.get((game, self.name)) or _gap_at(self.name, place):
                raise UnfinishedGameError(game, gap)
            try:
                self._answers[game] = self._loaded(entry, place)
            except GapError as error:
                _faults[game, self.name] = gap = Gap(error.text, **{"place": place, **error.values})
                raise UnfinishedGameError(game, gap) from error.__cause__
        return self._answers[game]

    def forget(self) -> None:
        """Import everything anew the next time, as far as Python does."""
        self._answers.clear()

    def _loaded(self, entry: GameEntry, place: str) -> T:
        module, _, attribute = place.partition(":")
        try:
            found = import_module(module)
        except Exception as error:  # any error there concerns that game alone
            raise GapError("{module} cannot be imported: {error}.", module=module, error=_in_short(error)) from error
        if not hasattr(found, attribute):
            raise GapError("{module} has no {attribute}.", module=module, attribute=attribute)
        return self._check(getattr(found, attribute), entry)


def instance_of(kind: type[T]) -> Callable[[object, GameEntry], T]:
    """A check for `Layer`: what is found is an instance of a class."""

    def check(found: object, _entry: GameEntry) -> T:
        if not isinstance(found, kind):
            raise GapError("{place} is not a {kind}.", kind=kind.__name__)
        return found

    return check


def entry_of(name: str) -> GameEntry:
    """The entry of a game.

    Raises:
        ParameterError: there is no such game; the message lists those there are.
        UnfinishedGameError: there is, but its entry is not what it should be.
    """
    found = _register().get(name)
    if found is None:
        raise no_such_game(name, registered_games())
    if isinstance(found, Gap):
        raise UnfinishedGameError(name, found)
    return found


def no_such_game(name: str, known: Sequence[str]) -> ParameterError:
    """The error for a name that no game has; `known`: the names there are, as the caller writes them."""
    games = Every(known) if known else Sentence("none at all")
    return ParameterError("no-such-game", "there is no game {name!r}: there are {games}.", name=name, games=games)


def all_games() -> list[str]:
    """The names of all games that an entry point names, in their order; last those whose entry is of no use."""
    return list(_register())


def registered_games() -> list[str]:
    """The names that `load_game` knows, in their order; the first is the default game."""
    return [name for name in _register() if not gaps_of(name, ["game"])]


def playable_games() -> list[str]:
    """Those of them that every face can show, in their order: an unfinished game is hidden from players."""
    return [name for name in _register() if not gaps_of(name)]


def translated_games() -> list[str]:
    """The names of all games that bring catalogues of their own, in their order."""
    return [name for name, found in _register().items() if isinstance(found, GameEntry) and found.catalogues]


def check_playable(name: str) -> None:
    """Pass where every face can show a game.

    Raises:
        ParameterError: there is no such game.
        UnfinishedGameError: there is, but it lacks something.
    """
    entry_of(name)
    if gaps := gaps_of(name):
        raise UnfinishedGameError(name, gaps[0])


def look_into(layers: Iterable[Layer[Any]]) -> None:
    """Import layers of every game, so that everything that a game lacks there is known from now on."""
    for layer in layers:
        for name in all_games():
            with suppress(UnfinishedGameError):
                layer.of(name)


def gaps_of(name: str, layers: Sequence[str] = LAYERS) -> list[Gap]:
    """The gaps of a game: all that are known without importing its layers, and those found when one was imported.

    Args:
        name: one of `all_games()`.
        layers: those that are looked at.
    """
    found = _register()[name]
    if isinstance(found, Gap):
        return [found]
    gaps = (_faults.get((name, layer)) or _gap_at(layer, found.place_of(layer)) for layer in layers)
    return [gap for gap in gaps if gap]


def forget() -> None:
    """Look for everything anew the next time: packages have come or gone while this process runs."""
    for known in (_register, _gap_at):
        known.cache_clear()
    for layer in _layers:
        layer.forget()
    _faults.clear()


_layers: list[Layer[Any]] = []
_faults: dict[tuple[str, str], Gap] = {}  # by game and layer, the fault found when it was imported


@cache
def _register() -> dict[str, GameEntry | Gap]:
    """The object of every entry point by name: entries in their order, then those of no use."""
    points: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        points.setdefault(point.name, []).append(point)
    found = {name: _entry(same) for name, same in points.items()}
    entries = sorted((one.order, name, one) for name, one in found.items() if isinstance(one, GameEntry))
    useless = sorted((name, one) for name, one in found.items() if isinstance(one, Gap))
    return {name: one for _, name, one in entries} | dict(useless)


def _entry(points: Sequence[EntryPoint]) -> GameEntry | Gap:
    """The entry of all points of one name; there should be just one."""
    point, *others = points
    if others:
        return Gap(
            "{one} and {other} both bring a game of this name: uninstall one of them.",
            one=_package(point),
            other=_package(others[0]),
        )
    try:
        found = point.load()
    except Exception as error:  # any error there concerns that game alone
        return Gap("{module} cannot be imported: {error}.", module=point.module, error=_in_short(error))
    if not isinstance(found, GameEntry):
        return Gap("{place} is not a {kind}.", place=point.value, kind=GameEntry.__name__)
    return _gap_in(found, point.name) or found


def _gap_in(entry: GameEntry, name: str) -> Gap | None:
    """The reason why an entry cannot be registered; None: there is none."""
    if entry.name != name:
        return Gap("Its entry point is named {name}, its entry {other}.", name=name, other=entry.name)
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        return Gap("A game's name may only use lower-case letters, digits and underscores: {name}.", name=name)
    allowed = next((one.allowed for one in entry.parameters if one.name == "players"), None)
    if not (isinstance(allowed, range) and allowed and allowed.step == 1 and allowed[0] >= MIN_PLAYERS):
        return Gap("It declares no parameter {parameter} with a range from 2 up.", parameter="players")
    return None


@cache
def _gap_at(layer: str, place: str) -> Gap | None:
    """The fault in the place of a layer, as far as it shows without importing it."""
    if not place:
        return Gap("It has no {layer}.", layer=layer)
    module = place.partition(":")[0]
    try:
        is_there = find_spec(module) is not None
    except ModuleNotFoundError:
        is_there = False
    except Exception as error:  # a package above it is imported to look inside
        return Gap("{module} cannot be imported: {error}.", module=module, error=_in_short(error))
    return (
        None if is_there else Gap("Its {layer} should be in {module}, which is not there.", layer=layer, module=module)
    )


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _in_short(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(".")
