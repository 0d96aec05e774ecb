"""Dependency injection of services, and of what a function finds out by them: a handler is given what its parameters name.

Litestar makes what a handler depends on anew at each request, several things in a task group, which takes a twentieth of
the time of a play. Services are the same from start to end: they are put among the arguments directly. So is the result of a
function that needs nothing but services and the request.
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

Arguments = dict[str, Any]
Connection = ASGIConnection[Any, Any, Any, Any]

REQUEST = "request"  # Litestar's own name for it, among the arguments


class Injection(InitPlugin, ReceiveRoutePlugin):
    """Plugin for Litestar that gives handlers the services that their parameters name, and what follows from these."""

    def __init__(self, names: Iterable[str]) -> None:
        """Give services of these names, which are those of handlers' parameters; see `give`."""
        self._services: dict[str, Any] = dict.fromkeys(names)
        self._given: list[dict[str, Any]] = []  # what each handler and function is given

    def give(self, services: Mapping[str, Any]) -> None:
        """Give these from now on, by all the names."""
        for given in (self._services, *self._given):
            given.update({name: services[name] for name in given})

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        """Declare the services as dependencies: Litestar has to know their names before it looks at handlers."""
        for name in self._services:
            app_config.dependencies.setdefault(name, Provide(self._service(name), sync_to_thread=False))
        return app_config

    def _service(self, name: str) -> Callable[[], Any]:
        return lambda: self._services[name]

    def receive_route(self, route: BaseRoute) -> None:
        """Give a route's handlers their services directly; Litestar calls this for each finished route."""
        for model in _models_of(route):
            asked = {one.key: one.provide for batch in model.dependency_batches for one in batch}
            if given := self._those(asked):
                model.extractors.append(_giving(given))
            found = {name: one for name, one in asked.items() if name not in given and self._suffices_for(one)}
            model.extractors.extend(self._finding(name, provide) for name, provide in found.items())
            direct = given.keys() | found.keys()
            rest = [{one for one in batch if one.key not in direct} for batch in model.dependency_batches]
            model.dependency_batches = [batch for batch in rest if batch]

    def _those(self, names: Iterable[str]) -> dict[str, Any]:
        """The services among these names, kept up to date."""
        given = {name: self._services[name] for name in names if name in self._services}
        self._given.append(given)
        return given

    def _suffices_for(self, provide: Provide) -> bool:
        """Whether an asynchronous function needs the request, and nothing else but what is given here."""
        is_plain = not (provide.has_sync_callable or provide.use_cache or provide.has_async_generator_dependency)
        return is_plain and provide.parsed_fn_signature.parameters.keys() - self._services.keys() == {REQUEST}

    def _finding(self, name: str, provide: Provide) -> Callable[[Arguments, Connection], Awaitable[None]]:
        """What puts the result of such a function among the arguments."""
        given = self._those(provide.parsed_fn_signature.parameters)

        async def put(arguments: Arguments, connection: Connection) -> None:
            arguments[name] = await provide.dependency(request=connection, **given)

        return put


def _models_of(route: BaseRoute) -> Iterable[KwargsModel]:
    """What Litestar knows of the parameters of a route's handlers."""
    if isinstance(route, HTTPRoute):
        return [model for _handler, model in route.route_handler_map.values()]
    return (
        [route.handler_parameter_model] if isinstance(route, WebSocketRoute) and route.handler_parameter_model else []
    )


def _giving(given: Mapping[str, Any]) -> Callable[[Arguments, Connection], Awaitable[None]]:
    async def give(arguments: Arguments, _connection: Connection) -> None:
        arguments.update(given)

    return give
