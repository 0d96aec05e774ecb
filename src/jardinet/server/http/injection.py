"""Dependency injection of services: a handler is given those that its parameters name.

Litestar makes what a handler depends on anew at each request, several things in a task group, which takes a twentieth of
the time of a play. Services are the same from start to end: they are put among the arguments directly.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from litestar._kwargs import KwargsModel
from litestar.config.app import AppConfig
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.plugins import InitPlugin, ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute, WebSocketRoute


class Injection(InitPlugin, ReceiveRoutePlugin):
    """Plugin for Litestar that gives handlers the services that their parameters name."""

    def __init__(self, services: Mapping[str, Any]) -> None:
        """Give these, by the names of handlers' parameters."""
        self._services = services

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        """Declare the services as dependencies: Litestar has to know their names before it looks at handlers."""
        for name, service in self._services.items():
            app_config.dependencies.setdefault(name, Provide(_always(service), sync_to_thread=False))
        return app_config

    def receive_route(self, route: BaseRoute) -> None:
        """Give a route's handlers their services directly; Litestar calls this for each finished route."""
        for model in _models_of(route):
            asked = {one.key for batch in model.dependency_batches for one in batch}
            if given := {name: self._services[name] for name in asked & self._services.keys()}:
                rest = [{one for one in batch if one.key not in given} for batch in model.dependency_batches]
                model.dependency_batches = [batch for batch in rest if batch]
                model.extractors.append(_giving(given))


def _models_of(route: BaseRoute) -> Iterable[KwargsModel]:
    """What Litestar knows of the parameters of a route's handlers."""
    if isinstance(route, HTTPRoute):
        return [model for _handler, model in route.route_handler_map.values()]
    return (
        [route.handler_parameter_model] if isinstance(route, WebSocketRoute) and route.handler_parameter_model else []
    )


def _always(service: Any) -> Callable[[], Any]:
    return lambda: service


def _giving(
    given: Mapping[str, Any],
) -> Callable[[dict[str, Any], ASGIConnection[Any, Any, Any, Any]], Awaitable[None]]:
    async def give(arguments: dict[str, Any], _connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        arguments.update(given)

    return give
