"""Write docs/study/index.md from the study beside it, with what the site needs: `python tools/write_study.py`.

The study itself is made by `jardinet study --output docs/study --seed 1 --games 1000`.
"""

from __future__ import annotations

from pathlib import Path

from jardinet.study.writing import Figures, index_of, read_figures

FOLDER = Path(__file__).parents[1] / "docs/study"
PAGE = FOLDER / "index.md"


def written(figures: Figures) -> str:
    """The first page of the study in docs/: a study's, what the bots are, how it is made again, the list of its pages."""
    blocks = [
        index_of(figures).rstrip(),
        "How the bots play and what they have learned is told [elsewhere](../bots.md). The pages here are made by",
        "    jardinet study --output docs/study --seed 1 --games 1000\n    python tools/write_study.py",
        "```{toctree}\n:hidden:\n\n" + "\n".join(figures.chapters) + "\n```",
    ]
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    PAGE.write_text(written(read_figures(FOLDER)), encoding="utf-8")
