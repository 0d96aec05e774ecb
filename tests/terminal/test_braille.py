"""Plain lines for fingers and ears: through liblouis into braille and back, no word, number or difference is lost."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import jardinet
from jardinet.arena.ratings import ratings_of
from jardinet.arena.simulate import simulate
from jardinet.arena.standings import standings_of
from jardinet.arena.tournament import tournament
from jardinet.play.files import load
from jardinet.terminal.local_table import LocalAgreement, LocalTable
from jardinet.terminal.replay import tell_game
from jardinet.terminal.screen import Screen
from jardinet.terminal.session import FINISHED, Session
from jardinet.terminal.tabular import show_standings, show_tally
from jardinet.words.game_words import load_words
from jardinet.words.language import CODES, load_language

# Debian's liblouis. Two of its tables read their own braille as something else: German contractions ("du" as "dwurd") and, after
# any sign of Spanish grade 1, a colon as 3 (findings/liblouis-spanish-colon.sh). What they make is told apart all the same.
TABLES = {
    "en": ("en-ueb-g1.ctb", "en-ueb-g2.ctb"),
    "fr": ("fr-bfu-comp6.utb", "fr-bfu-g2.ctb"),
    "es": ("Es-Es-G0.utb", "es-g1.ctb"),
    "de": ("de-g0.utb", "de-g1.ctb", "de-g2.ctb"),
}
WITHOUT_NUMBERS = {"es-g1.ctb", "de-g2.ctb"}
AGREED = {
    "lucky_numbers": {"bruno": True, "setup": "michael", "stall_limit": 3},
    "maudits_criquets": {"crops": 2, "copies": 4},
}
ASKED = ["help", "rules", "moves", "why a1", "why 4", "board", "hint"]


class Fingers:
    """A keyboard at a table: asks for everything, then types any play, by chance."""

    def __init__(self, table: LocalTable, code: str) -> None:
        self._table, self._language, self._rng = table, load_language(code), np.random.default_rng(1)
        self._asked = [*ASKED, *ASKED[2:4]]

    def readline(self) -> str:
        """What `input` gets."""
        seat, state = self._table.next_person(), self._table.state
        if state.is_terminal() or seat is None:
            return "\n"
        if self._asked and len(state.history()) > 3:
            return self._asked.pop(0) + "\n"
        possible = load_words(self._language, self._table.game, self._table.seats).completions(state, seat)
        return possible[self._rng.integers(len(possible))] + "\n"


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """Every line that a plain screen says of games, records and results, in a language."""

    @cache
    def lines_in(code: str) -> list[str]:
        printed = io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", printed)
            for name in AGREED:
                played(name, code, tmp_path_factory.mktemp(code) / f"{name[:5]}.jdn", patch)
                reckoned(name, code)
        told = (re.sub(r"^(?:\S+> )+", "", line) for line in printed.getvalue().splitlines())  # without prompts
        # A path is to be copied, and holds what it holds.
        return list(dict.fromkeys(line for line in told if line.strip() and ".jdn" not in line))

    return lines_in


def played(name: str, code: str, path: Path, patch: pytest.MonkeyPatch) -> None:
    """A match of whoever sits here against a bot, and its record."""
    game, screen = jardinet.load_game(name, **AGREED[name]), Screen(is_plain=True)  # type: ignore[arg-type]
    table = LocalTable(LocalAgreement(game, ["ada", "random"], tie="shared", seed=3, path=path))
    patch.setattr(sys, "stdin", Fingers(table, code))
    assert Session(table, screen, load_language(code)).run() == FINISHED
    for record in load(path):
        tell_game(record, screen, load_language(code))


def reckoned(name: str, code: str) -> None:
    """What many games come to."""
    game, language, screen = jardinet.load_game(name, **AGREED[name]), load_language(code), Screen(is_plain=True)  # type: ignore[arg-type]
    tally = simulate(game, ["random", "greedy"], 4, seed=1, workers=1)
    show_tally(tally, load_words(language, game, ["random", "greedy"]), screen)
    outcome = tournament(game, ["random", "greedy"], 4, 1, workers=1)
    ratings = {one.bot: one for one in ratings_of(outcome)}
    show_standings(outcome, standings_of(outcome), ratings, language, screen)


@pytest.mark.parametrize("code", CODES)
def test_no_plain_line_has_a_sign_that_voices_leave_out(lines: Callable[[str], list[str]], code: str) -> None:
    told = lines(code)
    assert any(re.search(r"\d", line) for line in told)
    for line in told:
        assert not [sign for sign in line if unicodedata.category(sign) in ("Sm", "So", "Sk") and sign not in "<>|=^`"]
        assert not re.search(r"(?<!\w)-\d|\d\s?–|–\s?\d", line), line


def translated(table: str, lines: Sequence[str], *how: str) -> list[str]:
    """What lou_translate makes of them, forwards or, with `--backward`, of braille."""
    call = ["lou_translate", *how, f"unicode.dis,{table}"]
    made = subprocess.run(
        call, input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, check=True
    )
    told = made.stdout.removesuffix("\n").split("\n")
    assert len(told) == len(lines)
    return told


@pytest.mark.skipif(not shutil.which("lou_translate"), reason="Debian's liblouis-bin is not installed")
@pytest.mark.parametrize(("code", "table"), [(code, table) for code in CODES for table in TABLES[code]])
def test_plain_lines_come_back_from_braille_unambiguous(
    lines: Callable[[str], list[str]], code: str, table: str
) -> None:
    # What differs in nothing but capitals is one line: not every table has them.
    told = list({line.casefold(): line for line in lines(code)}.values())
    braille = translated(table, told)
    again = translated(table, braille, "--backward")
    assert "\\" not in "".join(told)
    for line, back in zip(told, again, strict=True):
        assert "\\" not in back, (line, back)  # how a table spells a sign that it does not know
        if table != "de-g2.ctb":  # German dashes stand close to what is before them
            assert len(re.findall(r"[^\s–]+", back)) == len(re.findall(r"[^\s–]+", line)), (line, back)
        if table not in WITHOUT_NUMBERS and not (table == "fr-bfu-g2.ctb" and re.search("[A-Z]{2}-[0-9]", line)):
            assert re.findall(r"\d+", back) == re.findall(r"\d+", line), (line, back)
    assert len(set(braille)) == len(told)
    assert len({back.casefold() for back in again}) == len(told)
