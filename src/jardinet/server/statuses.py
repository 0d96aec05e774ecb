"""HTTP statuses of what is not possible, the same for pages and programs."""

from __future__ import annotations

from litestar.exceptions import HTTPException

from jardinet.games.parameters import GameError
from jardinet.server.daily.daily import NoSuchDealError
from jardinet.server.guards.sign_in_limits import SignInsExceededError
from jardinet.server.http.request_error import RequestError
from jardinet.server.lobby.seek import NobodyWaitsError
from jardinet.server.notifications.chosen import MailKeyError
from jardinet.server.people.devices import NoAccountsError
from jardinet.server.people.links import LinkOverError
from jardinet.server.people.passwords import BusyError
from jardinet.server.people.profiles import NoProfileError, NoSuchProfileError
from jardinet.server.people.ways import NoWayBackError
from jardinet.server.storage.database import DatabaseAwayError, DatabaseRefusesError
from jardinet.server.tables.errors import (
    BannedError,
    HiddenTableError,
    NoSuchTableError,
    NotForYouError,
    NotInvitedError,
    NotYoursError,
    StaleError,
    TooManyRemarksError,
)
from jardinet.server.tournaments.pins import WrongPinError
from jardinet.server.tournaments.repository import NoSuchTournamentError

_STATUS: dict[type[Exception], int] = {
    NoSuchTableError: 404,
    NoSuchTournamentError: 404,
    NoSuchDealError: 404,
    WrongPinError: 403,
    LinkOverError: 404,
    MailKeyError: 404,
    NoSuchProfileError: 404,
    NoProfileError: 409,
    NoAccountsError: 403,
    NoWayBackError: 409,
    SignInsExceededError: 429,
    BusyError: 429,
    NotYoursError: 403,
    BannedError: 403,
    NobodyWaitsError: 409,
    NotForYouError: 403,
    HiddenTableError: 403,
    NotInvitedError: 403,
    StaleError: 409,
    TooManyRemarksError: 429,
    DatabaseAwayError: 503,
    DatabaseRefusesError: 503,
}


def status_of(error: Exception) -> int:
    """The status of an error; 422 for anything else that the games refuse, 500 for a fault of ours."""
    if isinstance(error, HTTPException):
        return error.status_code
    if isinstance(error, RequestError):
        return error.status
    return _STATUS.get(type(error), 422 if isinstance(error, GameError) else 500)
