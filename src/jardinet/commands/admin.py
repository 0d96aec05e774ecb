"""`jardinet admin`: commands for a server's operator to look after its tables and people, also while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from jardinet.commands.options import FIRST_GAME, LANGUAGE, Plain, _, examples, game_of
from jardinet.commands.shell import App
from jardinet.extras import extra
from jardinet.games.parameters import ParameterError

if TYPE_CHECKING:
    from jardinet.server.operation.admin import TableEntry
    from jardinet.server.services import Services

T = TypeVar("T")
MOST_LISTED, IDLE_DAYS, KEY_DAYS, BANS_KNOWN = 20, 90, 30, 20

app = App(
    no_args_is_help=True,
    help=_("Look after a server, even while it is running."),
    epilog=examples("admin list --limit 50", "admin prune --dry-run", "admin stats --json"),
)

TableId = Annotated[str, typer.Argument(metavar=_("TABLE"), help=_("The table: the end of its page's address, /t/ID."))]
Whom = Annotated[
    str,
    typer.Argument(
        metavar=_("WHOM"), help=_("A person's id, TABLE:SEAT for the person who sits there, an address, or a network.")
    ),
]
_DASHES = {"ignore_unknown_options": True}  # a table's id may begin with one
AsJson = Annotated[bool, typer.Option("--json", help=_("Print the result as JSON."))]


@app.command("list", help=_("List the newest tables."), epilog=examples("admin list --json"))
def list_tables(
    limit: Annotated[int, typer.Option(min=1, max=10_000, help=_("How many tables."))] = MOST_LISTED,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    """List the newest tables, the latest first."""
    with extra("server"):
        from jardinet.server.operation.admin import latest

    found = _done(lambda services: services.database.read(partial(latest, limit=limit)))
    if as_json:
        _print_json(found)
        return
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_rows

    headings = [_("table"), _("game"), _("who"), _("state"), _("age"), _("last play")]
    rows = [[one.id, one.game, _who(one), _state(one.state), _ago(one.created_at), _ago(one.last_at)] for one in found]
    show_rows(headings, rows, Screen(is_plain=plain or None), LANGUAGE)


@app.command(
    help=_("Remove a table, and everything played there."),
    epilog=examples("admin close ID"),
    context_settings=_DASHES,
)
def close(table: TableId) -> None:
    """Remove a table, and everything played there."""
    with extra("server"):
        from jardinet.server.operation import admin

    _done(lambda services: services.database.write(partial(admin.close, table_id=table)))
    typer.echo(_("Table {table} has been removed.").format(table=table))


@app.command(help=_("Take a table off the home page."), epilog=examples("admin unlist ID"), context_settings=_DASHES)
def unlist(table: TableId) -> None:
    """Take a table off the home page: people who have its link can still open it."""
    with extra("server"):
        from jardinet.server.operation import admin

    _done(lambda services: services.database.write(partial(admin.unlist, table_id=table)))
    typer.echo(_("Table {table} is off the home page.").format(table=table))


@app.command(
    help=_("Remove guests' tables at which nothing has happened for a long time."),
    epilog=examples("admin prune --dry-run", "admin prune --days 30"),
)
def prune(
    days: Annotated[int, typer.Option(min=1, max=36_500, help=_("How many days count as a long time."))] = IDLE_DAYS,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=_("Only list them, and remove nothing."))] = False,
) -> None:
    """Remove idle tables of guests, finished ones too; a table where somebody has a token stays."""
    with extra("server"):
        from jardinet.server.operation import admin

    async def job(services: Services) -> int:
        count = 0
        async for tables in (admin.idle_tables if dry_run else admin.prune)(services.database, timedelta(days=days)):
            for one in tables:
                typer.echo(f"{one.id}  {one.game}  {_who(one)}  {one.last_at:%Y-%m-%d}")
            count += len(tables)
        return count

    count = LANGUAGE.number(_done(job))
    told = _("Tables that would be removed: {count}.") if dry_run else _("Tables removed: {count}.")
    typer.echo(told.format(count=count))


@app.command(help=_("Count what the server holds."), epilog=examples("admin stats", "admin stats --json"))
def stats(as_json: AsJson = False, plain: Plain = False) -> None:
    """Count people, tables by game and state, and plays, and measure the database."""
    with extra("server"):
        from jardinet.server.operation.admin import statistics

    found = _done(lambda services: statistics(services.database))
    if as_json:
        _print_json(found)
        return
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_rows

    number, screen = LANGUAGE.number, Screen(is_plain=plain or None)
    rows = [[game, *map(number, (by["waiting"], by["playing"], by["over"]))] for game, by in found.tables.items()]
    show_rows([_("game"), *map(_state, ("waiting", "playing", "over"))], rows, screen, LANGUAGE)
    told = _("People: {people}. Tokens: {tokens}. Moves: {moves}. The database takes {megabytes} MB.")
    screen.say(
        told.format(
            people=number(found.people),
            tokens=number(found.tokens),
            moves=number(found.plies),
            megabytes=number(round(found.bytes / 1e6, 1)),
        )
    )


@app.command(
    help=_("Ban a person, who may then only watch, or an address, which gets no answer."),
    epilog=examples("admin ban ID:2", "admin ban 192.0.2.0/24 --days 7"),
    context_settings=_DASHES,
)
def ban(
    whom: Whom,
    days: Annotated[
        int | None, typer.Option(min=1, max=36_500, help=_("For how many days; otherwise until the ban is lifted."))
    ] = None,
) -> None:
    """Ban a person or an address, for some days or until the ban is lifted."""
    with extra("server"):
        from jardinet.server.guards import bans

    def banned(services: Services) -> Awaitable[str]:
        until = None if days is None else services.database.now() + timedelta(days=days)
        return services.database.write(partial(bans.ban, whom=whom, until=until))

    key = _done(banned)
    typer.echo(
        _("Banned: {whom}. All processes will know within {seconds} seconds.").format(whom=key, seconds=BANS_KNOWN)
    )


@app.command(help=_("Lift a ban."), epilog=examples("admin unban 192.0.2.0/24"), context_settings=_DASHES)
def unban(whom: Whom) -> None:
    """Lift a ban."""
    with extra("server"):
        from jardinet.server.guards import bans

    key = _done(lambda services: services.database.write(partial(bans.unban, whom=whom)))
    typer.echo(_("No longer banned: {whom}.").format(whom=key))


@app.command("bans", help=_("List the bans."), epilog=examples("admin bans --json"))
def list_bans(as_json: AsJson = False, plain: Plain = False) -> None:
    """List the bans that have not ended, the latest first."""
    with extra("server"):
        from jardinet.server.guards.bans import bans

    found = _done(lambda services: services.database.read(bans))
    if as_json:
        _print_json(found)
        return
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_rows

    rows = [[one.whom, one.name or "–", _day(one.banned_at), _day(one.until) if one.until else "–"] for one in found]
    show_rows([_("whom"), _("name"), _("since"), _("until")], rows, Screen(is_plain=plain or None), LANGUAGE)


@app.command(
    help=_("Make a link by which somebody who has lost their device goes on on another one, once, within ten minutes."),
    epilog=examples("admin link ID", "admin link ID --site https://garden.example"),
)
def link(
    person: Annotated[
        str, typer.Argument(metavar=_("PERSON"), help=_("Their id, as `jardinet admin list --json` tells it."))
    ],
    site: Annotated[
        str | None,
        typer.Option(help=_("Where the server is reached; otherwise the first address of JARDINET_ORIGINS.")),
    ] = None,
) -> None:
    """Make a link of ten minutes for a person; cookies from before they had a way back open nothing once it is used."""
    with extra("server"):
        from jardinet.server.people.links import make_link
        from jardinet.server.settings import SettingError, accounts_policy, site_of

    if accounts_policy() == "off":
        raise SettingError("no-accounts", "JARDINET_ACCOUNTS is off: this server keeps no accounts.")
    address = site_of(site)
    key = _done(lambda services: services.database.write(partial(make_link, person=person, at=services.database.now())))
    typer.echo(f"{address}/go-on/{key}")
    typer.echo(_("It works once, within ten minutes: send it to that person alone."), err=True)


@app.command(
    help=_("Make all ratings again from the rated games; they come out as they are."),
    epilog=examples("admin rerate", f"admin rerate --from games.csv --game {FIRST_GAME}"),
)
def rerate(
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar=_("FILE"),
            help=_("Only tell what ratings the games of this file lead to, as “jardinet arena --csv” writes it."),
        ),
    ] = None,
    game: Annotated[str | None, typer.Option(help=_("Only this game; with --from it must be given."))] = None,
) -> None:
    """Make all ratings again, or tell those that an arena's games lead to."""
    with extra("server"):
        from jardinet.server.people import ratings
    from jardinet.words.game_words import title_in

    names = ratings.rated_games()
    if game is not None:
        names = [one for one in names if one == game_of(game)]
        if not names:
            raise ParameterError("rated-game", "{game} cannot be rated.", game=game)
    if source is not None:
        if game is None:
            raise ParameterError("from-game", "--from needs --game: the file does not say what was played.")
        _tell_ratings(names[0], source)
        return
    for name in names:

        def job(services: Services, played: str = name) -> Awaitable[list[str]]:
            return ratings.rerate(services.database, played)

        count = len(_done(job))
        told = _("{game}: ratings made again from {count} games.")
        typer.echo(told.format(game=title_in(LANGUAGE, name), count=LANGUAGE.number(count)))


