"""Whole sessions of the `jardinet` command on a pseudo-terminal, as a person at a keyboard has them.

With a seed the deals and the bots are known beforehand: a LocalTable of the same seed, played by the
best bot in the person's place, tells what to type and how the game must end.
"""

import io
import re
import sys
from itertools import pairwise
from pathlib import Path

import pexpect
import pyte
import pytest
from tests.kit.terminals import Terminal, has_enough, interrupt
from tests.sizes import cases

import jardinet
from jardinet.bots.levels import levels_of, load_bot
from jardinet.games import playable_games
from jardinet.play.files import load, sealed_path
from jardinet.play.record import state_of
from jardinet.play.verification import verify
from jardinet.terminal.local_table import LocalAgreement, LocalTable
from jardinet.terminal.screen import Screen
from jardinet.terminal.session import FINISHED, Session
from jardinet.words.game_words import load_words, names_of
from jardinet.words.language import CODES, load_language


def start(*options: str, terminal: str = "xterm", columns: int = 100) -> pexpect.spawn:
    return Terminal("play", *options, kind=terminal, columns=columns)


def typed_by_the_best(agreed: LocalAgreement, code: str) -> tuple[LocalTable, list[str]]:
    """Play `agreed` to its end with the game's best bot at the keyboard; what it types, in that language's words."""
    table = LocalTable(agreed)
    bot, typed = load_bot(levels_of(agreed.game.name)[-1], agreed.game), []
    while True:
        while not table.state.is_terminal():
            seat = table.next_person()
            if seat is not None:
                words = load_words(load_language(code), table.game, agreed.seats)
                action = table.ask_bot(bot, seat)
                typed.append(words.completions(table.state, seat)[table.state.legal_actions(seat).index(action)])
                table.play(seat, [action])
            else:
                table.go_on()
        if table.is_over:
            return table, typed
        typed.append("")  # Enter for the next game
        table.next_game()


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "")


@pytest.mark.parametrize(("name", "code"), cases(playable_games(), CODES))
def test_a_game_is_played_to_its_end_in_every_language(code: str, name: str, tmp_path: Path) -> None:
    game, best = jardinet.load_game(name), levels_of(name)[-1]
    table, typed = typed_by_the_best(LocalAgreement(game, ["you", best], seed=7, path=tmp_path / "expected.jdn"), code)
    path, language = tmp_path / "game.jdn", load_language(code)
    seats = f"{language.gettext('you')},{best}"
    child = start(
        name.replace("_", "-"), "--seats", seats, "--seed", "7", "--lang", code, "--record", str(path), "--plain"
    )
    for line in typed:
        child.expect_exact(f"{language.gettext('you')}> ")
        child.sendline(line)
    end = plain(has_enough(child))
    assert child.exitstatus == 0
    [record] = load(path)
    assert (list(record.seats), list(record.moves)) == (["you", best], table.state.history())
    words = load_words(language, game, names_of(language, ["you", best], {1}), 0)
    for line in words.result(table.state.view()):
        assert line in end
    assert verify(record).is_fair
    assert not sealed_path(path).exists()


def test_plain_lines_read_ones_own_garden_where_it_has_changed_and_whole_on_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, language = jardinet.load_game("lucky_numbers"), load_language("en")
    agreed = LocalAgreement(game, ["you", "novice"], seed=7, path=tmp_path / "expected.jdn")
    _, typed = typed_by_the_best(agreed, "en")
    table = LocalTable(LocalAgreement(game, ["you", "novice"], seed=7, path=tmp_path / "game.jdn"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in [*typed[:20], "board", *typed[20:]])))
    assert Session(table, Screen(is_plain=True), language).run() == FINISHED
    before, _, after = capsys.readouterr().out.partition("Novice's garden:")
    for number in range(1, 5):
        rows = re.findall(rf"row {number}: .*", before)
        assert len(rows) > 2
        assert [row for row, later in pairwise(rows[:-1]) if row == later] == []  # the last one answers "board"
        assert f"row {number}: " in after
    assert all(f"row {number}: " in before.rpartition("Your garden:")[2] for number in range(1, 5))


