"""Set-up page of a table: everything that can be agreed, as one form that needs no script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from jardinet.bots.levels import levels_of
from jardinet.games import entry_of
from jardinet.games.parameters import GameError, ParameterError
from jardinet.server.guards.limits import Limits
from jardinet.server.intervals import BOT_PACES
from jardinet.server.introductions import Introductions
from jardinet.server.pages.days import weekends_in, weekends_option
from jardinet.server.pages.forms import Form, PageRequest, name_in, to_table
from jardinet.server.pages.render import page
from jardinet.server.pages.rules import known_game
from jardinet.server.people.devices import Devices
from jardinet.server.people.names import checked_name
from jardinet.server.people.preferences import bot_paces
from jardinet.server.people.reader import reader_of
from jardinet.server.reach import way_of
from jardinet.server.tables.agreement import HOST, PERSON, PERSONAL, RANDOM, Agreement, pace_of
from jardinet.server.tables.errors import NotYoursError
from jardinet.server.tables.service import TableService
from jardinet.words.agreements import (
    Option,
    OptionValue,
    clashes,
    contradiction,
    options_of,
    pace_option,
    research_parameters_of,
    tie_option,
)
from jardinet.words.game_words import level_name, title_in
from jardinet.words.language import Language

BESIDE = "beside"  # of the form: a person at this screen


class SetUpPages(Controller):
    """Controller of the page that sets a table up, and of its form."""

    path = "/"

    @get("/set-up/{game:str}", name="set-up")
    async def show(self, request: PageRequest, devices: NamedDependency[Devices], game: FromPath[str]) -> Response[str]:
        """The form, filled in with what is usual."""
        return _shown(request, devices, known_game(game), {})

    @post("/tables")
    async def open_table(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
        devices: NamedDependency[Devices],
        data: Form,
    ) -> Any:
        """Open the table that was agreed on, or say beside the form why there can be none."""
        reader, game = reader_of(request), known_game(data.get("game", ""))
        try:
            agreement = _agreement(reader.language, game, data)
            beside = _beside(reader.language, agreement, data)
            host = await introductions.introduce(request, name_in(data, reader))
        except GameError as error:
            return _shown(request, devices, game, data, reader.language.tell_alone(error))
        await limits.count_table(agreement, request, host.person)
        sits = data.get("screen") != "table"
        beside = beside if sits else {}
        try:
            return to_table(await service.open_table(str(host.person), host.name, agreement, beside, sits=sits))
        except NotYoursError as error:  # it is to be rated, and the host may not be
            return _shown(request, devices, game, data, reader.language.tell_alone(error))


def _shown(
    request: PageRequest, devices: Devices, game: str, given: dict[str, str], problem: str = ""
) -> Response[str]:
    reader = reader_of(request)
    language = reader.language
    options, figures = options_of(language, game), research_parameters_of(language, game)
    fields = _fields(language, game, is_listed=way_of(request).is_household)
    if devices.is_account(reader.person) or devices.may_keep(request.session):  # rated games need a way back
        fields.append(_rated(language))
    usual = {option.name: option.usual for option in (*options, *fields)}
    seats = entry_of(game).players
    usual |= {f"seat{number}": PERSON if number <= seats[0] else "" for number in range(1, seats[-1] + 1)}
    usual["zone"] = "UTC"
    usual |= {f"beside{number}": "" for number in range(2, seats[-1] + 1)}
    return page(
        "set_up.html",
        reader,
        422 if problem else 200,
        game=game,
        title=title_in(language, game),
        options=options,
        clashes=clashes(language, game),
        figures=figures,
        is_cut_down=any(given.get(figure.parameter.name) for figure in figures),
        fields={field.name: field for field in fields},
        seats=seats,
        levels={level: level_name(language, level) for level in levels_of(game)},
        chosen={"name": reader.name} | usual | given,
        problem=problem,
    )


def _fields(language: Language, game: str, *, is_listed: bool) -> list[Option]:
    """The form's options about the table rather than the game; `is_listed`: whether a table is listed by default."""
    listing = _listing(language, is_usual=is_listed)
    pace, screen = pace_option(language), _screen(language)
    fields = [
        tie_option(language),
        pace,
        listing,
        screen,
        _bot_pace(language),
        _hints(language),
        _take_back(language),
        weekends_option(language),
    ]
    if any(parameter.name == "first" for parameter in entry_of(game).parameters):
        fields.append(_first(language, entry_of(game).players[-1]))
    return fields


