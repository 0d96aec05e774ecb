"""The `jardinet` command: composition root of the groups in `commands/`; turns every failure into a sentence and an exit code.

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
    lobby,
    play,
    practice,
    puzzles,
    records,
    results,
    serve,
    simulate,
    study,
    tournament,
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
# The commands of a group with a name stand below that name; those of a group without one stand directly below `jardinet`.
app.add_typer(serve.app)
app.add_typer(records.app)
app.add_typer(practice.app)
app.add_typer(puzzles.app)
app.add_typer(results.app)
app.add_typer(lobby.app)
app.add_typer(tournament.app)
app.add_typer(listing.app)
app.add_typer(bench.app)
app.add_typer(dataset.app)
app.add_typer(study.app)
app.add_typer(play.app, name="play")
app.add_typer(simulate.app, name="simulate")
app.add_typer(train.app, name="train")
app.add_typer(arena.app, name="arena")
app.add_typer(benchmark.app, name="benchmark")
app.add_typer(puzzles.group, name="puzzles")
app.add_typer(admin.app, name="admin")


@app.callback()
def jardinet(lang: Lang = None) -> None:
    """Check `--lang`, the option of every command; it was read before any command (`commands/options.py`)."""
    language_of(lang)


def main() -> None:
    """Run the command line; every failure ends in a sentence and an exit code, never in a traceback."""
    gc.set_threshold(100_000)  # modules loaded at the start are no garbage: looking for some takes a tenth of the start
    interrupts.watch()
    streams.print_everything()
    speak()
    try:
        code = app(standalone_mode=False)  # Typer raises its errors; they are printed below
    except GameError as error:
        _end(LANGUAGE.tell(error), USAGE)
    except OSError as error:
        reason = LANGUAGE.text(reason_of(error))
        _end(LANGUAGE.entry(str(error.filename), reason) if error.filename else reason, USAGE)
    except typer.TyperException as error:
        _end(LANGUAGE.tell(usage_error(error)), USAGE, hint_of(error))
    except (KeyboardInterrupt, typer.Abort):  # a group of commands turns the first into the second
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
    """Sentence about a fault of ours, with the file that its traceback was written to; if none can be written, with the traceback."""
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