def test_a_match_in_colour_fits_the_screen_and_shows_its_score_sheet(tmp_path: Path) -> None:
    game = jardinet.load_game("lucky_numbers", setup="michael", bruno=True)
    agreed = LocalAgreement(game, ["you", "master"], tie="shared", seed=3, path=tmp_path / "expected.jdn")
    table, typed = typed_by_the_best(agreed, "en")
    path = tmp_path / "match.jdn"
    options = ["--setup", "michael", "--bruno", "--match", "--seed", "3", "--lang", "en", "--record", str(path)]
    child = start("lucky-numbers", "--seats", "you,master", *options, columns=80)
    screen = pyte.Screen(80, 50)
    stream = pyte.Stream(screen)
    has_shown_a_board = False
    for line in typed:
        child.expect(r"you> |next game: ")
        stream.feed(child.before + child.after)
        has_shown_a_board = has_shown_a_board or any("✓" in row and "⇄" in row for row in screen.display)
        child.sendline(line)
    end = plain(has_enough(child))
    assert child.exitstatus == 0
    assert has_shown_a_board
    assert table.match
    you, master = (f"{total:+d}".replace("-", "−") for total in table.match.totals)
    assert f"total: you {you}, Master {master}" in end
    assert f"The record is in {path}." in end.replace("\n", "")
    records = load(path)
    assert [record.match.number for record in records if record.match] == [1, 2]
    assert all(verify(record).is_fair for record in records)


def test_plain_lines_tell_the_signs_of_a_score_sheet_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = jardinet.load_game("maudits_criquets", crops=2, copies=4)
    agreed = LocalAgreement(game, ["you", "novice"], tie="shared", seed=3, path=tmp_path / "expected.jdn")
    expected, typed = typed_by_the_best(agreed, "fr")
    agreed = LocalAgreement(game, ["you", "novice"], tie="shared", seed=3, path=tmp_path / "match.jdn")
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert Session(LocalTable(agreed), Screen(is_plain=True), load_language("fr")).run() == FINISHED
    assert expected.match
    told = [f"{'moins' if total < 0 else 'plus'} {abs(total)}" for total in expected.match.totals]
    line = re.findall(r"^total.*", capsys.readouterr().out, re.MULTILINE)[-1]
    assert re.findall(r"(?:plus|moins) \d+", line) == told


