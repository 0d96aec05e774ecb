"""Tournament on paper, on a screen: the tables of every round, and a sheet for each."""

from __future__ import annotations

from collections.abc import Sequence

from jardinet.terminal.screen import Screen
from jardinet.words.language import Language
from jardinet.words.tournaments import RoundSheet, how_to_score, resting_told, round_heading, table_heading

BOX = "____"


def show_tournament(told: str, rounds: Sequence[RoundSheet], screen: Screen, language: Language) -> None:
    """Show all tables of all rounds, then how scores are kept, and the sheets."""
    screen.say(told, "")
    for one in rounds:
        screen.say(round_heading(language, one.number), style="bold")
        for table in one.tables:
            screen.say(
                language.entry(table_heading(language, table.number), language.every(list(table.names))), hanging=2
            )
        if one.resting:
            screen.say(resting_told(language, one.resting))
        screen.say("")
    screen.say(language.gettext("Score sheets"), style="bold")
    screen.say(*how_to_score(language), "")
    for one in rounds:
        for table in one.tables:
            heading = [round_heading(language, one.number), table_heading(language, table.number)]
            screen.say(", ".join(heading), style="bold")
            boxes = ", ".join(f"{name} {BOX}" for name in table.names)
            for line in [*table.games, language.gettext("Sum")]:
                screen.say(f"  {line}", f"    {boxes}", hanging=4)
            screen.say("")
