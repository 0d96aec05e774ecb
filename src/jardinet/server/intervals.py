"""Intervals of the server: how soon something is noticed, and how long people and bots wait for each other.

No limit and no promise to people is among them; so tests may have shorter ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

BOT_PACES = ("instant", "quick", "calm")  # how long a bot waits before it acts: Intervals.bot_pace


@dataclass(frozen=True)
class Intervals:
    """Intervals of one server, in seconds.

    Attributes:
        bans: between two reads of the bans, which any process may have changed.
        devices: between two looks for devices that another process has signed out, and for which what is known of one holds.
        presence: between two reads of who is at which table.
        presence_pause: between two writes of who has come, at least: several people are one statement then.
        away_after: without an open page or a request until somebody counts as away.
        removed_tables: between two looks whether the tables of open pages still exist.
        deadlines: between two looks for tables where somebody's time is about to be up; what is found is dealt with in time.
        lateness: after a deadline, in which a play that was on its way still counts.
        awaited_bots: between two looks for bots that are awaited, which an outage may have left.
        outbox: between two looks for what other processes have left undone.
        keep_alive: between two lines of a stream, at most (Lichess has six seconds too).
        company: between two loads of the home page's list of waiting tables; whole seconds.
        seeks: between two looks whether people who seek can be paired, while somebody does.
        seek_kept: without an open page or stream until somebody who seeks counts as gone.
        seek_patience: for whoever was found to say that they are there.
        seek_widens: of waiting, after each of which a range widens.
        tournaments: between two looks at tournaments that are open or run.
        next_game: after a game of a tournament's match until the next one begins, if nobody at the table begins it before.
        reload: between two loads of a table's page where there is no JavaScript; whole seconds.
        bot_pace: by the name of a pace, how long a bot waits before its turn, so that people can follow.
        bot_goes_on: by the same, before each further action of the turn.
        correction: by the same, how long a person alone among bots may change a choice before the bots choose.
    """

    bans: float = 10.0
    devices: float = 2.5
    presence: float = 20.0
    presence_pause: float = 1.0
    away_after: float = 60.0
    removed_tables: float = 5.0
    deadlines: float = 5.0
    lateness: float = 0.5
    awaited_bots: float = 10.0
    outbox: float = 10.0
    keep_alive: float = 6.0
    company: int = 15
    seeks: float = 2.0
    seek_kept: float = 60.0
    seek_patience: float = 30.0
    seek_widens: float = 15.0
    tournaments: float = 2.0
    next_game: float = 30.0
    reload: int = 3
    bot_pace: Mapping[str, float] = field(default_factory=lambda: dict(zip(BOT_PACES, (0.0, 0.1, 2.0), strict=True)))
    bot_goes_on: Mapping[str, float] = field(default_factory=lambda: dict(zip(BOT_PACES, (0.0, 0.0, 2.0), strict=True)))
    correction: Mapping[str, float] = field(default_factory=lambda: dict(zip(BOT_PACES, (0.0, 0.6, 1.5), strict=True)))
