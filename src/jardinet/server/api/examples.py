"""Examples of the OpenAPI document: answers recorded from a game (docs/bot-api.md); a test checks them against the schema."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

RECORDED = Path(__file__).with_suffix(".json")


@cache
def recorded() -> dict[str, Any]:
    """The recorded answers by their names."""
    answers: dict[str, Any] = json.loads(RECORDED.read_bytes())
    return answers


def example(answer: Any, name: str, description: str) -> ResponseSpec:
    """An answer with its recorded example."""
    return ResponseSpec(
        answer, generate_examples=False, description=description, examples=[Example(value=recorded()[name])]
    )
