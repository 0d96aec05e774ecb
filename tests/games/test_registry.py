"""The register of games: what entry points bring is found without an edit, and what is half made troubles nobody."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from tests.games.packages import ENTRY, GAME, Install
from tests.own_games import OWN_GAMES

import jardinet
from jardinet.commands.listing import look_into_every_game
from jardinet.games import load_game, playable_games, registered_games, registry, title_of
from jardinet.games.parameters import ParameterError
from jardinet.games.registry import LAYERS, GameEntry, UnfinishedGameError, all_games, check_playable, gaps_of
from jardinet.server.tables.agreement import Agreement
from jardinet.words.language import CODES, load_language

OURS = OWN_GAMES  # those of this house first


def jardinet_of(*sites: Path, arguments: tuple[str, ...], **environment: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([*map(str, sites), *sys.path])
    plain = {**os.environ, "LANGUAGE": "", "LC_ALL": "C.UTF-8", "PYTHONPATH": path, **environment}
    call = [sys.executable, "-m", "jardinet", *arguments]
    return subprocess.run(call, env=plain, capture_output=True, text=True, timeout=120, check=False)


def test_ours_are_whole_and_the_first_is_the_default_game() -> None:
    look_into_every_game()
    assert registered_games() == playable_games()
    assert registered_games()[: len(OURS)] == OURS
    assert OURS[:2] == ["lucky_numbers", "maudits_criquets"]
    assert jardinet.games.default_game() == OURS[0]
    for name in OURS:
        assert gaps_of(name) == []
        check_playable(name)


def test_every_layer_of_ours_is_named_by_its_entry() -> None:
    for name in OURS:
        assert all(registry.entry_of(name).place_of(layer) for layer in LAYERS)


def test_a_game_of_another_package_is_found_without_an_edit_and_can_come_first(install: Install) -> None:
    install("acorn", '"order": 0, "title": "Acorns"')
    look_into_every_game()
    assert registered_games() == playable_games() == ["acorn", *OURS]
    assert title_of("acorn") == "Acorns"
    assert registry.entry_of("acorn").players == range(2, 7)
    assert repr(load_game("acorn", players=5)) == "acorn(players=5)"


def test_games_without_an_order_come_after_those_with_one_by_their_names(install: Install) -> None:
    install("pear")
    install("apple")
    install("zucchini", '"order": 50')
    found = registered_games()
    assert found[:3] == [*OURS[:2], "zucchini"]
    assert found[3:] == sorted(["apple", "pear", *OURS[2:]])


@pytest.mark.parametrize(
    ("changed", "game", "told", "is_registered"),
    [
        ('"words": ""', GAME, "It has no words.", True),
        ('"board": "half_package.board:LAYER"', GAME, "Its board should be in half_package.board, which is not there.", True),
        ('"board": "nowhere.board:LAYER"', GAME, "Its board should be in nowhere.board, which is not there.", True),
        ('"game": ""', GAME, "It has no game.", False),
        ("", "", "Its game should be in half_package.game, which is not there.", False),
    ],
)  # fmt: skip
def test_what_is_missing_is_known_before_anything_heavy_is_imported(
    install: Install, changed: str, game: str, told: str, is_registered: bool
) -> None:
    install("half", changed, game=game)
    assert playable_games() == OURS
    assert ("half" in registered_games()) == is_registered
    assert [str(gap) for gap in gaps_of("half")] == [told]
    assert "half_package.game" not in sys.modules
    with pytest.raises(UnfinishedGameError, match="'half' is not complete"):
        check_playable("half")


@pytest.mark.parametrize(
    ("changed", "game", "told"),
    [
        ('"words": "jardinet.words.lucky_numbers:NOTHING"', GAME, "jardinet.words.lucky_numbers has no NOTHING."),
        ('"terminal": "jardinet.words.lucky_numbers:LAYER"', GAME, "jardinet.words.lucky_numbers:LAYER is not a TerminalLayer."),
        ('"board": "half_package.game:GAME"', GAME, "half_package.game:GAME is not a BoardLayer."),
        ("", "GAME = 1", "half_package.game:GAME is not a subclass of jardinet.games.api.Game."),
        ("", GAME + "        rules = 1", "half_package.game:GAME.rules is not a jardinet.games.kernels.Rules."),
        ("", "1 / 0", "half_package.game cannot be imported: ZeroDivisionError: division by zero."),
        ("", GAME.replace("name = {name!r}", "pass"), "half_package.game:GAME is named lucky_numbers."),
        ("", GAME.replace("declared = PARAMETERS", "pass"), "half_package.game:GAME declares other parameters than its entry."),
    ],
)  # fmt: skip
def test_what_does_not_answer_is_named_and_hidden_once_it_was_imported(
    install: Install, changed: str, game: str, told: str
) -> None:
    install("half", changed, game=game)
    look_into_every_game()
    assert [str(gap) for gap in gaps_of("half")] == [told]
    assert playable_games() == OURS


def test_a_class_that_leaves_something_open_is_told_all_that_it_lacks(install: Install) -> None:
    install("half", game="from jardinet.games import api\nclass GAME(api.Game):\n    pass")
    with pytest.raises(UnfinishedGameError, match=r"'half' is not complete: half_package.game:GAME lacks") as raised:
        load_game("half")
    told = str(raised.value)
    for name in ("rules", "player_texts", "max_game_length", "_initial_state"):
        assert f" {name}" in told
    assert "half" not in registered_games()


def test_an_entry_that_cannot_be_imported_troubles_no_other_game(install: Install) -> None:
    install("half", entry="import a_library_that_is_not_there")
    assert registered_games() == playable_games() == OURS
    assert all_games() == [*OURS, "half"]
    with pytest.raises(
        UnfinishedGameError, match="half_package cannot be imported: ModuleNotFoundError: No module named"
    ):
        load_game("half")
    load_game("lucky_numbers")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ('"parameters": ()', "It declares no parameter players with a range from 2 up."),
        ('"parameters": (Parameter("players", 1, range(1, 3), ""),)', "It declares no parameter players with a range from 2 up."),
        ('"parameters": (Parameter("players", 2, (2, 4), ""),)', "It declares no parameter players with a range from 2 up."),
        ('"name": "whole"', "Its entry point is named half, its entry whole."),
    ],
)  # fmt: skip
def test_what_this_house_cannot_hold_is_refused(install: Install, changed: str, told: str) -> None:
    install("half", changed)
    assert [str(gap) for gap in gaps_of("half")] == [told]
    assert registered_games() == OURS


def test_a_name_that_no_address_can_hold_is_refused(install: Install) -> None:
    install("Half", entry=ENTRY)
    assert [str(gap) for gap in gaps_of("Half")] == [
        "A game's name may only use lower-case letters, digits and underscores: Half."
    ]


def test_something_else_than_an_entry_is_refused(install: Install) -> None:
    install("half", entry="ENTRY = {{}}")
    assert [str(gap) for gap in gaps_of("half")] == [f"half_package:ENTRY is not a {GameEntry.__name__}."]


def test_two_games_of_one_name_are_both_refused_and_their_packages_named(install: Install) -> None:
    install("acorn", package="acorn-package", version="1.2")
    install("acorn", package="other-package", version="0.1")
    assert playable_games() == OURS
    with pytest.raises(UnfinishedGameError) as raised:
        load_game("acorn")
    assert "acorn-package 1.2" in str(raised.value)
    assert "other-package 0.1" in str(raised.value)


def test_nobody_can_sit_down_at_an_unfinished_game(install: Install) -> None:
    install("half", '"board": ""')
    with pytest.raises(UnfinishedGameError, match="It has no board"):
        Agreement("half", {}, ["person", "person"]).check()


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(
        ParameterError, match=r"there is no game 'chess': there are lucky_numbers(?:,| and) maudits_criquets"
    ):
        load_game("chess")


def test_help_stays_light_beside_games_of_other_packages_whole_and_half(install: Install) -> None:
    whole, half = install("acorn"), install("half", '"words": "nowhere:LAYER"')
    code = (
        "import sys, jardinet.cli\n"
        "try: jardinet.cli.app(['play', '--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'numba', 'numpy', 'acorn_package.game'} & set(sys.modules), 'heavy'"
    )
    path = os.pathsep.join([str(whole), str(half), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "acorn" in done.stdout
    assert "half" not in done.stdout


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "what is missing: Its words should be in nowhere, which is not there."),
        ("fr", "ce qui manque : Sa couche words devrait être dans nowhere, qui n’existe pas."),
        ("es", "lo que falta: La parte words debería estar en nowhere, que no existe."),
        ("de", "was fehlt: Der Teil words sollte in nowhere stehen, das es nicht gibt."),
    ],
)
def test_the_games_are_listed_with_what_they_lack(install: Install, code: str, told: str) -> None:
    half = install("half", '"words": "nowhere:LAYER"')
    done = jardinet_of(half, arguments=("games", "--plain", "--lang", code))
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert [line.split(";")[0].split()[-1] for line in lines] == [*OURS, "half"]
    assert load_language(code).between("2", "4") in lines[0]
    assert lines[-1].endswith(told)
    assert not any("nowhere" in line for line in lines[:-1])


def test_every_gap_is_told_in_every_language(install: Install) -> None:
    install("half", '"words": "", "board": ""')
    for code in CODES:
        sentences = {load_language(code).tell(gap) for gap in gaps_of("half")}
        assert len(sentences) == 2
        assert (code == "en") == ("It has no words." in sentences)


def test_a_game_brings_texts_of_its_own_and_borrows_the_house_s(install: Install) -> None:
    site = install("acorn", '"catalogues": Path(__file__).parent / "locale"')
    folder = site / "acorn_package" / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue = Catalog(locale="de")
    catalogue.add("How many acorns?", "Wie viele Eicheln?")
    with (folder / "acorn.mo").open("wb") as file:
        write_mo(file, catalogue)
    german, french = (load_language(code).of_game("acorn") for code in ("de", "fr"))
    assert german.gettext("How many acorns?") == "Wie viele Eicheln?"
    assert german.gettext("Settings") == load_language("de").gettext("Settings") != "Settings"
    assert german.ngettext("{count} card", "{count} cards", 2) == load_language("de").ngettext(
        "{count} card", "{count} cards", 2
    )
    assert french.gettext("How many acorns?") == "How many acorns?"
    assert load_language("de").gettext("How many acorns?") == "How many acorns?"
    assert load_language("de").of_game("lucky_numbers") is load_language("de")


def test_every_game_folder_of_this_house_has_its_entry_point() -> None:
    root = Path(__file__).parents[2]
    points = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][
        registry.GROUP
    ]
    folders = {path.parent.name for path in (root / "src" / "jardinet" / "games").glob("*/__init__.py")}
    assert points == {name: f"jardinet.games.{name}:ENTRY" for name in sorted(folders)}