def _first(language: Language, seats: int) -> Option:
    _ = language.gettext
    choices = {RANDOM: _("chance decides"), HOST: _("you")}
    numbered = {str(seat): _("seat {number}").format(number=seat) for seat in range(1, seats + 1)}
    return _labelled("first", _("Who begins"), choices | numbered)


def _listing(language: Language, *, is_usual: bool) -> Option:
    _ = language.gettext
    choices = [
        OptionValue("", _("whoever has the link"), _("You send it to your friends.")),
        OptionValue(
            "yes",
            _("anybody"),
            _(
                "The table is also listed: on the home page until all seats are taken, and then among the games to watch."
            ),
        ),
    ]
    return Option("is_listed", _("Who may join"), choices, "yes" if is_usual else "")


def _screen(language: Language) -> Option:
    _ = language.gettext
    choices = {"": _("your seat"), "table": _("the table: everybody plays on a phone")}
    return _labelled("screen", _("This screen is"), choices)


def _hints(language: Language) -> Option:
    _ = language.gettext
    return _labelled("hints", _("Hints"), {"": _("for whoever plays against bots alone"), "yes": _("for everybody")})


def _take_back(language: Language) -> Option:
    _ = language.gettext
    return _labelled("take_back", _("Take back"), {"yes": _("one play a game, against bots alone"), "": _("no play")})


def _rated(language: Language) -> Option:
    _ = language.gettext
    return _labelled(
        "rated",
        language.pgettext("table", "Rated"),
        {"": language.pgettext("rated", "no"), "yes": _("yes, for people who have a way back")},
    )


def _bot_pace(language: Language) -> Option:
    personal = {PERSONAL: language.pgettext("pace of bots", "as in the players' settings")}
    paces = dict(zip(BOT_PACES, bot_paces(language), strict=True))
    return _labelled("bot_pace", language.gettext("Bots move"), personal | paces)


def _labelled(name: str, label: str, choices: Mapping[str, str]) -> Option:
    """An option whose choices need no explanation beside their labels; the first one is usual."""
    return Option(name, label, [OptionValue(value, told, "") for value, told in choices.items()], next(iter(choices)))


def _agreement(language: Language, game: str, data: dict[str, str]) -> Agreement:
    """What the form says; raises ParameterError, in the reader's words where two choices contradict each other."""
    declared, parameters = entry_of(game), {}
    for parameter in declared.parameters:
        if parameter.is_rule and parameter.name != "players" and data.get(parameter.name):
            parameters[parameter.name] = parameter.parse(data[parameter.name])
    seats = [PERSON if seat == BESIDE else seat for _number, seat in _seats(game, data)]
    if len(seats) not in declared.players:
        low, high = declared.players[0], declared.players[-1]
        raise ParameterError("seats-of-table", "a table has {low} to {high} seats.", low=low, high=high)
    tie, first = data.get("tie") or None, data.get("first", RANDOM)
    if first in [str(seat) for seat in range(len(seats) + 1, declared.players[-1] + 1)]:
        raise ParameterError("seat-cannot-begin", "seat {number} cannot begin: there is no such seat.", number=first)
    if clash := contradiction(language, game, parameters, tie):
        raise clash
    seconds_a_turn, bank = pace_of(data.get("pace", ""))
    agreement = Agreement(
        game=game,
        parameters=parameters,
        seats=seats,
        first=first,
        tie=tie,
        seconds_a_turn=seconds_a_turn,
        bank=bank,
        is_listed=data.get("is_listed") == "yes",
        bot_pace=data.get("bot_pace", PERSONAL),
        hints=data.get("hints") == "yes",
        take_back=data.get("take_back") == "yes",
        weekends_off=weekends_in(data),
        rated=data.get("rated") == "yes",
    )
    agreement.check()
    return agreement


def _seats(game: str, data: dict[str, str]) -> list[tuple[int, str]]:
    """What the form says of the seats that there are to be, each with the number it has in the form."""
    numbers = range(1, entry_of(game).players[-1] + 1)
    return [(number, seat) for number in numbers if (seat := data.get(f"seat{number}", ""))]


def _beside(language: Language, agreement: Agreement, data: dict[str, str]) -> dict[int, str]:
    """By seat, from 0, the names of those who play at the host's screen; who has told none is called by the seat's number.

    The host has the first seat for a person, whatever the form says of it.
    """
    hosts = agreement.seats.index(PERSON) if PERSON in agreement.seats else -1
    unnamed = language.gettext("Player {number}")
    return {
        seat: checked_name(data.get(f"beside{number}", "").strip() or unnamed.format(number=seat + 1))
        for seat, (number, chosen) in enumerate(_seats(agreement.game, data))
        if chosen == BESIDE and seat != hosts
    }
