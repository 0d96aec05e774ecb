"""Router of the API with its settings for all addresses, and the OpenAPI document that describes it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, Router, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components

from jardinet.server.api.accounts import AccountApi, GoOnApi, GuestApi
from jardinet.server.api.analyses import AnalysisApi
from jardinet.server.api.authentication import BEARER, SCHEME, provide_account, provide_visitor
from jardinet.server.api.bot_streams import BotApi
from jardinet.server.api.json_response import JsonResponse
from jardinet.server.api.preferences import PreferencesApi
from jardinet.server.api.problems import answer_problem
from jardinet.server.api.profiles import ProfilesApi
from jardinet.server.api.results import ResultsApi
from jardinet.server.api.seats import SeatApi
from jardinet.server.api.seeks import SeeksApi
from jardinet.server.api.tables import TableApi
from jardinet.server.api.tournaments import TournamentsApi
from jardinet.server.api.vacations import VacationApi
from jardinet.server.pages.render import render
from jardinet.server.people.reader import reader_of

ABOUT = """\
Play the games of this garden by a program. Everything that a person can do at a table a program can do here,
under the same rules. Make a token at /account/tokens and send it as `Authorization: Bearer TOKEN`: it says who you are.
Without an account you can come as a guest (`POST /api/guests`); with a link to another device you go on as yourself (`POST /api/go-on`).
A refused request gets a status of 400 or more and `{"error": "a sentence", "code": "a-code"}`: the sentence is for people, in the
language of `Accept-Language`; the code is for programs and never changes.
"""
_DOCUMENT = "openapi.json"  # in the application's state


class DocumentPage(OpenAPIRenderPlugin):
    """Renderer of the OpenAPI document as a plain page, which loads nothing from other sites."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page, with every operation, its fields and its answers."""
        operations = [
            {"method": method.upper(), "path": path, **operation}
            for path, item in sorted(openapi_schema["paths"].items())
            for method, operation in item.items()
        ]
        schemas = openapi_schema["components"]["schemas"]
        shown = [{**one, "sent": _sent(one, schemas), "answers": _answers(one)} for one in operations]
        return render("api.html", reader_of(request), document=openapi_schema, operations=shown).encode()


def _sent(operation: dict[str, Any], schemas: dict[str, Any]) -> dict[str, str]:
    """Query parameters and body fields of an operation: descriptions by name, empty if there is none."""
    sent = {one["name"]: "in the address, after `?`" for one in operation.get("parameters", []) if one["in"] == "query"}
    for content in (operation.get("requestBody") or {}).get("content", {}).values():
        fields = schemas[content["schema"]["$ref"].rpartition("/")[2]]["properties"]
        sent |= {name: field.get("description", "") for name, field in fields.items()}
    return sent


def _answers(operation: dict[str, Any]) -> list[dict[str, str]]:
    """The answers of an operation by status: each with its description and its recorded examples."""
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
    """The OpenAPI document as JSON, made once and kept: making it takes 40 ms."""
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
    """Whether a request is for the API, by its address; also true if nothing is at that address."""
    return request.url.path.startswith("/api/")


def api_router() -> Router:
    """The router of everything below /api."""

    return Router(
        "/api",
        route_handlers=[
            AccountApi,
            GuestApi,
            GoOnApi,
            PreferencesApi,
            VacationApi,
            ResultsApi,
            ProfilesApi,
            BotApi,
            TableApi,
            SeatApi,
            SeeksApi,
            TournamentsApi,
            AnalysisApi,
            document,
        ],
        # No name here is also a field of a request body: Litestar would report a wrong field as a fault of the server.
        dependencies={"caller": Provide(provide_account), "visitor": Provide(provide_visitor)},
        exception_handlers={Exception: answer_problem},
        response_class=JsonResponse,
        opt={"exclude_from_csrf": True, "skip_session": True},
        include_in_schema=True,
    )
