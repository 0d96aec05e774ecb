"""What a recovery sheet says, and how people type it."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.server.people.sheets import SheetError, read, written

SECRETS = st.binary(min_size=16, max_size=16)


@given(SECRETS)
def test_what_is_printed_is_read_again_however_it_is_typed(secret: bytes) -> None:
    sheet = written(secret)
    assert [len(group) for group in sheet.split("-")] == [4] * 7
    for typed in (sheet, sheet.lower(), sheet.replace("-", " "), sheet.replace("-", ""), f" {sheet}\n"):
        assert read(typed) == secret
    assert read(sheet.replace("0", "O").replace("1", "l")) == secret


@given(SECRETS, st.integers(0, 27), st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
def test_a_slip_of_the_pen_is_hardly_ever_another_sheet(secret: bytes, place: int, sign: str) -> None:
    signs = written(secret).replace("-", "")
    slipped = signs[:place] + sign + signs[place + 1 :]
    if slipped != signs:
        with suppress(SheetError):
            assert read(slipped) != secret


@pytest.mark.parametrize(
    "typed", ["", " ", "x" * 5000, "0000-0000-0000-0000-0000-0000-0000", "U" * 28, "Z" * 28, "²" * 28]
)
def test_what_no_sheet_says_is_told_so(typed: str) -> None:
    with pytest.raises(SheetError, match="7 groups of 4"):
        read(typed)