def _tell_ratings(game: str, source: Path) -> None:
    """Print the ratings that an arena's games lead to, the strongest first."""
    from jardinet.ratings.arena_file import games_in
    from jardinet.ratings.ladder import ladder_of
    from jardinet.ratings.yardstick import load_yardstick
    from jardinet.words.ratings import strength_told

    yardstick = load_yardstick(game)
    assert yardstick
    ladder = ladder_of(yardstick, games_in(source))
    for name, one in sorted(ladder.ratings.items(), key=lambda entry: -entry[1].value):
        typer.echo(f"{name}  {strength_told(LANGUAGE, one.value, one.doubt)}  {LANGUAGE.number(one.games)}")


@app.command(
    help=_("Call people now who should have been called by a time, for instance after an outage."),
    epilog=examples("admin remind", "admin remind --now 2026-12-24T18:00"),
)
def remind(
    now: Annotated[str | None, typer.Option(metavar=_("TIME"), help=_("By this time, in UTC; else by now."))] = None,
) -> None:
    """Send the calls that are due at a time."""
    with extra("server"):
        from jardinet.server.services import Services  # noqa: F401 - a missing extra is told in words

    def job(services: Services) -> Awaitable[int]:
        if services.notifier is None:
            raise ParameterError(
                "calls-not-set-up", "nobody is called here: JARDINET_PUSH and JARDINET_SMTP_URL are not set."
            )
        return services.notifier.remind(_time_of(now) if now else services.database.now())

    count = _done(job, sends=True)
    typer.echo(
        LANGUAGE.ngettext("{count} call was sent.", "{count} calls were sent.", count).format(
            count=LANGUAGE.number(count)
        )
    )


