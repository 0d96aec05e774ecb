"""How somebody does at a server, on a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jardinet.analysis.results import Doing
from jardinet.ratings.rating import PersonRating
from jardinet.terminal.connection import Server, ServerError
from jardinet.terminal.identities import guests_at, known_guest, known_person
from jardinet.terminal.screen import Screen
from jardinet.terminal.seen import RatingSeen
from jardinet.terminal.tabular import show_rows
from jardinet.words.game_words import title_in
from jardinet.words.language import Language
from jardinet.words.ratings import rating_told
from jardinet.words.results import curve_told, doing_told


def token_at(site: str, name: str, screen: Screen, language: Language) -> str:
    """The token by which somebody who played from this machine is known at a site.

    Args:
        site: its address.
        name: of a guest; empty: whoever has signed in here, else the only guest.
        screen: on which a lost connection is told.
        language: of the messages.

    Raises:
        ServerError: no guest of that name has played there from here, or it is not clear who is meant.
    """
    server = Server(site, "", language, screen.say)
    guests, person = guests_at(server.address), known_person(server.address)
    if person is not None and not name:
        return person.token
    if len(guests) > 1 and not name:
        raise ServerError(
            "who-of-several",
            "several people have played there from here: --name says who you are: {names}.",
            names=language.either(guests),
        )
    token = known_guest(server.address, name or next(iter(guests), ""))
    if token is None:
        raise ServerError(
            "nobody-known-there",
            "nobody is known there from here by that name, or by any. With a token, made at {page}, --token or JARDINET_TOKEN says who you are.",
            page=server.account_page,
        )
    return token


def show_results(every: Sequence[Doing], ratings: Mapping[str, RatingSeen], screen: Screen, language: Language) -> None:
    """Show how somebody does, game by game, and their ratings among people first."""
    for game, one in ratings.items():
        rating = PersonRating(one.rating, one.rd, games=one.games)
        screen.say(language.entry(title_in(language, game), rating_told(language, rating)))
    if not every:
        screen.say(language.gettext("Nothing here yet: finish a game, and we begin to tell."))
    for doing in every:
        told = doing_told(language, doing)
        screen.say(told.heading, style="bold")
        screen.say(told.balance)
        show_rows(told.headings, told.rows, screen, language)
        if told.skill:
            screen.say(told.skill)
        if len(doing.curve) > 1:
            screen.say(curve_told(language, doing))
        screen.say(*told.notes)
        if told.errors:
            screen.say(language.entry(language.gettext("What you err in most"), ""))
            screen.say(*(f"  {sentence}" for sentence in told.errors.values()))
        if told.next:
            screen.say(told.next)
        screen.say("")
