"""Write the table of docs/benchmark.md from the results in docs/benchmark."""

from __future__ import annotations

from pathlib import Path

from jardinet.arena.benchmark.results import read_result, table_of

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "benchmark.md"
BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"
WEAKEST_FIRST = ("random", "novice", "casual", "skilled", "greedy", "expert", "master")  # then all others, by name


def written(page: str) -> str:
    """The page with the table as the results have it now."""
    results = sorted(map(read_result, (DOCS / "benchmark").glob("*.json")), key=lambda result: _place(result.bot))
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{table_of(results)}\n{END}{rest.partition(END)[2]}"


def _place(bot: str) -> tuple[int, str]:
    return (WEAKEST_FIRST.index(bot) if bot in WEAKEST_FIRST else len(WEAKEST_FIRST), bot)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
