"""The `jardinet` command: reads options, calls the room that does the work, prints what comes back.

Nothing heavy is imported before a command runs: `jardinet --help` needs neither Numba nor NumPy.
"""

from __future__ import annotations

import gc
import sys
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from jardinet.bots.levels import levels_of
from jardinet.extras import MissingExtraError, extra
from jardinet.game_commands import RayCommand, add_game_commands, checked, look_into_every_game
from jardinet.games import default_game, entry_of, playable_games, registered_games, title_of
from jardinet.games.parameters import GameError
from jardinet.words.language import load_language, preferred_code

if TYPE_CHECKING:
    from jardinet.arena.measuring import Measurement, Row
    from jardinet.arena.simulate import Contest
    from jardinet.arena.tally import Tally
    from jardinet.games.api import Game

# Exit codes, as the README lists them.
DONE, FAILED, USAGE, BROKEN, INTERRUPTED = 0, 1, 2, 70, 130

_ = load_language(preferred_code()).gettext


def _examples(*calls: str) -> str:
    """An epilog that shows how a command is called, a line each."""
    return "\b\n" + "\n".join([_("Examples:"), *(f"  jardinet {call}" for call in calls)])


def _play_examples(game: str) -> str:
    return _examples(
        "play",
        f"play {game} --seats you,random --match",
        f"play {game} --seats ada,ben --lang fr --record game.jdn",
        "play --resume game.jdn",
        "play --server http://localhost:8012",
        "play --server http://localhost:8012 --table ID",
    )


def _simulate_examples(game: str) -> str:
    return _examples(
        f"simulate {game} --games 100000 --seed 1",
        f"simulate {game} --seats random,random --json",
        f"simulate {game} --games 10000000 --ray 10.1.2.3:6379",
    )


_FIRST_GAME = next(iter(playable_games()), "GAME").replace("_", "-")

