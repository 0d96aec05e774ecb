"""`jardinet serve`: the server, started here."""

from __future__ import annotations

import sys
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from jardinet.commands.options import _, examples
from jardinet.commands.shell import App
from jardinet.extras import extra

if TYPE_CHECKING:
    from jardinet.arena.preparation import Preparation

app = App()


@app.command(
    help=_("Play in the browser: start the server here."),
    epilog=examples("serve", "serve --host 0.0.0.0 --port 80 --no-browser"),
)
def serve(
    host: Annotated[str, typer.Option(help=_("The address to listen on; 0.0.0.0 for everyone on the network."))] = "",
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help=_("The port; otherwise 8012, or a free one."))
    ] = None,
    browser: Annotated[bool, typer.Option(help=_("Whether to open the page in your browser."))] = True,
) -> None:
    """Start the server and say where it is, until Ctrl-C."""
    with extra("server"):
        from jardinet.server import serve as server
        from jardinet.server.settings import Settings

    def tell(address: str) -> None:
        typer.echo(_("Jardinet is running: {address} (Ctrl-C stops it; every game is saved)").format(address=address))
        answers.set()

    def tell_progress(preparation: Preparation) -> None:
        if not (sys.stdout.isatty() and answers.is_set()):
            return
        if preparation.is_over:
            typer.echo("\r" + _("The games are ready.").ljust(len(getting_ready)))
        else:
            percent = "" if preparation.percent is None else f"{preparation.percent:3}%"
            typer.echo(f"\r{getting_ready} {percent}", nl=False)

    answers = Event()  # before it does nothing is told of what goes on beside it
    getting_ready = _("Getting the games ready meanwhile; bots take a moment longer until then …")
    try:
        server.serve(
            Settings.of(),
            host=host or server.HOST,
            port=port,
            on_start=tell,
            browse=browser,
            on_progress=tell_progress,
        )
    except KeyboardInterrupt:
        typer.echo(_("Jardinet has stopped."))
