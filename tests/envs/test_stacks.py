"""The page of stacks that were driven is what `make stacks` writes, for the versions that are pinned."""

import re
from pathlib import Path

import drive_stacks

PINNED = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)


def test_the_page_has_every_stack_that_is_driven_in_the_version_that_is_pinned() -> None:
    """After a change of one or of `make lock`: `make stacks`."""
    folder = Path(__file__).parents[2] / "requirements"
    pins: dict[str, str] = {}
    for name in ("test", "torch", "stacks"):  # those of stacks last, as its environment has them
        pins |= dict(PINNED.findall((folder / f"{name}.txt").read_text(encoding="utf-8")))
    page = drive_stacks.PAGE.read_text(encoding="utf-8")
    assert page.startswith(drive_stacks.BEGINNING)
    lines = page.removeprefix(drive_stacks.BEGINNING).splitlines(keepends=True)
    for line, stack in zip(lines, drive_stacks.STACKS, strict=True):
        seen = line.rpartition(" | ")[2].removesuffix(" |\n")
        assert seen
        assert line == drive_stacks.row(stack, ", ".join(f"{one} {pins[one]}" for one in stack.packages), seen)
