"""Metrics of a process, for Prometheus: named here, and counted where things happen.

No label holds what a client may choose: games, routes and statuses are ours, so that nobody can make their number grow.
"""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

# The creation time of each series would add half as many lines again, and nobody asks for it.
disable_created_metrics()  # type: ignore[no-untyped-call]

PLAYS = Counter("jardinet_plays", "Plays that are durable, secret choices among them.", ["game", "by"])
REQUESTS = Histogram(
    "jardinet_request_seconds",
    "Seconds until a request's answer begins; its number of answers by status is the count.",
    ["route", "status"],
    buckets=(0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
ERRORS = Counter(
    "jardinet_errors", "Answers that a fault of ours is (500), or a database that is away (503).", ["status"]
)
VIEWERS = Gauge("jardinet_viewers", "Live pages and streams that are open.", ["kind"])
TURNS = Histogram(
    "jardinet_bot_turn_seconds",
    "Seconds until a bot had chosen, waiting for a processor included, and no pause so that people can follow.",
    buckets=(0.001, 0.01, 0.05, 0.25, 1, 5, 20, 60),
)
BOTS_WAITING = Gauge("jardinet_bots_waiting", "Tables whose bot waits for a processor.")
BOTS_CHOOSING = Gauge("jardinet_bots_choosing", "Tables whose bot is choosing.")
JOBS = Gauge("jardinet_database_jobs_waiting", "Jobs that wait for a thread to the database.", ["kind"])
ROUNDS = Counter(
    "jardinet_worker_rounds",
    "Rounds of the workers: done, broken, or in vain while the database was away.",
    ["worker", "end"],
)

PEOPLE_PLAY, BOTS_PLAY = "person", "bot"

for _kind in ("page", "stream"):
    VIEWERS.labels(_kind)  # shown as 0 before the first comes, so that an alert knows it
for _status in ("500", "503"):
    ERRORS.labels(_status)
