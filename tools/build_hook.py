"""What a wheel holds beside the source: compiled catalogues, the scripts that pages take from npm, and the icons."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file by its path alone

from compile_catalogues import compile_catalogues
from fetch_web import fetch


class BuildHook(BuildHookInterface[Any]):
    """Runs before a wheel or an editable install is made."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is missing; hatchling then finds the files as artifacts. Editable, `make` fetches them."""
        compile_catalogues()
        if version != "editable":
            fetch(with_tests=False)
            build_data["artifacts"].append("src/jardinet/server/static/vendor/*.png")
