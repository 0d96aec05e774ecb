"""The lobby of a server in a terminal: who waits, and seeking somebody until a table is ready."""

from __future__ import annotations

import time
from collections.abc import Callable

from jardinet.terminal.connection import Server
from jardinet.terminal.joining import open_line
from jardinet.terminal.screen import Screen
from jardinet.terminal.seen import SeekerSeen, SeekSeen, harmless
from jardinet.words.game_words import title_in
from jardinet.words.language import Language, isolated

LOOK_EVERY = 1.0  # seconds


def show_lobby(server: Server, screen: Screen, language: Language) -> None:
    """Show which tables wait, and who seeks somebody."""
    _ = language.gettext
    tables, seekers = server.open_tables(), server.seekers()
    screen.say(_("Tables waiting for players"), style="bold")
    screen.say(*(f"  {open_line(one, language)}" for one in tables) if tables else [_("No table waits at the moment.")])
    screen.say(_("People who seek somebody"), style="bold")
    screen.say(
        *(
            f"  {_name(one)}: {title_in(language, harmless(one.game))}, "
            + language.ngettext("{count} player", "{count} players", one.players).format(count=one.players)
            for one in seekers
        )
        if seekers
        else [_("Nobody else at the moment.")]
    )


def seek_table(server: Server, wish: dict[str, object], screen: Screen, language: Language) -> str | None:
    """Seek somebody until a table is ready; Ctrl-C takes the seek back.

    Args:
        server: where, with the token of whoever seeks.
        wish: the game, the number of players, the pace and the range, as the API takes them.
        screen: on which it is told, and asked whether one is here.
        language: of the messages.

    Returns:
        The table's id; None: somebody was found, and nobody said here in time that they are there.

    Raises:
        ServerError: that cannot be sought, or the server does not answer.
    """
    _, is_over = language.gettext, False
    seen: SeekSeen | None = server.seek(**wish)
    try:
        while seen and seen.state != "missed":
            if seen.state == "open":
                is_over = True
                return seen.table
            if seen.state == "found":
                names = language.every([isolated(harmless(name)) for name in seen.others])
                screen.say(_("Found: {names}.").format(names=names))
                screen.ask(_("Press Enter to say that you are here:"))
                seen = server.own_seek()
                if seen and seen.state == "found":
                    seen = server.confirm_seek()
                continue
            told = _("Waiting for the others …") if seen.state == "here" else _("Looking for somebody … Ctrl-C stops.")
            with screen.waiting(told):
                seen = _after(server.own_seek, seen.state)
        is_over = True
        screen.say(_("Somebody was found, and you did not say in time that you are here. Seek again if you like."))
        return None
    finally:
        if not is_over:
            server.stop_seeking()


def _name(one: SeekerSeen) -> str:
    """The name of somebody who seeks, with their rating if they show one."""
    name = isolated(harmless(one.name))
    return name if one.rating is None else f"{name} ({one.rating})"


def _after(look: Callable[[], SeekSeen | None], state: str) -> SeekSeen | None:
    """The seek as soon as it is in another state."""
    while (seen := look()) and seen.state == state:
        time.sleep(LOOK_EVERY)
    return seen
