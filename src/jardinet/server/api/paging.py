"""Paging of lists: each goes on after the last entry that was told."""

from __future__ import annotations

from typing import Annotated

from litestar.params import Parameter

Before = Annotated[
    str | None,
    Parameter(max_length=16, description="The `id` of the last table that you were told: the list goes on after it."),
]
