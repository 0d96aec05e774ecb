"""`jardinet play`: play in the terminal: begin a game, resume one, or join a table of a server."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from jardinet.bots.levels import first_opponent
from jardinet.commands.options import FIRST_GAME, Lang, Plain, Seats, Seed, _, examples, language_of
from jardinet.commands.per_game import add_game_commands, checked, seats_of
from jardinet.commands.shell import App
from jardinet.games import default_game, playable_games
from jardinet.games.parameters import GameError
from jardinet.system_errors import reason_of

if TYPE_CHECKING:
    from jardinet.terminal.api import Table
    from jardinet.terminal.screen import Screen
    from jardinet.words.language import Language


def _examples_of(game: str) -> str:
    return examples(
        "play",
        f"play {game} --seats you,expert --match",
        f"play {game} --seats ada,ben --lang fr --record game.jdn",
        "play --resume game.jdn",
        "play --server http://192.168.1.5:8012/t/ID --name Ben",
        "play --server http://localhost:8012",
        "play --server http://localhost:8012/go-on/KEY",
    )


app = App(help=_("Play a game in the terminal."), epilog=_examples_of(FIRST_GAME))


@app.callback(invoke_without_command=True)
def play(
    context: typer.Context,
    resume: Annotated[Path | None, typer.Option(help=_("Continue a game that was saved or interrupted."))] = None,
    server: Annotated[
        str | None,
        typer.Option(
            help=_(
                "Join a table on a server: the link that you were sent, or the address of the site. A link to another device "
                "signs you in here."
            )
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="ID", help=_("Which table: the end of its page's address, /t/ID; otherwise you are asked.")
        ),
    ] = None,
    name: Annotated[str, typer.Option(help=_("Your name there, as a guest; you need no token."))] = "",
    token: Annotated[
        str,
        typer.Option(
            envvar="JARDINET_TOKEN", help=_("Says who you are there; made on the server's page /account/tokens.")
        ),
    ] = "",
    watch: Annotated[bool, typer.Option("--watch", help=_("Watch there, without a seat; no token is needed."))] = False,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Resume a game, or join a table of a server; begin the default game if no game is named."""
    if server or table or watch or name:
        if context.invoked_subcommand or resume:
            raise GameError(
                "table-has-its-game",
                "a table on a server already has its game: leave out everything but --server and --table.",
            )
        _join(server, table, token.strip(), name.strip(), watch=watch, plain=plain, lang=lang)
    if context.invoked_subcommand:
        return
    if resume:
        from jardinet.terminal.local_table import LocalTable

        _sit_down(lambda: LocalTable.resume(resume), plain=plain, lang=lang)
    else:
        _begin(default_game(), seats=None, plain=plain, lang=lang)


def _play_one(
    game: str,
    seats: Seats = None,
    match: Annotated[bool, typer.Option("--match", help=_("As many games as players, points added up."))] = False,
    tie: Annotated[
        Literal["shared", "replay"] | None,
        typer.Option(help=_("Play a match; in a tie it is shared, or play goes on until somebody leads.")),
    ] = None,
    seed: Seed = None,
    record: Annotated[
        Path | None, typer.Option(help=_("Where the record goes; otherwise among your own files."))
    ] = None,
    plain: Plain = False,
    lang: Lang = None,
    **parameters: Any,
) -> None:
    tie = tie or ("shared" if match else None)
    _begin(game, seats=seats, tie=tie, seed=seed, record=record, plain=plain, lang=lang, **parameters)


def _begin(
    game: str,
    *,
    seats: str | None,
    plain: bool,
    lang: str | None,
    tie: str | None = None,
    seed: int | None = None,
    record: Path | None = None,
    **parameters: Any,
) -> None:
    you = language_of(lang).gettext("you").casefold()
    names = ["you" if name.casefold() == you else name for name in seats_of(game, seats, "you", first_opponent(game))]
    loaded = checked(game, len(names), seed, parameters)
    if record and record.exists():
        raise GameError("record-exists", "{path} exists: name another file, or go on with --resume.", path=record)

    def set_up() -> Any:
        from jardinet.terminal.local_table import LocalAgreement, LocalTable

        local = LocalTable(LocalAgreement(loaded(), names, tie, seed, record))
        try:
            local.save()  # before anything is dealt: a game that cannot be saved is not begun
        except OSError as error:
            raise GameError(
                "game-not-saved",
                "the game cannot be saved as {path}: {reason}. --record can name another file.",
                path=local.path,
                reason=reason_of(error),
            ) from None
        return local

    _sit_down(set_up, plain=plain, lang=lang)


def _sit_down(set_up: Callable[[], Any], *, plain: bool, lang: str | None) -> None:
    from jardinet.terminal.screen import Screen, getting_ready

    language = language_of(lang)
    screen = Screen(is_plain=plain or None)
    with screen.waiting(getting_ready(language)):
        table = set_up()
    _play(table, screen, language)


def _play(table: Table | None, screen: Screen, language: Language) -> None:
    """Play at a table, and then rematches, until the players here want no more; exits with the session's code."""
    from jardinet.terminal.playing import play_on

    raise typer.Exit(play_on(table, screen, language))


def _join(
    server: str | None, table: str | None, token: str, name: str, *, watch: bool, plain: bool, lang: str | None
) -> None:
    if not server:
        raise GameError(
            "server-and-table", "--server and --table belong together: --server http://localhost:8012 --table ID."
        )
    if name and token:
        raise GameError("name-and-token", "a token says who you are: leave out --name, or the token.")
    from jardinet.terminal.connection import Server
    from jardinet.terminal.identities import known_person
    from jardinet.terminal.joining import Comer, as_guest, choose, join
    from jardinet.terminal.links import link_of
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.signing_in import sign_in, staying

    language, link = language_of(lang), link_of(server)
    screen, table = Screen(is_plain=plain or None), table or link.table
    if link.key and (name or token):
        raise GameError(
            "link-and-name", "that link says who you are: leave out --name, --token and JARDINET_TOKEN. It still works."
        )
    with ExitStack() as stack:
        if link.key or not (name or token):
            address = Server(link.site, "", language, screen.say).address
            person = sign_in(address, link.key, screen, language) if link.key else known_person(address)
            if person:
                token = person.token
                stack.enter_context(staying(address, person, language))
        if table and not (name or token or watch) and sys.stdin.isatty():
            name = _asked_name(screen, language)
        comer = as_guest(link.site, name, screen, language) if name else Comer(token)
        if table:
            joined = join(link.site, table, comer, screen, language, watch=watch)
        else:
            joined = choose(link.site, comer, screen, language, watch=watch)
        _play(joined, screen, language)


def _asked_name(screen: Screen, language: Language) -> str:
    """Ask a person who came by a link alone for a name; empty if they give none."""
    try:
        return screen.ask(language.gettext("What shall we call you?")).strip()
    except EOFError:
        return ""


add_game_commands(app, playable_games(), _play_one, _examples_of)
