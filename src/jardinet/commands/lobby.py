"""`jardinet lobby`: who waits at a server, and somebody to play with."""

from __future__ import annotations

from typing import Annotated

import typer

from jardinet.commands.options import FIRST_GAME, Lang, Plain, _, examples, game_of, language_of
from jardinet.commands.shell import App

app = App()


@app.command(
    help=_("Show who waits at a server; with --game seek somebody, and play when somebody is found."),
    epilog=examples(
        "lobby --server http://localhost:8012",
        f"lobby --server http://localhost:8012 --name Ben --game {FIRST_GAME}",
        f"lobby --server http://localhost:8012 --name Ben --game {FIRST_GAME} --players 4 --pace 300+10",
    ),
)
def lobby(
    server: Annotated[str, typer.Option(help=_("The address of the site."))],
    game: Annotated[str, typer.Option(help=_("The game to seek somebody for."))] = "",
    players: Annotated[int, typer.Option(help=_("How many people are to play, yourself included."))] = 2,
    pace: Annotated[
        str,
        typer.Option(help=_("Time to think: seconds a turn, as 45, or of a bank and those added a turn, as 300+10.")),
    ] = "",
    alike: Annotated[
        bool, typer.Option("--alike", help=_("Only people about as strong; it widens meanwhile."))
    ] = False,
    name: Annotated[str, typer.Option(help=_("Who you are there, if several people play from here."))] = "",
    token: Annotated[
        str,
        typer.Option(
            envvar="JARDINET_TOKEN", help=_("Says who you are there; made on the server's page /account/tokens.")
        ),
    ] = "",
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Show who waits at a server, or seek somebody and play."""
    from jardinet.terminal.connection import Server
    from jardinet.terminal.joining import Comer, as_guest, join
    from jardinet.terminal.links import link_of
    from jardinet.terminal.lobby import seek_table, show_lobby
    from jardinet.terminal.playing import play_on
    from jardinet.terminal.results import token_at
    from jardinet.terminal.screen import Screen

    screen, language, site = Screen(is_plain=plain or None), language_of(lang), link_of(server).site
    if not game:
        show_lobby(Server(site, "", language, screen.say), screen, language)
        return
    name, token, known = " ".join(name.split()), token.strip(), game_of(game)
    if token or not name:
        comer = Comer(token or token_at(site, name, screen, language))
    else:
        comer = as_guest(site, name, screen, language)
    wish = {"game": known, "players": players, "pace": pace, "range": "alike" if alike else "anybody"}
    table = seek_table(Server(site, comer.token, language, screen.say), wish, screen, language)
    raise typer.Exit(play_on(join(site, table, comer, screen, language), screen, language) if table else 0)
