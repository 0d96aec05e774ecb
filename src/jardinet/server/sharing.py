"""Whether a server at home is open to its network: its owner's answer, kept beside the database."""

from __future__ import annotations

from pathlib import Path

from jardinet.play.files import save
from jardinet.server.settings import Settings, folder_beside

_WRITTEN = {True: "1", False: "0"}


def kept_answer(settings: Settings) -> bool | None:
    """Whether the owner has said yes; None: they have not been asked, or what is kept is no answer."""
    try:
        text = place_of_answer(settings).read_text("ascii", "replace").strip()
    except OSError:
        return None
    return next((answer for answer, written in _WRITTEN.items() if text == written), None)


def keep_answer(settings: Settings, *, is_shared: bool) -> None:
    """Keep the owner's answer for the next starts; raises OSError where that is not possible."""
    path = place_of_answer(settings)
    path.parent.mkdir(parents=True, exist_ok=True)
    save(path, f"{_WRITTEN[is_shared]}\n")


def place_of_answer(settings: Settings) -> Path:
    """The file that holds it: 1, the network may come; 0, this computer only."""
    return folder_beside(settings.database) / "server.share"
