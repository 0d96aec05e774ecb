"""`jardinet serve`: start the server on this machine, open to the network only if its owner has said so."""

from __future__ import annotations

import os
import sys
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from jardinet.commands.options import LANGUAGE, _, examples
from jardinet.commands.shell import App
from jardinet.extras import extra
from jardinet.games.parameters import GameError
from jardinet.system_errors import reason_of

if TYPE_CHECKING:
    from jardinet.arena.preparation import Preparation
    from jardinet.server.reach import Reach
    from jardinet.server.settings import Settings

app = App()


@app.command(
    help=_("Play in the browser: start the server here."),
    epilog=examples("serve", "serve --share", "serve --host 0.0.0.0 --port 80 --no-browser"),
)
def serve(
    host: Annotated[str, typer.Option(help=_("The address to listen on; 0.0.0.0 for everyone on the network."))] = "",
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help=_("The port; otherwise 8012, or a free one."))
    ] = None,
    browser: Annotated[bool, typer.Option(help=_("Whether to open the page in your browser."))] = True,
    share: Annotated[
        bool | None,
        typer.Option(
            help=_(
                "Whether phones and other devices in your network may play along. Your answer is kept. Without one "
                "you are asked; if nobody can be asked, only this machine may."
            )
        ),
    ] = None,
) -> None:
    """Start the server and say where it is, until Ctrl-C."""
    with extra("server"):
        from jardinet.server import serve as server
        from jardinet.server.settings import Settings

    if host and share is not None:
        raise GameError(
            "host-and-share",
            "{given} says already who can come: leave out either it or {other}.",
            given="--host",
            other="--share",
        )
    settings = Settings.of()
    is_shared = None if host else _is_shared(settings, share)

    def tell(reach: Reach) -> None:
        typer.echo(_("Jardinet is running: {address} (Ctrl-C stops it; every game is saved)").format(address=reach.own))
        _tell_reach(reach, is_shared)
        answers.set()

    def tell_progress(preparation: Preparation) -> None:
        if not (sys.stdout.isatty() and answers.is_set()):
            return
        if preparation.is_over:
            typer.echo("\r" + _("The games are ready.").ljust(len(getting_ready)))
        else:
            percent = "" if preparation.percent is None else f"{preparation.percent:3}%"
            typer.echo(f"\r{getting_ready} {percent}", nl=False)

    answers = Event()  # set when the server answers: progress is printed only after that
    getting_ready = _("Getting the games ready meanwhile; bots take a moment longer until then …")
    try:
        server.serve(
            settings,
            host=host or (server.EVERYWHERE if is_shared else server.HOST),
            port=port,
            on_start=tell,
            browse=browser,
            on_progress=tell_progress,
        )
    except KeyboardInterrupt:
        typer.echo(_("Jardinet has stopped."))


# Who may come --------------------------------------------------------------------------------


def _is_shared(settings: Settings, given: bool | None) -> bool | None:
    """Whether the network may come: the owner's answer given now, kept, or asked for in a terminal; None without one."""
    from jardinet.server.sharing import keep_answer, kept_answer, place_of_answer

    kept = kept_answer(settings)
    answer = kept if given is None else given
    if answer is None:
        answer = _asked() if sys.stdin.isatty() and sys.stdout.isatty() else None
    if answer is not None and answer != kept:
        try:
            keep_answer(settings, is_shared=answer)
        except OSError as error:
            told = _("Your answer holds for now: it cannot be kept as {path}: {reason}.")
            reason = LANGUAGE.text(reason_of(error))
            typer.echo(told.format(path=place_of_answer(settings), reason=reason))
    return answer


def _asked() -> bool | None:
    """Ask the owner yes or no in the terminal, again until the answer is one of them; None if the input ends."""
    from jardinet.words.game_words import squeeze, words_in

    pgettext = LANGUAGE.pgettext
    yes, no = pgettext("answer", "yes, y"), pgettext("answer", "no, n")
    typer.echo(_("Shall phones and other devices in your network be able to play along?"))
    question = _("Type {yes} or {no}; you can change it later:").format(yes=yes.split(",")[0], no=no.split(",")[0])
    while True:
        try:
            line = squeeze(input(f"{question} "))
        except EOFError:
            typer.echo("")
            return None
        if line in words_in(yes):
            return True
        if line in words_in(no):
            return False


def _tell_reach(reach: Reach, is_shared: bool | None) -> None:
    """Print the addresses for others, with a QR code; or that nobody else can come, and how to change that."""
    from jardinet.server.qr import lines_of
    from jardinet.server.reach import is_private

    addresses = reach.addresses()
    if reach.is_alone and not addresses:
        if is_shared is False:
            told = _("For this machine only. To open it to your network: {command}")
            typer.echo(told.format(command="jardinet serve --share (make play SHARE=1)"))
        return
    if not addresses:
        typer.echo(
            _(
                "Others cannot come: this machine is in no network, or its address there is not known here. "
                "JARDINET_ORIGINS can name it."
            )
        )
        return
    typer.echo(_("For phones and other devices: {addresses}").format(addresses=LANGUAGE.either(addresses)))
    if _shows_codes():
        typer.echo("\n".join(lines_of(addresses[0])))
    if all(map(is_private, addresses)) and not reach.origins:
        typer.echo(
            _("They come from your own network only. Friends far apart: {page}").format(page=f"{reach.own}far-apart")
        )
        typer.echo(
            _("Where a device finds nothing there, this machine's firewall has to let in port {port} (TCP).").format(
                port=reach.port
            )
        )
    if is_shared:
        told = _("To keep it to this machine: {command}")
        typer.echo(told.format(command="jardinet serve --no-share (make play SHARE=0)"))


def _shows_codes() -> bool:
    """Whether the output goes to a terminal that can draw a QR code."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    return sys.stdout.isatty() and encoding == "utf8" and os.environ.get("TERM") != "dumb"
