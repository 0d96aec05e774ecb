"""Problem as it is answered to programs: a sentence and a code."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from jardinet.games.parameters import GameError
from jardinet.words.language import Language


class Problem(msgspec.Struct, frozen=True):
    """Why something is not possible."""

    error: Annotated[str, Meta(description="A sentence for a person, in the language of `Accept-Language`.")]
    code: Annotated[str, Meta(description="The same for a program, and always the same.")]


def problem_in(language: Language, *errors: GameError) -> Problem:
    """The answer to errors: their sentences, and the code of the first."""
    return Problem(" ".join(language.tell(error) for error in errors), errors[0].code)


def spoken(language: Language) -> dict[str, str]:
    """The headers of an answer that has sentences in it."""
    return {"Content-Language": language.code, "Vary": "Accept-Language"}
