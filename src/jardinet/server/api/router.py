"""Router of the API, and its OpenAPI document: the addresses, what holds for all of them, what describes them."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, Router, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components

from jardinet.server.api.accounts import AccountApi, GuestApi
from jardinet.server.api.analyses import AnalysisApi
from jardinet.server.api.authentication import BEARER, SCHEME, provide_account, provide_visitor
from jardinet.server.api.bot_streams import BotApi
from jardinet.server.api.json_response import JsonResponse
from jardinet.server.api.preferences import PreferencesApi
from jardinet.server.api.problems import answer_problem
from jardinet.server.api.seats import SeatApi
from jardinet.server.api.tables import TableApi
from jardinet.server.pages.render import render
from jardinet.server.people.reader import reader_of

ABOUT = """\
Play the games of this garden by a program. Everything a person can do at a table a program can do here,
under the same rules. A token that you make at /account says who you are; send it as `Authorization: Bearer TOKEN`.
Whoever has none comes as a guest (`POST /api/guests`).
What is not possible is answered by a status from 400 on and `{"error": "a sentence", "code": "a-code"}`: the sentence for people, in the language
of `Accept-Language`, the code for programs, always the same.
"""
_DOCUMENT = "openapi.json"  # in the application's state


class DocumentPage(OpenAPIRenderPlugin):
    """The OpenAPI document as a plain page of our own: nothing comes from elsewhere."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        operations = [
            {"method": method.upper(), "path": path, **operation}
            for path, item in sorted(openapi_schema["paths"].items())
            for method, operation in item.items()
        ]
        schemas = openapi_schema["components"]["schemas"]
        shown = [{**one, "sent": _sent(one, schemas), "answers": _answers(one)} for one in operations]
        return render("api.html", reader_of(request), document=openapi_schema, operations=shown).encode()


def _sent(operation: dict[str, Any], schemas: dict[str, Any]) -> dict[str, str]:
    """What an operation takes beside the parts of its address, by name; what it is, where the name does not tell."""
    sent = {one["name"]: "in the address, after `?`" for one in operation.get("parameters", []) if one["in"] == "query"}
    for content in (operation.get("requestBody") or {}).get("content", {}).values():
        fields = schemas[content["schema"]["$ref"].rpartition("/")[2]]["properties"]
        sent |= {name: field.get("description", "") for name, field in fields.items()}
    return sent


def _answers(operation: dict[str, Any]) -> list[dict[str, str]]:
    """The statuses of an operation in words, with what was recorded of them."""
    answers = []
    for status, answer in sorted(operation["responses"].items()):
        examples = [
            msgspec.json.format(msgspec.json.encode(one["value"]), indent=2).decode()
            for content in (answer.get("content") or {}).values()
            for one in (content.get("examples") or {}).values()
        ]
        answers.append({"status": status, "told": answer["description"], "example": "\n".join(examples)})
    return answers


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The OpenAPI document, which is made once: that takes 40 ms."""
    state = request.app.state
    if _DOCUMENT not in state:
        state[_DOCUMENT] = msgspec.json.encode(request.app.openapi_schema.to_schema())
    return Response(state[_DOCUMENT], media_type="application/json")


OPENAPI = OpenAPIConfig(
    title="Jardinet",
    version="1",
    description=ABOUT,
    path="/api/reference",
    render_plugins=[DocumentPage()],
    components=Components(security_schemes={SCHEME: BEARER}),
    use_handler_docstrings=True,
)


def is_for_api(request: Request[Any, Any, Any]) -> bool:
    """Whether a request is a program's, known by its address: also where there is nothing at that address."""
    return request.url.path.startswith("/api/")


def api_router() -> Router:
    """Everything below /api."""

    return Router(
        "/api",
        route_handlers=[AccountApi, GuestApi, PreferencesApi, BotApi, TableApi, SeatApi, AnalysisApi, document],
        # None bears a name that a field of a body has: Litestar would take what is wrong with that field for a fault of ours.
        dependencies={"caller": Provide(provide_account), "visitor": Provide(provide_visitor)},
        exception_handlers={Exception: answer_problem},
        response_class=JsonResponse,
        opt={"exclude_from_csrf": True, "skip_session": True},
        include_in_schema=True,
    )
