"""What is said of an analysis is what its figures say, in every language; its page can be read by eye, key and ear."""

from __future__ import annotations

from functools import cache
from xml.etree.ElementTree import Element, fromstring

import msgspec
import pytest

import jardinet
from jardinet.analysis.ledger import analyse
from jardinet.analysis.model import Analysis
from jardinet.analysis.review import Review
from jardinet.analysis.turning_points import Kind, turning_points
from jardinet.arena.tournament import tournament
from jardinet.games.api import Move
from jardinet.words.analysis import Report, report, shares
from jardinet.words.analysis_page import page_of, sections_of
from jardinet.words.game_words import AnyWords, load_words
from jardinet.words.language import CODES, load_language

GAMES = ["lucky_numbers", "maudits_criquets"]


@cache
def analysed(name: str) -> tuple[Analysis, tuple[Move, ...]]:
    """A game of novice against master, which has luck, errors and something unexplained in it."""
    game = jardinet.load_game(name)
    record = next(iter(tournament(game, ["novice", "master"], 2, 2, recorded=True, workers=1).records.values()))
    return analyse(game, record.moves), record.moves


def words_of(name: str, code: str = "en", you: int | None = None, called: str = "Ada & Co") -> AnyWords:
    return load_words(load_language(code), jardinet.load_game(name), [called, "Ben"], you)


def reported(words: AnyWords, found: Analysis, moves: tuple[Move, ...]) -> Report:
    """The report of an analysis in which nobody erred for sure."""
    return report(words, Review(found, []), moves)


def account(found: Analysis, seat: int, **changed: float) -> Analysis:
    """The analysis with another account."""
    accounts = [msgspec.structs.replace(one, **changed) if one.seat == seat else one for one in found.accounts]
    return msgspec.structs.replace(found, accounts=accounts)


@pytest.mark.parametrize("name", GAMES)
def test_turning_points_tell_what_happened_and_what_was_better(name: str) -> None:
    found, moves = analysed(name)
    words = words_of(name)
    told = dict(reported(words, found, moves).turning_points)
    errors = 0
    for one in turning_points(found):
        sentence = told[one.turn]
        assert words.names[one.seat] in sentence
        if one.kind == Kind.ERROR:
            assert one.decision is not None
            decision = found.turns[one.turn - 1].decisions[one.decision]
            action = words.game.action_of(one.seat, decision.best[0].action)
            assert f"Better for {words.names[one.seat]}: {words.name_of(one.seat, action)}" in sentence
            low, high = (words.language.points(decision.cost + side * decision.doubt) for side in (-1, 1))
            assert f", {f'{low} to {high}' if decision.rollouts else low} points more." in sentence
            errors += 1
        else:
            assert words.language.points(one.change) in sentence
    assert errors
    assert list(told) == sorted(told)


def test_luck_of_the_deal_is_told_with_all_hands() -> None:
    """Hands are dealt in turns of their own, and what they are worth is known when all have theirs."""
    found, moves = analysed("lucky_numbers")
    turns = [msgspec.structs.replace(one, decisions=[], bids=[0, 0]) for one in found.turns]
    deal = msgspec.structs.replace(found.turns[1].chances[0], change=[0.5, -0.5])
    turns[1] = msgspec.structs.replace(turns[1], chances=[deal])
    told = reported(words_of("lucky_numbers"), msgspec.structs.replace(found, turns=turns), moves)
    number, sentence = told.turning_points[0]
    assert number == 2
    assert sentence.startswith("Ada & Co is dealt ") and "Ben is dealt " in sentence
    assert sentence.endswith("Lucky for Ada & Co: 50.0 points.")


def test_verdicts_say_who_was_lucky_who_erred_least_and_what_nobody_knows() -> None:
    found, moves = analysed("lucky_numbers")
    for seat, other in ((0, 1), (1, 0)):
        loser = account(found, other, luck=-0.2, errors=0.01, gifts=0.1, result=0.0, unexplained=-0.01)
        winner = account(loser, seat, luck=0.2, errors=0.1, gifts=0.01, result=1.0, unexplained=0.01)
        told = reported(words_of("lucky_numbers", you=seat), winner, moves).sums
        assert told == [
            "Luck was on your side: 20.0 points.",
            f"{words_of('lucky_numbers').names[other]} gave away the least through errors: 1.0 points.",
            "Luck decided it: you gave away more than you were given, and still won.",
        ]
        doubtful = account(winner, seat, unexplained=-0.3)
        assert reported(words_of("lucky_numbers", you=seat), doubtful, moves).sums[2:] == [
            "Neither luck nor skill accounts for the remaining 30.0 points."
        ]


