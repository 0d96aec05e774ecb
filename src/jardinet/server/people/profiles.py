"""Profiles: what a person who has a way back shows of themselves to everybody, once they choose so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from jardinet.games.parameters import GameError
from jardinet.server.people.handles import HandleTakenError, check_free
from jardinet.server.storage.account_models import DeviceRow
from jardinet.server.storage.models import PersonRow, SeatRow
from jardinet.server.storage.profile_models import ProfileRow
from jardinet.server.storage.result_models import ResultRow

_MINE, _OTHER = aliased(SeatRow), aliased(SeatRow)


class NoSuchProfileError(GameError):
    """Nobody shows a profile by that handle; it never says whether somebody has one that they do not show."""

    def __init__(self) -> None:
        super().__init__("no-such-profile", "nobody shows a profile by that handle here.")


class NoProfileError(GameError):
    """Somebody cannot have a profile; the message says why."""


@dataclass(frozen=True)
class Profile:
    """Profile of a person.

    Attributes:
        person: their id, which is told to nobody.
        name: what they are called.
        since: when they came first.
    """

    person: str
    handle: str
    name: str
    since: datetime
    is_public: bool
    shows_level: bool = False


@dataclass(frozen=True)
class GamesCount:
    """How many games of one kind somebody has finished, lessons not counted.

    Attributes:
        game: what was played.
        with_people: at how many another person sat.
        with_bots: how many were against bots alone.
    """

    game: str
    with_people: int
    with_bots: int


def profile_of(connection: Connection, person: str) -> Profile | None:
    """A person's own profile; None: they have none."""
    return _found(connection, ProfileRow.person_id == person)


def shown_profile(connection: Connection, handle: str, reader: str | None = None) -> Profile:
    """The profile of a handle, if its person shows it, or is the reader.

    Raises:
        NoSuchProfileError: there is none, or the reader may not see it.
    """
    profile = _found(connection, ProfileRow.handle == handle.strip().lower())
    if profile is None or not (profile.is_public or profile.person == reader):
        raise NoSuchProfileError
    return profile


def keep_profile(
    connection: Connection, person: str, handle: str, at: datetime, *, is_public: bool, shows_level: bool = False
) -> None:
    """Let a person have a profile, in place of an earlier one.

    Args:
        connection: to the database.
        person: who has a way back.
        handle: a checked one: see `checked_handle`.
        at: the time.
        is_public: whether others may see it.
        shows_level: whether it tells their level.

    Raises:
        HandleTakenError: somebody else has that handle.
        NoProfileError: the person has no way back.
    """
    if connection.scalar(select(DeviceRow.id).where(DeviceRow.person_id == person).limit(1)) is None:
        raise NoProfileError("profile-of-guest", "only somebody who has a way back has a profile: make one first.")
    check_free(connection, person, handle)
    made_at = connection.scalar(select(ProfileRow.made_at).where(ProfileRow.person_id == person)) or at
    connection.execute(delete(ProfileRow).where(ProfileRow.person_id == person))
    shown = {"is_public": is_public, "shows_level": shows_level}
    row = {"person_id": person, "handle": handle, **shown, "made_at": made_at}
    try:
        connection.execute(insert(ProfileRow), row)
    except IntegrityError:  # a process that does not ask first was faster
        raise HandleTakenError from None


def games_of(connection: Connection, person: str) -> list[GamesCount]:
    """How many games a person has finished, by kind, with people and with bots; those at one screen alone count for neither."""
    at_table = (_OTHER.table_id == _MINE.table_id,)
    with_people = exists().where(*at_table, _OTHER.person_id != person)
    with_bots = exists().where(*at_table, _OTHER.person_id.is_(None))
    earlier = exists().where(*at_table, _OTHER.person_id == person, _OTHER.number < _MINE.number)
    found = (
        select(ResultRow.played, with_people.label("with_people"), func.count())
        .join(_MINE, (_MINE.table_id == ResultRow.table_id) & (_MINE.number == ResultRow.seat))
        .where(_MINE.person_id == person, ~earlier, ~ResultRow.is_lesson, with_people | with_bots)
        .group_by(ResultRow.played, "with_people")
    )
    counts: dict[str, dict[bool, int]] = {}
    for played, among_people, count in connection.execute(found):
        counts.setdefault(played, {})[bool(among_people)] = count
    return [GamesCount(game, of.get(True, 0), of.get(False, 0)) for game, of in counts.items()]


def _found(connection: Connection, which: ColumnElement[bool]) -> Profile | None:
    shown = ProfileRow.is_public, ProfileRow.shows_level
    found = select(ProfileRow.person_id, ProfileRow.handle, PersonRow.name, PersonRow.created_at, *shown)
    found = found.join(PersonRow, PersonRow.id == ProfileRow.person_id).where(which)
    row = connection.execute(found).one_or_none()
    return None if row is None else Profile(*row)
