"""`jardinet results`: how one is doing at a server."""

from __future__ import annotations

from typing import Annotated

import typer

from jardinet.commands.options import Lang, Plain, _, examples, language_of
from jardinet.commands.shell import App

app = App()


@app.command(
    help=_("Tell how you are doing at a server: results, errors and luck."),
    epilog=examples("results --server http://192.168.1.5:8012 --name Ben", "results --server http://localhost:8012"),
)
def results(
    server: Annotated[str, typer.Option(help=_("The address of the site."))],
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
    """Tell how one is doing at a server."""
    from jardinet.terminal.connection import Server
    from jardinet.terminal.links import link_of
    from jardinet.terminal.results import show_results, token_at
    from jardinet.terminal.screen import Screen

    screen, language = Screen(is_plain=plain or None), language_of(lang)
    site = link_of(server).site
    known = token.strip() or token_at(site, " ".join(name.split()), screen, language)
    there = Server(site, known, language, screen.say)
    show_results(there.results(), there.ratings(), screen, language)
