"""Logs of the server: plain lines for people, or a line of JSON a record, with the request that each belongs to.

No record holds an address as it was asked for: a seat's key may be part of it. Routes' templates stand for them.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from logging.config import dictConfig
from typing import Any

from litestar.connection import ASGIConnection
from pythonjsonlogger.json import JsonFormatter

from jardinet.server.settings import LogForm

NOWHERE = "none"  # the route of requests that are turned away, or ask for what does not exist

request_id: ContextVar[str] = ContextVar("request_id", default="")

_log = logging.getLogger(__name__)


def set_up_logs(form: LogForm) -> None:
    """Log in this form from now on: as `text` warnings and faults, as `json` each answered request too."""
    if form == "text":
        return  # as Python does by itself
    logging.captureWarnings(True)
    dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "json": {
                    "()": JsonFormatter,
                    "fmt": "%(levelname)s %(name)s %(message)s",
                    "rename_fields": {"levelname": "level", "name": "logger", "exc_info": "traceback"},
                    "timestamp": "time",
                }
            },
            "filters": {"request": {"()": _OfRequest}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["request"]}},
            "root": {"level": "WARNING", "handlers": ["stderr"]},
            "loggers": {"jardinet": {"level": "INFO"}},
        }
    )


class _OfRequest(logging.Filter):
    """Filter that holds nothing back, and adds the id of the request in which a record was made."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request = request_id.get()
        return True


def tell_fault(connection: ASGIConnection[Any, Any, Any, Any], error: Exception) -> None:
    """Log that something of ours is broken, and where."""
    method, route = connection.scope.get("method", "WEBSOCKET"), connection.scope.get("path_template", NOWHERE)
    _log.error("%s %s is broken (request %s)", method, route, request_id.get(), exc_info=error)
