"""Bounds of a request: what is meant well stays far below them."""

from __future__ import annotations

# Litestar keeps the last thousand addresses, queries, forms and cookies as it has read them: so each of them is small.
LONGEST_ADDRESS = 2000  # characters
MOST_FIELDS = 100  # in a query, a form, a cookie
LARGEST_BODY = 16 * 1024  # bytes; the largest that is meant well has not a tenth of it