def test_ctrl_c_saves_a_game_that_resume_goes_on_with(tmp_path: Path) -> None:
    game = jardinet.load_game("lucky_numbers")
    table, typed = typed_by_the_best(LocalAgreement(game, ["ada", "ben"], seed=5, path=tmp_path / "expected.jdn"), "en")
    path = tmp_path / "game.jdn"
    child = start("lucky-numbers", "--seats", "ada,ben", "--seed", "5", "--lang", "en", "--record", str(path))
    for line in typed[:11]:
        child.expect("(ada|ben)> ")
        child.sendline(line)
    child.expect("(ada|ben)> ")
    interrupt(child)
    child.expect_exact("jardinet play --resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    [broken_off] = load(path)
    assert broken_off.deal
    assert broken_off.deal.secret is None
    assert sealed_path(path).stat().st_mode & 0o777 == 0o600

    child = start("--resume", str(path), "--lang", "en")
    for line in typed[11:]:
        child.expect("(ada|ben)> ")
        child.sendline(line)
    has_enough(child)
    assert child.exitstatus == 0
    [record] = load(path)
    assert list(record.moves) == table.state.history()
    assert record.deal
    assert record.deal.commitment == broken_off.deal.commitment
    assert verify(record).is_fair


def test_bids_of_two_people_at_one_keyboard_stay_unseen(tmp_path: Path) -> None:
    path = tmp_path / "game.jdn"
    child = start("maudits-criquets", "--seats", "ada,ben", "--seed", "7", "--lang", "en", "--record", str(path))
    for name, bid in (("ada", "bid 6"), ("ben", "bid 5")):
        child.expect_exact(f"{name}, press Enter when the keyboard is yours: ")
        child.sendline("")
        child.expect_exact(f"{name}> ")
        child.sendline(bid)
    child.expect_exact("The bids are revealed: ada bids 6 and ben bids 5.")
    before = plain(child.before)
    assert "bid 6" not in before
    assert "bid 5" not in before
    child.expect("(ada|ben)> ")
    [record] = load(path)
    assert record.moves[-1] == (5, 4)
    child.close(force=True)


def test_a_lone_bid_is_in_no_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jdn"
    child = start("maudits-criquets", "--seats", "ada,ben", "--seed", "7", "--lang", "en", "--record", str(path))
    child.expect_exact("ada, press Enter when the keyboard is yours: ")
    child.sendline("")
    child.expect_exact("ada> ")
    child.sendline("6")
    child.expect_exact("ben, press Enter when the keyboard is yours: ")
    interrupt(child)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    [record] = load(path)
    assert not [move for move in record.moves if isinstance(move, tuple)]


def test_the_commitment_comes_before_the_first_tile(tmp_path: Path) -> None:
    path = tmp_path / "game.jdn"
    child = start("lucky-numbers", "--lang", "en", "--plain", "--record", str(path))
    child.expect_exact("you> ")
    shown = plain(child.before)
    [record] = load(path)
    assert record.deal
    assert record.deal.commitment in shown
    assert shown.index(record.deal.commitment) < shown.index("You are dealt")
    child.sendeof()
    child.expect_exact("The game is saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_everything_that_can_be_said_at_the_table_is_answered(tmp_path: Path) -> None:
    path, copy = tmp_path / "game.jdn", tmp_path / "copy.jdn"
    child = start("lucky-numbers", "--seed", "7", "--lang", "en", "--plain", "--record", str(path))
    for line, answer in [
        ("help", "why the tile in hand cannot go on a cell"),
        ("?", "take 13, t13: take the 13 from the table"),
        ("moves", "a1: place on a1"),
        ("board", "Casual's garden"),
        ("why b1", "set-up uses only the diagonal"),
        ("why", "Ask about a cell"),
        ("hint", "Place all of them in rising order"),
        ("rules", "our ruling"),
        ("", "Set-up with"),
        ("b1", "cannot go on b1"),
        ("dance", "“dance” is not a play."),
        (f"save {copy}", "The game is saved"),
        ("save /dev/null/game.jdn", "/dev/null"),
        ("arrange", "You set up"),
    ]:
        child.expect_exact("you> ")
        child.sendline(line)
        child.expect_exact(answer)
    child.expect_exact("you> ")
    child.sendline("quit")
    child.expect_exact(f"jardinet play --resume {path}")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert state_of(load(copy)[0]).history() == load_history(path)[: len(load(copy)[0].moves)]


def load_history(path: Path) -> list[object]:
    return list(load(path)[0].moves)


def test_arrow_up_brings_back_the_last_line(tmp_path: Path) -> None:
    child = start("lucky-numbers", "--seed", "7", "--lang", "en", "--record", str(tmp_path / "game.jdn"))
    child.expect_exact("you> ")
    child.sendline("dance")
    child.expect_exact("“dance” is not a play.")
    child.expect_exact("you> ")
    child.send("\x1b[A\r")
    child.expect_exact("“dance” is not a play.")
    child.close(force=True)


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "game.jdn"
    child = start("lucky-numbers", "--seats", "greedy,random,greedy", "--lang", "en", "--plain", "--record", str(path))
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "Greedy 2" in child.before
    assert state_of(load(path)[0]).is_terminal()


@pytest.mark.parametrize("is_plain", [False, True])
def test_lines_break_between_words_and_never_before_a_sign(is_plain: bool) -> None:
    columns, language = 50, load_language("fr")
    child = start("lucky-numbers", "--seed", "7", "--lang", "fr", *(["--plain"] if is_plain else []), columns=columns)
    child.expect_exact("toi> ")
    child.sendline("aide")
    child.expect_exact("toi> ")
    lines = plain(child.before).split("\n")
    words = load_words(language, jardinet.load_game("lucky_numbers"), ["toi", "Bot"], 0)
    told = " ".join(line.strip() for line in lines)
    for sentence in words.introduction():
        assert " ".join(sentence.split(" ")) in told  # no word is broken, and none is lost
    assert max(map(len, lines)) <= columns
    assert [line for line in lines if re.match(r"\s*[:;?!»]", line)] == []
    signs = [line for line in lines if line.startswith(("✓", "⇄", "·2–9", "●"))]
    assert len(signs) == (0 if is_plain else 4)
    meanings = [line for line in lines if line.startswith(" ")]
    indents = {len(line) - len(line.lstrip(" ")) for line in meanings}
    assert len(indents) == (0 if is_plain else 2)  # below its meaning: one of commands, one of signs
