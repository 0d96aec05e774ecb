"""`jardinet play`: a game in the terminal, begun, resumed, or at a table of a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from jardinet.bots.levels import first_opponent
from jardinet.commands.options import DONE, FIRST_GAME, Lang, Plain, Seats, Seed, _, examples, language_of
from jardinet.commands.per_game import add_game_commands, checked, seats_of
from jardinet.commands.shell import App
from jardinet.games import default_game, playable_games
from jardinet.games.parameters import GameError
from jardinet.system_errors import reason_of


def _examples_of(game: str) -> str:
    return examples(
        "play",
        f"play {game} --seats you,expert --match",
        f"play {game} --seats ada,ben --lang fr --record game.jdn",
        "play --resume game.jdn",
        "play --server http://localhost:8012",
        "play --server http://localhost:8012 --table ID",
    )


app = App(help=_("Play a game in the terminal."), epilog=_examples_of(FIRST_GAME))


@app.callback(invoke_without_command=True)
def play(
    context: typer.Context,
    resume: Annotated[Path | None, typer.Option(help=_("Continue a game that was saved or interrupted."))] = None,
    server: Annotated[str | None, typer.Option(help=_("Join a table on the server at this address."))] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="ID", help=_("Which table: the end of its page's address, /t/ID; otherwise you are asked.")
        ),
    ] = None,
    token: Annotated[
        str,
        typer.Option(envvar="JARDINET_TOKEN", help=_("Says who you are there; made on the server's page /account.")),
    ] = "",
    watch: Annotated[bool, typer.Option("--watch", help=_("Watch there, without a seat; no token is needed."))] = False,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Resume a game, join a table of a server, or begin the usual game where none is named."""
    if server or table or watch:
        if context.invoked_subcommand or resume:
            raise GameError(
                "table-has-its-game",
                "a table on a server already has its game: leave out everything but --server and --table.",
            )
        _join(server, table, token, watch=watch, plain=plain, lang=lang)
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
        typer.Option(help=_("A match, and what happens in a tie: it is shared, or play goes on until somebody leads.")),
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
            local.save()  # before anything is dealt: a game that cannot be kept is not begun
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
    from jardinet.terminal.screen import Screen

    language = language_of(lang)
    screen = Screen(is_plain=plain or None)
    with screen.waiting(language.gettext("Getting the rules ready (a few seconds, the first time only) …")):
        from jardinet.terminal.session import Session

        session = Session(set_up(), screen, language)
    raise typer.Exit(session.run())


def _join(server: str | None, table: str | None, token: str, *, watch: bool, plain: bool, lang: str | None) -> None:
    if not server:
        raise GameError(
            "server-and-table", "--server and --table belong together: --server http://localhost:8012 --table ID."
        )
    from jardinet.terminal.joining import choose, join
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.session import Session

    language = language_of(lang)
    screen, token = Screen(is_plain=plain or None), token.strip()
    if table:
        joined = join(server, table, token, screen, language, watch=watch)
    else:
        joined = choose(server, token, screen, language, watch=watch)
    if joined is None:
        raise typer.Exit(DONE)
    with joined.attended():
        code = Session(joined, screen, language).run()
    raise typer.Exit(code)


add_game_commands(app, playable_games(), _play_one, _examples_of)