app = typer.Typer(
    name="jardinet",
    help=_("Play tabletop games, alone or together, and study them."),
    epilog=_(
        "Exit codes: 0 done, 1 a check failed, 2 something in the request is not possible, 70 a fault of ours, 130 interrupted."
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
play_app = typer.Typer(
    rich_markup_mode=None,
    help=_("Play a game in the terminal."),
    epilog=_play_examples(_FIRST_GAME),
)
simulate_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help=_("Let bots play each other by the thousand."),
    epilog=_simulate_examples(_FIRST_GAME),
)
app.add_typer(play_app, name="play")
app.add_typer(simulate_app, name="simulate")

Languages = Literal["en", "fr", "es", "de"]
Lang = Annotated[Languages | None, typer.Option(help=_("The language; else the one of the environment."))]
Plain = Annotated[bool, typer.Option("--plain", help=_("Plain lines, as a screen reader likes them."))]
RecordFile = Annotated[Path, typer.Argument(help=_("A record, as a game leaves it."))]
Seed = Annotated[int | None, typer.Option(min=0, help=_("Makes everything random repeatable."))]
Seats = Annotated[
    str | None,
    typer.Option(
        help=_("Who plays, by commas: names of people or of bots, such as random. Else you against the best bot.")
    ),
]


def main() -> None:
    """Run the command; whatever goes wrong ends in a sentence and an exit code, never in a traceback."""
    gc.set_threshold(100_000)  # what starting loads is no garbage: looking for some takes a tenth of the start
    try:
        app()
    except MissingExtraError as error:
        sentence = _('{library} is not installed here: pip install "jardinet[{extra}]" brings it.')
        _end(sentence.format(library=error.library, extra=error.extra), USAGE)
    except GameError as error:
        _end(str(error), USAGE)
    except OSError as error:
        _end(f"{error.filename}: {error.strerror}" if error.filename else str(error), USAGE)
    except KeyboardInterrupt:
        _end(_("interrupted"), INTERRUPTED)
    except Exception as error:  # the last resort for a player: a sentence, and the rest in a file
        _end(
            _("something is broken: {error}. Details are in {path}.").format(error=error, path=_crash_report()), BROKEN
        )


def _end(message: str, code: int) -> None:
    print(f"jardinet: {message}", file=sys.stderr)  # noqa: T201
    sys.exit(code)


def _crash_report() -> Path:
    from platformdirs import user_log_path

    path = user_log_path("jardinet", ensure_exists=True) / "crash.log"
    path.write_text(traceback.format_exc(), encoding="utf-8")
    return path


# jardinet play -----------------------------------------------------------------------------


@play_app.callback(invoke_without_command=True)
def play(
    context: typer.Context,
    resume: Annotated[Path | None, typer.Option(help=_("Go on with a game that was saved or interrupted."))] = None,
    server: Annotated[str | None, typer.Option(help=_("Join a table of the server at this address."))] = None,
    table: Annotated[
        str | None,
        typer.Option(metavar="ID", help=_("Which table: the end of its page's address, /t/ID; else you are asked.")),
    ] = None,
    token: Annotated[
        str, typer.Option(envvar="JARDINET_TOKEN", help=_("Says who you are there; made at the server's /account."))
    ] = "",
    watch: Annotated[bool, typer.Option("--watch", help=_("Watch there, without a seat; it needs no token."))] = False,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Resume a game, join a table of a server, or begin the usual game where none is named."""
    if server or table or watch:
        if context.invoked_subcommand or resume:
            raise GameError(
                _("a table of a server has its game already: leave everything but --server and --table out.")
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
        typer.Option(help=_("A match, and how a tie ends: shared, or replayed until one leads.")),
    ] = None,
    seed: Seed = None,
    record: Annotated[Path | None, typer.Option(help=_("Where the record goes; else among your own files."))] = None,
    plain: Plain = False,
    lang: Lang = None,
    **parameters: Any,
) -> None:
    tie = tie or ("shared" if match else None)
    _begin(game, seats=seats, tie=tie, seed=seed, record=record, plain=plain, lang=lang, **parameters)


def _seats(game: str, given: str | None, first: str, others: str) -> list[str]:
    """Who sits where, as it was given by commas; else `first` and as few `others` as the game allows."""
    if given is None:
        return [first] + [others] * (entry_of(game).players[0] - 1)
    return [name.strip() for name in given.split(",")]


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
    names = _seats(game, seats, "you", levels_of(game)[-1])
    loaded = checked(game, len(names), seed, parameters)
    if record and record.exists():
        raise GameError(_("{path} exists: name another file, or go on with --resume.").format(path=record))

    def set_up() -> Any:
        from jardinet.terminal.local_table import LocalAgreement, LocalTable

        return LocalTable(LocalAgreement(loaded(), names, tie, seed, record))

    _sit_down(set_up, plain=plain, lang=lang)


def _sit_down(set_up: Callable[[], Any], *, plain: bool, lang: str | None) -> None:
    from jardinet.terminal.screen import Screen

    language = load_language(lang or preferred_code())
    screen = Screen(is_plain=plain or None)
    with screen.waiting(language.gettext("Getting the rules ready (a few seconds, the first time only) …")):
        from jardinet.terminal.session import Session

        session = Session(set_up(), screen, language)
    raise typer.Exit(session.run())


def _join(server: str | None, table: str | None, token: str, *, watch: bool, plain: bool, lang: str | None) -> None:
    if not server:
        raise GameError(_("--server and --table belong together: --server http://localhost:8012 --table ID."))
    from jardinet.terminal.joining import choose, join
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.session import Session

    language = load_language(lang or preferred_code())
    screen, token = Screen(is_plain=plain or None), token.strip()
    if table:
        joined = join(server, table, token, screen, language, watch=watch)
    else:
        joined = choose(server, token, screen, language, watch=watch)
    raise typer.Exit(Session(joined, screen, language).run() if joined else DONE)


# jardinet serve ----------------------------------------------------------------------------


@app.command(
    help=_("Play in the browser: start the server here."),
    epilog=_examples("serve", "serve --host 0.0.0.0 --port 80 --no-browser"),
)
def serve(
    host: Annotated[str, typer.Option(help=_("The address to listen at; 0.0.0.0 for everybody in the network."))] = "",
    port: Annotated[int | None, typer.Option(min=1, max=65535, help=_("The port; else 8012, or a free one."))] = None,
    browser: Annotated[bool, typer.Option(help=_("Whether to open the page in your browser."))] = True,
) -> None:
    """Start the server and say where it is, until Ctrl-C."""
    with extra("server"):
        from jardinet.server import serve as server
        from jardinet.server.settings import Settings

    def tell(address: str) -> None:
        typer.echo(_("Jardinet is open: {address} (Ctrl-C ends it; every game is saved)").format(address=address))

    try:
        server.serve(Settings.of(), host=host or server.HOST, port=port, on_start=tell, browse=browser)
    except KeyboardInterrupt:
        typer.echo(_("Jardinet is closed."))


# jardinet simulate ---------------------------------------------------------------------------


def _simulate_one(
    game: str,
    seats: Annotated[
        str | None,
        typer.Option(help=_("The bots, by commas, such as random. Else the best one against random.")),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help=_("How many games."))] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help=_("The same seed gives the same games."))] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help=_("Processes; else one for each core."))] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help=_("Spread the games over the Ray cluster of this address; without one, over this machine's own."),
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result for machines."))] = False,
    lang: Lang = None,
    **parameters: Any,
) -> None:
    levels = _seats(game, seats, levels_of(game)[-1], "random")
    loaded = checked(game, len(levels), seed, parameters)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from jardinet.arena.simulate import simulate

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(_("games"), total=games)
        played = loaded()
        tally = simulate(
            played,
            levels,
            games,
            seed,
            rotate_first=parameters.get("first") is None,
            workers=workers,
            spread=None if ray is None else _over_cluster(ray),
            on_progress=lambda done: progress.update(task, completed=done),
        )
    _print_tally(tally, played, as_json=as_json, lang=lang)


def _over_cluster(address: str) -> Callable[[Contest], Iterator[Tally]]:
    from jardinet.arena.cluster import spread

    return partial(spread, address=address)


def _print_tally(tally: Tally, game: Game, *, as_json: bool, lang: str | None) -> None:
    if as_json:
        import msgspec

        told = {
            "game": repr(game),
            "games": tally.games,
            "seats": tally.results(),
            "mean_turns": tally.mean_turns(),
            "mean_decisions": tally.mean_decisions(),
            "ends": tally.ends,
            "is_interrupted": tally.is_interrupted,
        }
        typer.echo(msgspec.json.format(msgspec.json.encode(told)))
    else:
        from jardinet.terminal.screen import Screen
        from jardinet.terminal.tabular import show_tally
        from jardinet.words.game_words import load_words

        words = load_words(load_language(lang or preferred_code()), game, [result.level for result in tally.seats])
        show_tally(tally, words, Screen())
    if tally.is_interrupted:
        raise typer.Exit(INTERRUPTED)


# Records -----------------------------------------------------------------------------------


@app.command(
    help=_("Tell a recorded game, turn by turn."),
    epilog=_examples("replay game.jdn", "replay game.jdn --turn 12 --svg position.svg"),
)
def replay(
    record: RecordFile,
    turn: Annotated[int | None, typer.Option(min=1, help=_("Stop after this turn, as the record counts them."))] = None,
    svg: Annotated[Path | None, typer.Option(help=_("Draw the last position told into this file."))] = None,
    plain: Plain = False,
    lang: Lang = None,
) -> None:
    """Tell a recorded game, turn by turn."""
    from jardinet.play.files import load
    from jardinet.terminal.replay import check_turn, tell_game
    from jardinet.terminal.screen import Screen

    screen, language = Screen(is_plain=plain or None), load_language(lang or preferred_code())
    games = load(record)
    if turn:
        check_turn(games, turn, language)
    for one in games:
        picture = tell_game(one, screen, language, turn)
        if svg:
            svg.write_text(picture, encoding="utf-8")


@app.command(help=_("Check that a record's deal is the promised one."), epilog=_examples("verify game.jdn"))
def verify(record: RecordFile, lang: Lang = None) -> None:
    """Check that a record's deal is the one that was promised before the first tile."""
    from jardinet.play import verification
    from jardinet.play.files import load
    from jardinet.words.verification import verification_sentence

    language, is_fair = load_language(lang or preferred_code()), True
    for number, one in enumerate(load(record), 1):
        found = verification.verify(one)
        typer.echo(f"{number}. {verification_sentence(language, found.outcome)}")
        if one.deal:
            typer.echo(f"   {one.deal.commitment}")
        is_fair = is_fair and found.is_fair
    raise typer.Exit(DONE if is_fair else FAILED)


@app.command(help=_("Print the rules of the games."), epilog=_examples("rules", f"rules {_FIRST_GAME} --lang fr"))
def rules(
    game: Annotated[str, typer.Argument(help=_("The game; without it, all of them."))] = "",
    lang: Lang = None,
) -> None:
    """Print the rules of the games, in our own words."""
    from jardinet.words.game_words import rules_page
    from jardinet.words.rules_text import rules_lines

    language = load_language(lang or preferred_code())
    for name in [game.replace("-", "_")] if game else playable_games():
        typer.echo(title_of(name))
        typer.echo("\n".join(rules_lines(language, rules_page(language, name))))


@app.command(help=_("List the games, and what is missing from those that cannot be played."), epilog=_examples("games"))
def games(plain: Plain = False, lang: Lang = None) -> None:
    """List the games that are installed; one that is not complete is hidden everywhere else."""
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_games

    look_into_every_game()
    show_games(Screen(is_plain=plain or None), load_language(lang or preferred_code()))


BENCH_PARTS = ("play", "envs", "start", "server")


@app.command(
    help=_("Measure how fast everything is, beside its peers."),
    epilog=_examples("bench", "bench --only play,start", "bench --only server --json"),
)
def bench(
    only: Annotated[
        str | None,
        typer.Option(
            metavar="PARTS",
            help=_("Measure these parts alone, by commas: {parts}.").format(parts=", ".join(BENCH_PARTS)),
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result for machines."))] = False,
) -> None:
    """Measure how fast everything is, beside its peers, in one run; a line each as it is measured."""
    parts = [part.strip() for part in only.split(",")] if only is not None else list(BENCH_PARTS)
    for part in parts:
        if part not in BENCH_PARTS:
            sentence = _("there is no part {part} of the bench: there are {parts}.")
            raise GameError(sentence.format(part=repr(part), parts=", ".join(BENCH_PARTS)))
    if "server" in parts:
        with extra("server"):
            import jardinet.server.bench  # noqa: F401 - what it needs is missed before anything is measured
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_measurement

    screen, measured, is_interrupted = Screen(), [], False
    try:
        for one in _measured(part for part in BENCH_PARTS if part in parts):
            measured.append(one)
            if not as_json:
                show_measurement(one, screen)
    except KeyboardInterrupt:
        if not as_json:
            raise
        is_interrupted = True
    is_met = all(one.verdict() != "missed" for one in measured)
    if as_json:
        import msgspec

        told = {
            "parts": [part for part in BENCH_PARTS if part in parts],
            "rows": [
                {**msgspec.structs.asdict(one), "ratio": one.ratio(), "verdict": one.verdict()} for one in measured
            ],
            "is_met": is_met,
            "is_interrupted": is_interrupted,
        }
        typer.echo(msgspec.json.format(msgspec.json.encode(told)))
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(DONE if is_met else FAILED)


def _measured(parts: Iterable[str]) -> Iterator[Measurement]:
    """What there is to measure in these parts, each as soon as it is; meanwhile a terminal says which."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    for part in parts:
        with closing(_bench_rows(part)) as rows:
            for row in rows:
                with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
                    progress.add_task(row.name, total=None)
                    measured = row.measure()
                yield measured


def _bench_rows(part: str) -> Generator[Row]:
    if part == "server":
        from jardinet.server.bench import rows

        yield from rows()
    else:
        from jardinet.arena.bench import PARTS

        yield from PARTS[part]()


# A command a game ---------------------------------------------------------------------------

add_game_commands(play_app, playable_games(), _play_one, _play_examples)
add_game_commands(simulate_app, registered_games(), _simulate_one, _simulate_examples, RayCommand)
