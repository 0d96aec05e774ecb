from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.kit.accounts import Browser, Player, Server
from tests.sizes import few

from jardinet.games import load_game
from jardinet.server.api.examples import recorded
from jardinet.server.api.responses import TableResponse

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def document(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{server.url}/api/openapi.json").json()
    return found


def test_the_document_is_made_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    first = document(server)
    monkeypatch.setattr("litestar.openapi.spec.OpenAPI.to_schema", None)  # whoever makes it again fails
    assert document(server) == first


def test_the_document_tells_of_the_api_and_of_nothing_else(server: Server) -> None:
    told = document(server)
    assert all(path.startswith("/api/") for path in told["paths"])
    operations = [one for item in told["paths"].values() for one in item.values()]
    assert len(operations) >= 14
    assert all(one["description"] and one["summary"] for one in operations)


def test_the_documents_page_takes_everything_from_this_server(server: Server) -> None:
    page = Browser(server.url).http.get("/api/reference").text
    assert "/api/bot/game/{table_id}/move/{move}" in page
    assert "<script" in page
    assert not re.search(r'(src|href)="(https?:)?//', page)


def test_the_document_names_no_file_that_only_whoever_has_the_source_can_open(server: Server) -> None:
    assert not re.search(r"\bdocs/|\.(md|py|html)\b", httpx.get(f"{server.url}/api/openapi.json").text)


@pytest.mark.parametrize("name", ["opened", "playing", "played", "returned", "remarked", "rematch", "own"])
def test_a_recorded_example_is_an_answer_that_the_server_could_give_today(name: str) -> None:
    answer = recorded()[name][0] if name == "own" else recorded()[name]
    seen = msgspec.convert(answer, TableResponse)
    assert msgspec.to_builtins(seen) == answer
    if seen.state.view:
        state = load_game(seen.agreement.game, **seen.state.parameters).deserialize_state(seen.state.moves)
        assert msgspec.to_builtins(state.view(seen.state.seat)) == seen.state.view


def test_no_request_breaks_the_server_or_the_schema(server: Server, player: Callable[[str], Player]) -> None:
    """Requests made up from the schema, good ones and bad ones; streams, which do not end, are left out."""
    one = player("Ada")
    table_id = one.open("lucky_numbers")
    schema = schemathesis.openapi.from_dict(document(server)).exclude(path_regex="stream")
    tried: list[Any] = []
    for operation in schema.get_all_operations():
        cases = operation.ok().as_strategy()  # type: ignore[union-attr]

        @settings(max_examples=few(60, 12), deadline=None, database=None, derandomize=True, phases=[Phase.generate],
                  suppress_health_check=list(HealthCheck))  # fmt: skip
        @given(case=cases)
        def try_one(case: Any) -> None:
            if "table_id" in (case.path_parameters or {}) and len(tried) % 3:
                case.path_parameters["table_id"] = table_id
            tried.append(case)
            case.call_and_validate(base_url=server.url, headers={"Authorization": f"Bearer {one.token}"}, checks=CHECKS)

        try_one()
    assert len(tried) > 100
