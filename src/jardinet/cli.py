"""The `jardinet` command: the groups of `commands/` put together, and an exit code and a sentence whatever goes wrong.

Nothing heavy is imported before a command runs: `jardinet --help` needs neither Numba nor NumPy.
"""

from __future__ import annotations

import gc
import sys
import traceback

import typer

from jardinet import interrupts, streams
from jardinet.commands import (
    admin,
    arena,
    bench,
    benchmark,
    dataset,
    listing,
    play,
    practice,
    records,
    serve,
    simulate,
    study,
    train,
)
from jardinet.commands.options import BROKEN, DONE, INTERRUPTED, LANGUAGE, USAGE, Lang, _, language_of
from jardinet.commands.shell import App, hint_of, speak, usage_error
from jardinet.games.parameters import GameError
from jardinet.system_errors import reason_of

app = App(
    name="jardinet",
    help=_("Play tabletop games, alone or together, and study them."),
    epilog=_(
        "Exit codes: 0 done, 1 a check failed, 2 what was asked is not possible, 70 a fault of ours, 130 interrupted."
    ),
    no_args_is_help=True,
    rich_markup_mode=None,  # of all groups
    pretty_exceptions_enable=False,
)
# A group with a name has commands of its own below that name; without one its commands are `jardinet`'s.
app.add_typer(serve.app)
app.add_typer(records.app)
app.add_typer(practice.app)
app.add_typer(listing.app)
app.add_typer(bench.app)
app.add_typer(dataset.app)
app.add_typer(study.app)
app.add_typer(play.app, name="play")
app.add_typer(simulate.app, name="simulate")
app.add_typer(train.app, name="train")
app.add_typer(arena.app, name="arena")
app.add_typer(benchmark.app, name="benchmark")
app.add_typer(admin.app, name="admin")


@app.callback()
def jardinet(lang: Lang = None) -> None:
    """Options of every command: `--lang` is read before any of them (`commands/options.py`), and checked here."""
    language_of(lang)


def main() -> None:
    """Run the command; whatever goes wrong ends in a sentence and an exit code, never in a traceback."""
    gc.set_threshold(100_000)  # what starting loads is no garbage: looking for some takes a tenth of the start
    interrupts.watch()
    streams.print_everything()
    speak()
    try:
        code = app(standalone_mode=False)  # what Typer would print is told below
    except GameError as error:
        _end(LANGUAGE.tell(error), USAGE)
    except OSError as error:
        reason = LANGUAGE.text(reason_of(error))
        _end(LANGUAGE.entry(str(error.filename), reason) if error.filename else reason, USAGE)
    except typer.TyperException as error:
        _end(LANGUAGE.tell(usage_error(error)), USAGE, hint_of(error))
    except (KeyboardInterrupt, typer.Abort):  # the second is what a group of commands makes of the first
        _end(_("interrupted"), INTERRUPTED)
    except Exception as error:  # the last resort for a player: a sentence, and the rest in a file if it can be
        if interrupts.has_come():
            _end(_("interrupted"), INTERRUPTED)
        _end(_told_of_fault(error), BROKEN)
    sys.exit(code if isinstance(code, int) else DONE)


def _end(message: str, code: int, hint: str = "") -> None:
    print(f"{hint}jardinet: {message}", file=sys.stderr)  # noqa: T201
    sys.exit(code)


def _told_of_fault(error: Exception) -> str:
    """What a fault of ours was, and where its traceback lies; where it can be kept nowhere, the traceback itself."""
    from platformdirs import user_log_path

    path = user_log_path("jardinet") / "crash.log"
    details = traceback.format_exc()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(details, encoding="utf-8")
    except OSError:
        told = _("something is broken: {error}. Please report these details:").format(error=error)
        return f"{told}\n{details.rstrip()}"
    return _("something is broken: {error}. Details are in {path}.").format(error=error, path=path)
