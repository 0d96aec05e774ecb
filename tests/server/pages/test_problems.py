from __future__ import annotations

import pytest
from tests.kit.pages import Site

from jardinet.words.language import CODES


@pytest.mark.parametrize("language", [code for code in CODES if code != "en"])
def test_what_people_do_wrong_is_told_in_their_language(site: Site, language: str) -> None:
    def told(code: str) -> list[str]:
        visitor = site.visitor()
        table = visitor.set_table("lucky_numbers", name="Ada")
        visitor.post("/me", language=code)
        answers = [
            visitor.post(f"{table}/sit", seat="0", name="Ada"),  # taken
            visitor.post(f"{table}/sit", seat="9", name="Ada"),  # not there
            visitor.post(f"{table}/sit", seat="1", name=" "),  # no name
            visitor.post(f"{table}/sit", seat="1", name="Ada"),  # they sit there already
            visitor.post(f"{table}/nonce", seat="0", nonce="two words"),
            visitor.post(f"{table}/rematch"),  # too early
            visitor.post(f"{table}/remark", phrase="insult"),
            visitor.post("/account/tokens", label=""),
        ]
        assert [answer.status_code for answer in answers] == [409, 404, 422, 409, 422, 409, 422, 422]
        return [answer.text.partition("<main")[2].partition("</main>")[0] for answer in answers]

    for english, theirs in zip(told("en"), told(language), strict=True):
        assert not {line for line in sentences(english) if line in sentences(theirs)}


def sentences(page: str) -> set[str]:
    """What a page's paragraphs say, names and code apart."""
    texts = {part.split("<")[0].strip() for part in page.split(">")}
    return {text for text in texts if text.endswith(".")}
