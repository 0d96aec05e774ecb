"""Handlers are given services by name and type, and Litestar begins no task group for any of them."""

from __future__ import annotations

from pathlib import Path
from typing import get_type_hints

from litestar import Litestar
from litestar.routes import HTTPRoute, WebSocketRoute
from tests.kit.servers import settings_of

from jardinet.server.app import create_app
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


def test_no_request_begins_a_task_group(tmp_path: Path) -> None:
    asked = 0
    for route in _app(tmp_path).routes:
        if isinstance(route, HTTPRoute):
            for handler, model in route.route_handler_map.values():
                asked += bool(model.dependency_batches)
                assert all(len(batch) == 1 for batch in model.dependency_batches), handler
        elif isinstance(route, WebSocketRoute):
            assert route.handler_parameter_model
            assert not route.handler_parameter_model.dependency_batches
    assert asked, "somebody asks who calls"
