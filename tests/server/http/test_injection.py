"""Handlers are given services by name and type, and what follows from them; Litestar makes none of it anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_type_hints

from litestar import Litestar, Request, get
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery
from litestar.routes import HTTPRoute, WebSocketRoute
from litestar.testing import TestClient
from tests.kit.servers import settings_of

from jardinet.server.app import create_app
from jardinet.server.http.injection import Injection
from jardinet.server.services import Services


def _app(folder: Path) -> Litestar:
    return create_app(settings_of(f"sqlite:///{folder / 'tables.sqlite3'}"))


def test_a_parameter_that_bears_a_services_name_has_its_type(tmp_path: Path) -> None:
    types, seen = get_type_hints(Services), set[str]()
    for route in _app(tmp_path).routes:
        if isinstance(route, HTTPRoute | WebSocketRoute):
            for handler in route.route_handlers if isinstance(route, HTTPRoute) else [route.route_handler]:
                for name, field in handler.parsed_fn_signature.parameters.items():
                    if name in types:
                        seen.add(name)
                        given, asked = types[name], field.annotation
                        assert given == asked or issubclass(given, asked), f"{handler}: {name}"
    assert {"service", "database", "limits", "accounts", "introductions", "intervals", "live_pages"} <= seen


def test_no_request_has_litestar_make_what_a_handler_depends_on(tmp_path: Path) -> None:
    asked = set[str]()
    for route in _app(tmp_path).routes:
        if isinstance(route, HTTPRoute):
            for handler, model in route.route_handler_map.values():
                assert not model.dependency_batches, handler
                asked |= handler.parsed_fn_signature.parameters.keys()
        elif isinstance(route, WebSocketRoute):
            assert route.handler_parameter_model
            assert not route.handler_parameter_model.dependency_batches
    assert {"caller", "visitor", "service"} <= asked


def test_what_needs_more_than_services_and_the_request_is_made_by_litestar() -> None:
    async def find_seat(number: FromQuery[int], request: Request[Any, Any, Any], keys: NamedDependency[str]) -> str:
        return f"{request.method} {keys} {number}"

    async def find_keys(request: Request[Any, Any, Any], keys: NamedDependency[str]) -> str:
        return f"{request.method} {keys}"

    @get("/", sync_to_thread=False)
    def handler(seat: NamedDependency[str], own: NamedDependency[str], keys: NamedDependency[str]) -> list[str]:
        return [seat, own, keys]

    found = {"seat": Provide(find_seat), "own": Provide(find_keys)}
    injection = Injection(["keys"])
    app = Litestar([handler], dependencies=found, plugins=[injection], openapi_config=None)
    [model] = [
        model
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method, (_, model) in route.route_handler_map.items()
        if method == "GET"
    ]
    assert [{one.key for one in batch} for batch in model.dependency_batches] == [{"seat"}]
    with TestClient(app) as client:
        for key in ("a key", "another"):  # one server after another
            injection.give({"keys": key, "more": "than handlers ask for"})
            assert client.get("/?number=3").json() == [f"GET {key} 3", f"GET {key}", key]
