"""Query parameter for paging of lists: the next page begins after the last entry of the one before."""

from __future__ import annotations

from typing import Annotated

from litestar.params import Parameter

Before = Annotated[
    str | None,
    Parameter(max_length=16, description="The `id` of the last table that you have read: the list goes on after it."),
]