def _time_of(text: str) -> datetime:
    """The time in UTC that a text names."""
    try:
        at = datetime.fromisoformat(text)
        at = at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        at = datetime.max.replace(tzinfo=UTC)
    if abs(at - datetime.now(UTC)) > timedelta(days=366):
        raise ParameterError(
            "remind-time", "{time} is no time within a year: it must be like 2026-12-24T18:00, in UTC.", time=text
        )
    return at


@app.command(
    "rotate-key",
    help=_("Give the server a new key; older ones are still accepted for a while."),
    epilog=examples("admin rotate-key", "admin rotate-key --days 0"),
)
def rotate_key(
    days: Annotated[
        int,
        typer.Option(min=0, max=3650, help=_("How many days the old key is still accepted; 0: it is dropped at once.")),
    ] = KEY_DAYS,
) -> None:
    """Put a new key before the old ones in the server's key file; if the environment gives the key, print its new value."""
    with extra("server"):
        from jardinet.server.settings import rotate_keys

    keys, path = rotate_keys(days)
    if path is None:
        typer.echo("JARDINET_KEY=" + ",".join(one.written() for one in keys.all))
        told = _("Set this in the environment of every process of the server.")
    else:
        told = _("The new key is in {path}.").format(path=path)
    typer.echo(told, err=True)
    begins = keys.all[0].seals_from
    if begins is None:
        told = _("Restart all processes at once. Visitors come back by the links to their seats.")
    else:
        told = _("Restart all processes, one after another, before {day} (UTC): from then on the new key is used.")
        told = told.format(day=begins)
    typer.echo(told, err=True)


def _done(job: Callable[[Services], Awaitable[T]], *, sends: bool = False) -> T:
    """The result of a job on the services of a server, with the database of its settings open, and no worker running.

    Args:
        job: what is done.
        sends: it calls people, and needs all settings for that: the server's key among them.

    Raises:
        SettingError: the settings name no database, or it does not answer.
    """
    from jardinet.server.keys import Keys
    from jardinet.server.operation.admin import opened
    from jardinet.server.services import services_of
    from jardinet.server.settings import Settings, database_url

    async def run() -> T:
        url = database_url()
        async with opened(url) as database:
            # What seals and sends nothing needs neither the server's key nor its Redis.
            settings = Settings.of() if sends else Settings(url, Keys.new())
            return await job(services_of(settings, database=database))

    return asyncio.run(run())


def _who(table: TableEntry) -> str:
    return ", ".join(seat.name or seat.level or "–" for seat in table.seats)


def _state(state: str) -> str:
    return {"waiting": _("waiting"), "playing": _("playing"), "over": _("over")}[state]


def _ago(at: datetime) -> str:
    from babel.dates import format_timedelta

    return format_timedelta(datetime.now(UTC) - at, locale=LANGUAGE.code)


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"


def _print_json(told: Sequence[Any] | Any) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(told)))
