"""A site with an empty database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.kit.databases import new_sqlite
from tests.kit.pages import Site, open_site
from tests.kit.servers import settings_of


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(settings_of(new_sqlite(tmp_path / "tables.sqlite3"))) as one:
        yield one
