"""A game of another package speaks its players' language by a catalogue of its own, in what it says and what it refuses."""

import subprocess

import pytest
from tests.kit.forking import run

import jardinet
from jardinet.games.parameters import ParameterError
from jardinet.words.game_words import level_name, load_words, rules_page
from jardinet.words.language import CODES, load_language

REFUSED = "calm=True and stormy=True contradict each other: a night is one or the other, or neither."
VERWEIGERT = (
    "calm=True und stormy=True widersprechen sich: Eine Nacht ist das eine oder das andere oder keins von beiden."
)


def refusal() -> ParameterError:
    with pytest.raises(ParameterError) as raised:
        jardinet.load_game("fireflies", calm=True, stormy=True)
    return raised.value


def test_its_errors_are_told_by_its_own_catalogue_wherever_they_are_met() -> None:
    error = refusal()
    assert load_language("de").tell(error) == VERWEIGERT
    assert load_language("de").of_game("fireflies").tell(error) == VERWEIGERT
    assert load_language("de").of_game("lucky_numbers").tell(error) == VERWEIGERT
    longer = error.within("game {number}: {reason}", number=2)
    assert load_language("de").tell(longer) == f"game 2: {VERWEIGERT}"


@pytest.mark.parametrize("code", [code for code in CODES if code != "de"])
def test_what_its_catalogues_lack_stays_english(code: str) -> None:
    assert load_language(code).tell(refusal()) == REFUSED
    assert rules_page(load_language(code), "fireflies")[0].title == "A night"


def test_what_it_says_at_the_table_and_of_its_rules_is_in_its_catalogue() -> None:
    german = load_language("de")
    (section,) = rules_page(german, "fireflies")
    assert section.title == "Eine Nacht"
    assert section.clauses[0].text == "Die zweite Eule einer Nacht leert das Glas und schickt alle heim."
    words = load_words(german, jardinet.load_game("fireflies"), ["Ada", "Ben"])
    assert words.sharers([0, 1]) == "Geteilter Sieg: Ada und Ben!"  # a text of the house's


def test_its_bot_has_the_name_that_its_catalogue_gives_it() -> None:
    assert [level_name(load_language(code), "cautious") for code in ("de", "en")] == ["Vorsichtig", "Cautious"]


def in_german(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run("play", "fireflies", *arguments, LANGUAGE="de")


def test_its_command_explains_and_refuses_in_its_words() -> None:
    assert "Still: eine Eule weniger." in in_german("--help").stdout
    refused = in_german("--calm", "--stormy")
    assert (refused.returncode, refused.stderr) == (2, f"jardinet: {VERWEIGERT}\n")