def test_what_stays_unexplained_is_called_neither_luck_nor_skill() -> None:
    found, moves = analysed("maudits_criquets")
    told = reported(words_of("maudits_criquets"), found, moves)
    column = told.headings.index("unexplained")
    assert [row[column] for row in told.rows] == [
        load_language("en").points(one.unexplained, is_signed=True) for one in found.accounts
    ]
    assert "neither luck nor skill" in told.notice


@pytest.mark.parametrize("code", CODES)
def test_the_sign_of_a_figure_in_a_table_is_heard_as_a_word(code: str) -> None:
    found, moves = analysed("lucky_numbers")
    words = words_of("lucky_numbers", code)
    told = reported(words, found, moves)
    page = fromstring(f"<main>{sections_of(words, told, str)}</main>")
    cells = page.findall(".//details[@class='analysis accounts']//td")
    seen = [cell.text or "" for cell in cells]
    assert seen == [cell for row in told.rows for cell in row[1:]]
    minus, plus = {"en": ("minus", "plus"), "fr": ("moins", "plus"), "de": ("minus", "plus"), "es": ("menos", "más")}[
        code
    ]
    heard = [one.replace("−", f"{minus} ").replace("+", f"{plus} ") for one in seen]
    assert heard != seen
    assert [cell.get("aria-label") or cell.text for cell in cells] == heard


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_is_filled_in_and_names_the_reader(name: str, code: str) -> None:
    found, moves = analysed(name)
    for you in (None, 0):
        words = words_of(name, code, you)
        told = reported(words, found, moves)
        sentences = [
            told.verdict,
            *told.sums,
            *told.headings,
            *(sentence for _, sentence in told.turning_points),
            *(sentence for turn in told.turns for sentence in (turn.told, *turn.notes)),
        ]
        assert not [sentence for sentence in sentences if "{" in sentence or not sentence]
        assert told.turns[-1].values == found.turns[-1].values
        assert len(told.turns) == len(found.turns) + 1
        assert all(len(row) == len(told.headings) for row in told.rows)
        assert all(heading for heading in told.headings)
        if you == 0:
            assert not [sentence for sentence in sentences if "Ada" in sentence]


def test_a_game_without_joint_moves_has_no_column_for_bids() -> None:
    assert "bids" not in reported(words_of("lucky_numbers"), *analysed("lucky_numbers")).headings
    assert "bids" in reported(words_of("maudits_criquets"), *analysed("maudits_criquets")).headings


# The page ----------------------------------------------------------------------------------------


def parsed(sections: str) -> Element:
    return fromstring(f"<main>{sections}</main>".replace(' xmlns="http://www.w3.org/2000/svg"', ""))


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_of_the_picture_leads_to_it_and_is_told(name: str) -> None:
    found, moves = analysed(name)
    words = words_of(name)
    told = reported(words, found, moves)
    main = parsed(sections_of(words, told, lambda turn: f"/t/x/replay/1?step={turn}"))
    strips = main.findall(".//svg/a")
    assert [strip.get("href") for strip in strips] == [f"/t/x/replay/1?step={turn.number}" for turn in told.turns]
    for strip, turn in zip(strips, told.turns, strict=True):
        label = strip.get("aria-label") or ""
        assert shares(words, turn) in label
        assert all(note in label for note in turn.notes)
    groups = main.findall(".//details[@class='analysis turns']//tbody")
    assert len(groups) == len(told.turns)
    for group, turn in zip(groups, told.turns, strict=True):
        *figures, happened = (cell.text for cell in group.findall("tr/td"))
        assert figures == [words.language.percent(one) for one in turn.values]
        assert happened == turn.told


def test_bands_are_as_high_as_the_chances() -> None:
    found, moves = analysed("lucky_numbers")
    words = words_of("lucky_numbers")
    main = parsed(sections_of(words, reported(words, found, moves), str))
    first, second = (band.get("d") or "" for band in main.findall(".//svg/path"))
    begin = float(first[1:].split("L")[0].split()[1])
    assert begin == pytest.approx(8 + 208 * (1 - found.start[0]), abs=0.06)
    assert second[1:].split("L")[0].split()[1] == "8.0"  # both together are everything


def test_a_page_of_its_own_needs_nothing_else_and_escapes_names() -> None:
    found, moves = analysed("lucky_numbers")
    words = words_of("lucky_numbers", called="Ada & <b>")
    told = reported(words, found, moves)
    page = page_of([words, words], [told, told])
    assert page.startswith('<!doctype html>\n<html lang="en">')
    assert "Ada &amp; &lt;b&gt;" in page and "<b>" not in page.replace("<b>Turn", "")
    assert "<link" not in page and "<script" not in page and " src=" not in page and "href=" not in page
    assert page.count("<h2>") == 2
    assert page.count('tabindex="0" role="img"') == 2 * len(told.turns)
