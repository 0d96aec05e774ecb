"""Records: writing and reading are inverse for any game, and nothing broken is taken for a record."""

from __future__ import annotations

import datetime
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from runpy import run_path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import jardinet
from jardinet.games.api import Game, State
from jardinet.games.parameters import GameError, Parameter, ParameterError
from jardinet.play.deal import Deal, Sealed, nonces_from_seed, revealed
from jardinet.play.record import InMatch, PlayedFor, Record, TakenBack, decisions_of, state_of
from jardinet.play.record_format import RecordError, read, write
from jardinet.play.verification import verify

PlayAtRandom = Callable[..., State]


@pytest.fixture(scope="session")
def play_at_random() -> PlayAtRandom:
    play: PlayAtRandom = run_path(str(Path(__file__).with_name("random_play.py")))["play_at_random"]
    return play


DAY = datetime.date(2026, 11, 21)

# Any record of any game -------------------------------------------------------------------------


def _values(parameter: Parameter) -> st.SearchStrategy[int | str]:
    if isinstance(parameter.allowed, range):
        return st.integers(parameter.allowed[0], min(parameter.allowed[-1], 200))
    return st.sampled_from(parameter.allowed)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any registered game in any variant; what is not drawn is as the game's edition says."""
    name = draw(st.sampled_from(jardinet.registered_games()))
    declared = jardinet.load_game(name).declared
    given_values = {p.name: draw(st.none() | _values(p)) for p in declared}
    try:
        return jardinet.load_game(name, **given_values)
    except ParameterError:
        assume(False)
        raise


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20)


@settings(max_examples=100, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_a_record_of_any_game_broken_off_anywhere_reads_back_as_it_was(
    play_at_random: PlayAtRandom, data: st.DataObject
) -> None:
    game = data.draw(games())
    players, number = game.num_players(), data.draw(st.integers(0, 10**6))
    deal = Sealed.from_seed(number).deal(nonces_from_seed(players, number)) if data.draw(st.booleans()) else None
    plies = data.draw(st.none() | st.integers(0, 150))
    state = play_at_random(game, number, plies, deal.outcomes(game) if deal else ())
    record = Record.of(
        state,
        data.draw(st.lists(NAMES, min_size=players, max_size=players)),
        date=data.draw(st.none() | st.dates()),
        match=data.draw(st.sampled_from([None, InMatch(1, game.check_tie("shared")), InMatch(players, "shared")])),
        deal=deal,
    )
    text = write(record)
    reread = read(text.encode())
    assert reread == [record]
    assert write(*reread) == text
    assert state_of(record).history() == state.history()
    assert state_of(record).view() == state.view()


def _variants(name: str) -> list[Game]:
    """Every combination of a game's words, switches and players that its editions allow."""
    declared = [p for p in jardinet.load_game(name).declared if len(p.allowed) <= 3]
    variants = []
    for values in product(*(p.allowed for p in declared)):
        with suppress(ParameterError):
            variants.append(jardinet.load_game(name, **{p.name: v for p, v in zip(declared, values, strict=True)}))
    return variants


@pytest.mark.parametrize("name", jardinet.registered_games())
def test_a_finished_game_of_every_variant_reads_back_as_it_was(play_at_random: PlayAtRandom, name: str) -> None:
    variants = _variants(name)
    assert len(variants) >= 3
    for seed, game in enumerate(variants):
        record = _dealt(play_at_random, game, seed)
        assert read(write(record)) == [record]
        assert state_of(record).is_terminal()
        assert verify(record).is_fair


def test_a_game_may_be_broken_off_after_every_single_action(play_at_random: PlayAtRandom) -> None:
    for setup in ("standard", "michael"):
        game = jardinet.load_game("lucky_numbers", players=3, bruno=True, setup=setup)
        moves = tuple(play_at_random(game, 5, 120).history())
        for plies in range(len(moves) + 1):
            record = Record(game, ("ada", "ben", "cy"), moves[:plies])
            assert read(write(record)) == [record]


def test_games_of_a_match_stand_in_one_text(play_at_random: PlayAtRandom) -> None:
    records = _match(play_at_random)
    assert read(write(*records)) == records
    assert write(*records).count("\n\n[Game ") == 2


def test_what_is_younger_than_records_stands_there_only_where_it_is_not_as_usual(play_at_random: PlayAtRandom) -> None:
    for cut, told in (
        ({}, []),
        ({"side": 2}, ['[Side "2"]']),
        ({"side": 2, "numbers": 4}, ['[Side "2"]', '[Numbers "4"]']),
    ):
        record = _dealt(play_at_random, jardinet.load_game("lucky_numbers", **cut), 3)
        text = write(record)
        assert [line for line in text.splitlines() if line.startswith(("[Side ", "[Numbers "))] == told
        assert read(text) == [record]
        with pytest.raises(RecordError, match="side cannot be '1'"):
            read(
                text.replace('[Utility "win"]', '[Side "1"]\n[Utility "win"]')
                if not told
                else text.replace('[Side "2"]', '[Side "1"]')
            )


def test_tags_stand_in_their_order_and_say_what_was_agreed_and_what_came_out(play_at_random: PlayAtRandom) -> None:
    record = _dealt(play_at_random, jardinet.load_game("lucky_numbers", players=3, first=2, setup="michael"), 3)
    text = write(replace(record, match=InMatch(2, "shared")))
    deal, state = record.deal, state_of(record)
    assert deal is not None and deal.secret is not None
    assert text.split("\n\n")[0].splitlines() == [
        '[Game "lucky_numbers"]',
        '[Players "3"]',
        '[First "2"]',
        '[Edition "tiki"]',
        '[Setup "michael"]',
        '[Bruno "false"]',
        '[StallLimit "100"]',
        '[Utility "win"]',
        '[Seat1 "ada"]',
        '[Seat2 "ben"]',
        '[Seat3 "cy"]',
        '[Date "2026-11-21"]',
        '[Match "2/3 tie=shared"]',
        f'[Deal "{deal.commitment}"]',
        '[Nonce1 "seed=3,game=1,seat=1"]',
        '[Nonce2 "seed=3,game=1,seat=2"]',
        '[Nonce3 "seed=3,game=1,seat=3"]',
        f'[Secret "{deal.secret.hex()}"]',
        f'[Result "{",".join(str(seat + 1) for seat in state.winners())}"]',
        f'[End "{state.end()}"]',
        f'[Points "{" ".join(map(str, state.match_points()))}"]',
    ]


def test_a_replayed_match_counts_its_games_in_rounds() -> None:
    record = Record(jardinet.load_game("lucky_numbers", edition="es"), ("ada", "ben"), (), match=InMatch(3, "replay"))
    assert '[Match "3/4 tie=replay"]' in write(record)
    assert read(write(record)) == [record]


@pytest.mark.parametrize("name", ['say "ada"', "back\\slash", '\\"', "] [", "Zoë 🌻", " ", "x" * 100, '"]\\n[Secret "'])
def test_a_name_may_hold_quotes_backslashes_and_any_letter(name: str) -> None:
    record = Record(jardinet.load_game("lucky_numbers"), (name, "ben"), ())
    assert read(write(record)) == [record]
    assert len(write(record).splitlines()) == 11


def test_nothing_is_no_record() -> None:
    with pytest.raises(GameError, match="nothing to write"):
        write()
    with pytest.raises(RecordError, match=r"^line 1: the text ends, and Game belongs here\.$"):
        read("")


# What bots decided in people's places -----------------------------------------------------------


@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
def test_what_bots_decided_in_peoples_places_is_read_back_whichever_decisions_they_were(
    name: str, play_at_random: PlayAtRandom
) -> None:
    state, generator = play_at_random(jardinet.load_game(name, players=3), 4), random.Random(4)
    plain = Record.of(state, ["ada", "ben", "cy"])
    assert "PlayedFor" not in write(plain)
    every = [(before, seat) for seat, own in enumerate(decisions_of(plain)) for before in own]
    for share in (0.0, 0.1, 0.5, 0.9, 1.0):
        chosen = [one for one in every if generator.random() < share]
        levels = [generator.choice(["greedy", "skilled"]) for _one in chosen]
        told = [PlayedFor(*one, level) for one, level in zip(chosen, levels, strict=True)]
        record = Record.of(state, ["ada", "ben", "cy"], played_for=generator.sample(told, len(told)))
        assert read(write(record)) == [record]
        assert set(record.played_for) == set(told)
        assert [line for line in write(record).splitlines() if "PlayedFor" not in line] == write(plain).splitlines()


def with_played_for(value: str) -> str:
    """A game that is broken off in its set-up, whose record says this of what bots decided."""
    game = jardinet.load_game("lucky_numbers", setup="michael")
    state = game.new_initial_state()
    for turn in ("+1@a1", "+2@a1"):
        game.read_turn(state, turn)
    text = write(Record.of(state, ["ada", "ben"]))
    return text.replace("[Result", f'[PlayedFor "{value}"]\n[Result')


@pytest.mark.parametrize(
    ("value", "refused"),
    [
        ("", "line 11: [PlayedFor] '' does not tell what bots played in people's places"),
        ("1 greedy", "line 11: [PlayedFor] '1 greedy' does not tell"),
        ("1 greedy 2-x", "line 11: [PlayedFor] '1 greedy 2-x' does not tell"),
        ("1 greedy 9", "line 11: seat 1 has no decisions 9 to 9: it made"),
        ("3 greedy 1", "line 11: seat 3 has no decisions 1 to 1: it made 0 here."),
        ("1 greedy 1-999999", "line 11: seat 1 has no decisions 1 to 999999: it made"),
        ("1 greedy 1-1", "line 11: '[PlayedFor \"1 greedy 1-1\"]' is not what the rest of the record makes it"),
        ("1 greedy 1 1", "line 11: '[PlayedFor \"1 greedy 1 1\"]' is not what"),
        ("2 greedy 1, 1 greedy 1", "line 11: '[PlayedFor \"2 greedy 1, 1 greedy 1\"]' is not what"),
        ("1 greedy 1, 1 skilled 1", "line 11: '[PlayedFor \"1 greedy 1, 1 skilled 1\"]' is not what"),
    ],
)
def test_what_bots_decided_is_refused_where_it_is_not_as_it_is_written(value: str, refused: str) -> None:
    assert [(one.seat, one.level) for one in read(with_played_for("1 greedy 1, 2 skilled 1"))[0].played_for] == [
        (0, "greedy"),
        (1, "skilled"),
    ]
    with pytest.raises(RecordError) as error:
        read(with_played_for(value))
    assert str(error.value).startswith(refused)


def test_a_decision_that_there_was_not_cannot_be_written() -> None:
    record = Record(jardinet.load_game("lucky_numbers"), ("ada", "ben"), (), played_for=(PlayedFor(0, 0, "greedy"),))
    with pytest.raises(GameError, match="seat 1 decides nothing after 0 moves"):
        write(record)


# Secrets ----------------------------------------------------------------------------------------


def test_the_record_of_an_unfinished_game_never_tells_the_secret(play_at_random: PlayAtRandom) -> None:
    game = jardinet.load_game("lucky_numbers", setup="michael")
    deal = Sealed.from_seed(11).deal(["one", "two"])
    whole = play_at_random(game, 11, None, deal.outcomes(game))
    for plies in range(0, len(whole.history()), 7):
        record = Record.of(play_at_random(game, 11, plies, deal.outcomes(game)), ("ada", "ben"), deal=deal)
        assert deal.secret.hex() not in write(record) + repr(record)
        assert deal.commitment in write(record)
        with pytest.raises(GameError, match="the game is not over"):
            write(replace(record, deal=deal.public(is_over=True)))
    assert deal.secret.hex() in write(Record.of(whole, ("ada", "ben"), deal=deal))
    assert deal.secret.hex() not in repr(Record.of(whole, ("ada", "ben"), deal=deal))


def test_a_secret_told_too_early_is_refused_in_its_line(play_at_random: PlayAtRandom) -> None:
    record = _dealt(play_at_random, jardinet.load_game("lucky_numbers"), 1)
    lines = write(record).splitlines(keepends=True)
    with pytest.raises(RecordError, match=r"^line 15: the moves do not end the game"):
        read("".join(lines[:-1]))
    assert lines[14].startswith("[Secret ")


# What is refused, line and reason ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Game "lucky_numbers"]\n', "", "line 1: Players is not possible here: Game belongs here."),
        ("lucky_numbers", "chess", "line 1: [Game] there is no game 'chess': there are lucky_numbers"),
        ('[Game "', '[Game  "', 'line 1: \'[Game  "lucky_numbers"]\' is not a tag: a tag reads like [Seat1 "ada"]'),
        ('[First "0"]\n', "", "line 3: Edition is not possible here: First belongs here."),
        (
            '[First "0"]\n',
            '[First "0"]\n[First "0"]\n',
            "line 4: First is already in line 3: Edition belongs here.",
        ),
        ('[First "0"]', '[First "5"]', "line 3: [First] first cannot be '5': it must be 0 to 3."),
        ('[First "0"]', '[First "2"]', "line 3: first=2 and players=2 contradict each other"),
        ('[Edition "tiki"]', '[Edition "5-vor-12"]', "line 5: edition='5-vor-12' and setup='standard' contradict"),
        (
            '[StallLimit "100"]',
            '[StallLimit "0100"]',
            "line 7: '[StallLimit \"0100\"]' is not what the rest of the record",
        ),
        ('[Utility "win"]', '[Mood "fine"]', "line 8: Mood is not possible here: Utility belongs here."),
        ("ada", 'a"da', 'line 9: \'[Seat1 "a"da"]\' is not a tag'),
        ("ada", "a\tda", "line 9: [Seat1] the name 'a\\tda' is not possible"),
        ('[Date "2026-11-21"]', '[Date "2026-11-31"]', "line 11: [Date] '2026-11-31' is not a day: days read like"),
        ('[Date "2026-11-21"]', '[Date "20261121"]', "line 11: '[Date \"20261121\"]' is not what the rest"),
        ("1/2 tie=shared", "1 of 2", "line 12: [Match] '1 of 2' is not a game of a match"),
        ("1/2 tie=shared", "3/2 tie=shared", "line 12: [Match] game 3 is not possible"),
        ("1/2 tie=shared", "1/3 tie=shared", "line 12: '[Match \"1/3 tie=shared\"]' is not what the rest"),
        ("1/2 tie=shared", "1/2 tie=replay", "line 12: [Match] edition='tiki' and tie='replay' contradict"),
        (
            "1/2 tie=shared",
            "1/2 tie=fight",
            "line 12: [Match] tie='fight' is not possible: it must be shared or replay.",
        ),
        ('[Nonce2 "two"]\n', "", "line 15: Result is not possible here: Nonce2 belongs here."),
        ('[Nonce2 "two"]', '[Nonce2 "t wo"]', "line 15: [Nonce2] 't wo' cannot be a nonce"),
        ('[Deal "', '[Deal "x', "line 13: [Deal] 'x"),
        (
            '[Result "*"]',
            '[Result "1"]',
            "line 16: '[Result \"1\"]' is not what the rest of the record makes it: '[Result \"*\"]'.",
        ),
        ('[Result "*"]\n', "", "line 16: '' is not a tag"),
        ('[Result "*"]\n', '[Result "*"]\n[End "stall"]\n', "line 17: '[End \"stall\"]' is not what the rest"),
        (
            '[Result "*"]\n',
            '[Result "*"]\n[Date "2026-11-21"]\n',
            "line 17: Date is already in line 11: End, Points or an empty line",
        ),
        ("\n\n1. ", "\n\n\n1. ", "line 18: '' is not a turn"),
        ("2. 2: ", "3. 2: ", "line 19: this is turn 3: turn 2 belongs here."),
        ("2. 2: ", "2. 1: ", "line 19: '2. 1: +5 +9 +11 +20' is not what the rest of the record makes it: '2. 2: "),
        ("2. 2: ", "2: ", "line 19: '2: +5 +9 +11 +20' is not a turn: a turn reads like '2. 1: …'."),
        ("+9 ", "+9  ", "line 19: '' is not a play"),
        ("+9 +11", "+09 +11", "line 19: '+09' is not a play"),
        ("+3 +7 +12 +18", "+3 +7 +12 +18 +5", "line 18: '+3 +7 +12 +18 +5' is not one turn as it is written"),
        ("@d4\n4.", "@c4\n4.", "line 20: place-c4 is not possible: set-up uses the diagonal only"),
        ("+13@d3", "+13@a3", "line 22: place-a3 is not possible: 12 at c3 must stay larger (LN-4.2)"),
        ("5. 1: +13@d3\n", "5. 1: +13@d3\n\n", "line 24: after an empty line the next record begins with its Game tag"),
        ("6. 2: +", "6. 2: +\nPS: good game", "line 24: 'PS: good game' is not a turn"),
        ("6. 2: +\n", "6. 2: +", "line 23: the last line has no end: the text is cut off here."),
        ("6. 2: +\n", "6. 2: +\n\n", "line 25: after an empty line"),
        ("6. 2: +\n", "6. 2: +\n6. 2: +\n", "line 24: this is turn 6: turn 7 belongs here."),
        ("6. 2: +\n", "6. 2: + 13\n", "line 23: '13' takes a tile, but a hidden one is revealed here: +13."),
        (
            "6. 2: +\n",
            "6. 2: +" + "1" * 5000 + "\n",
            "line 23: the line has 5007 characters: 4096 at most are possible.",
        ),
        ("\n", "\r\n", "line 1: the line ends with CR and LF, as on Windows"),
        ("[Game", "\ufeff[Game", "line 1: the text begins with a byte order mark"),
    ],
)
def test_a_wrong_record_is_refused_with_line_and_reason(old: str, new: str, message: str) -> None:
    text = write(_short())
    assert read(text) == [_short()]
    assert old in text
    with pytest.raises(RecordError) as refused:
        read(text.replace(old, new, 1))
    assert str(refused.value).startswith(message)
    assert str(refused.value) == f"line {refused.value.line}: {refused.value.reason}"


@pytest.mark.parametrize("tag", ["Result", "End", "Points"])
def test_a_result_that_is_not_what_the_moves_say_is_refused_in_its_line(play_at_random: PlayAtRandom, tag: str) -> None:
    text = write(_dealt(play_at_random, jardinet.load_game("lucky_numbers"), 4))
    lines = text.splitlines()
    number = next(number for number, line in enumerate(lines) if line.startswith(f"[{tag} "))
    wrong = {"Result": '[Result "*"]', "End": '[End "stall"]', "Points": '[Points "2 2"]'}[tag]
    for changed in ([*lines[:number], wrong, *lines[number + 1 :]], lines[:number] + lines[number + 1 :]):
        with pytest.raises(RecordError) as refused:
            read("\n".join([*changed, ""]))
        assert refused.value.line == number + 1


def test_nothing_may_be_played_after_the_end(play_at_random: PlayAtRandom) -> None:
    text = write(_dealt(play_at_random, jardinet.load_game("lucky_numbers"), 4))
    last = text.splitlines()[-1]
    turn = int(last.split(".")[0])
    with pytest.raises(RecordError, match=f"line {text.count(chr(10)) + 1}: .*the game is over"):
        read(f"{text}{turn + 1}. 1: 5@a1\n")


def test_an_earlier_turn_is_named_where_it_only_shows_later() -> None:
    text = write(_short()).replace(
        "4. 2: @a1 @b2 @c3 @d4\n5. 1: +13@d3\n6. 2: +", "4. 2: @a1 @b2 @c3\n5. 2: @d4\n6. 1: +13@d3"
    )
    with pytest.raises(RecordError, match=r"^line 21: '4\. 2: @a1 @b2 @c3' is not what the rest"):
        read(text)


def test_bytes_that_are_not_utf_8_are_refused_in_their_line() -> None:
    with pytest.raises(RecordError, match=r"^line 9: byte 0xeb is not UTF-8, as a record must be\.$"):
        read(write(replace(_short(), seats=("Zoë", "ben"))).encode("latin-1"))


def test_the_second_record_s_lines_are_counted_from_the_text_s_beginning() -> None:
    first, second = write(_short()), write(_short()).replace('[Players "2"]\n', "")
    assert first.count("\n") == 23
    with pytest.raises(RecordError, match=r"^line 26: First is not possible here: Players belongs here\.$"):
        read(f"{first}\n{second}")


# A thousand mangled records ----------------------------------------------------------------------


def test_a_thousand_mangled_records_are_refused_with_line_and_reason(play_at_random: PlayAtRandom) -> None:
    """What is not refused is another true record: not one sign of it is overlooked.

    Only what no moves can contradict passes so: a name, a date, a nonce, a tile that could as well
    have been drawn. Where the deal's secret is told, `verify` finds even a changed draw.
    """
    generator, refusals, passed = random.Random(2), 0, Counter[str]()
    originals = [(records, write(*records)) for records in _originals(play_at_random)]
    while refusals < 1000:
        records, text = generator.choice(originals)
        mangled = generator.choice(MANGLERS)(text, generator)
        if mangled == text:
            continue
        try:
            reread = read(mangled)
        except RecordError as error:
            refusals += 1
            assert 1 <= error.line <= mangled.count("\n") + 2
            assert len(str(error.reason)) > 10 and str(error) == f"line {error.line}: {error.reason}"
        else:
            assert write(*reread) == mangled
            assert reread != records
            passed.update(_what_passed(one, other) for one, other in zip(records, reread, strict=False) if one != other)
    assert passed["hidden"] == 0
    assert passed.total() < 100, passed


def _what_passed(record: Record, other: Record) -> str:
    """What a mangled record says otherwise; `hidden` where that is its deal and `verify` does not see it."""
    if revealed(record.game, record.moves) != revealed(other.game, other.moves) or record.deal != other.deal:
        is_told = bool(record.deal and record.deal.secret)
        return "hidden" if is_told and verify(other).is_fair else "dealt"
    return "played" if record.moves != other.moves else "told"


def _lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _line_deleted(text: str, generator: random.Random) -> str:
    lines = _lines_of(text)
    del lines[generator.randrange(len(lines))]
    return "".join(lines)


def _line_doubled(text: str, generator: random.Random) -> str:
    lines = _lines_of(text)
    at = generator.randrange(len(lines))
    return "".join([*lines[:at], lines[at], *lines[at:]])


def _lines_swapped(text: str, generator: random.Random) -> str:
    lines = _lines_of(text)
    one, other = generator.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def _lines_joined(text: str, generator: random.Random) -> str:
    at = generator.choice([place for place, sign in enumerate(text) if sign == "\n"])
    return text[:at] + generator.choice(["", " "]) + text[at + 1 :]


def _sign_deleted(text: str, generator: random.Random) -> str:
    at = generator.randrange(len(text))
    return text[:at] + text[at + 1 :]


def _sign_changed(text: str, generator: random.Random) -> str:
    at = generator.randrange(len(text))
    return text[:at] + generator.choice('0123456789abcdx@+-. :"[]\\\n\r\t\x00é٣²') + text[at + 1 :]


def _sign_inserted(text: str, generator: random.Random) -> str:
    at = generator.randrange(len(text) + 1)
    return text[:at] + generator.choice('0129ax@+-. :"[]\\\n\r\t\x00é٣²') + text[at:]


def _signs_swapped(text: str, generator: random.Random) -> str:
    at = generator.randrange(len(text) - 1)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _passage_deleted(text: str, generator: random.Random) -> str:
    start, end = sorted(generator.sample(range(len(text) + 1), 2))
    return text[:start] + text[end:]


def _cut_off(text: str, generator: random.Random) -> str:
    return text[: generator.randrange(len(text))]


def _tag_renamed(text: str, generator: random.Random) -> str:
    lines = _lines_of(text)
    at = generator.choice([number for number, line in enumerate(lines) if line.startswith("[")])
    lines[at] = (
        generator.choice(["[Game", "[Mood", "[Seat9", "[result", "[Secret", "["]) + lines[at][lines[at].index(" ") :]
    )
    return "".join(lines)


def _tag_revalued(text: str, generator: random.Random) -> str:
    lines = _lines_of(text)
    at = generator.choice([number for number, line in enumerate(lines) if line.startswith("[")])
    lines[at] = lines[at].split(" ")[0] + f' "{generator.choice(["", "0", "1", "7", "True", "michael", "1,2"])}"]\n'
    return "".join(lines)


def _trailed(text: str, generator: random.Random) -> str:
    return text + generator.choice(
        ["\n", " ", "PS: good game\n", "\n\n", "\x1a", '[Game "lucky_numbers"]\n', '\n[Game "x"]\n']
    )


MANGLERS = (
    _line_deleted,
    _line_doubled,
    _lines_swapped,
    _lines_joined,
    _sign_deleted,
    _sign_changed,
    _sign_inserted,
    _signs_swapped,
    _passage_deleted,
    _cut_off,
    _tag_renamed,
    _tag_revalued,
    _trailed,
)


# Records to begin with ---------------------------------------------------------------------------


def _short() -> Record:
    """A game broken off in its second turn: 25 lines with every tag that an unfinished game can have."""
    game = jardinet.load_game("lucky_numbers")
    state = game.new_initial_state()
    for text in ("+3 +7 +12 +18", "+5 +9 +11 +20", "@a1 @b2 @c3 @d4", "@a1 @b2 @c3 @d4", "+13@d3", "+"):
        game.read_turn(state, text)
    deal = Sealed.from_seed(1).deal(["one", "two"])
    return Record.of(state, ("ada", "ben"), date=DAY, match=InMatch(1, "shared"), deal=deal)


def _dealt(play_at_random: PlayAtRandom, game: Game, seed: int) -> Record:
    """A finished game with its deal."""
    players = game.num_players()
    deal: Deal = Sealed.from_seed(seed).deal(nonces_from_seed(players, seed))
    state = play_at_random(game, seed, None, deal.outcomes(game))
    return Record.of(state, ("ada", "ben", "cy", "di")[:players], date=DAY, deal=deal)


def _match(play_at_random: PlayAtRandom) -> list[Record]:
    games = [jardinet.load_game("lucky_numbers", players=3, first=first, setup="michael") for first in range(3)]
    records = [_dealt(play_at_random, game, seed) for seed, game in enumerate(games)]
    return [replace(record, match=InMatch(number, "shared")) for number, record in enumerate(records, 1)]


def _originals(play_at_random: PlayAtRandom) -> list[list[Record]]:
    originals = [_match(play_at_random), [_short()]]
    for name in jardinet.registered_games():
        for players in (2, 3, 4):
            game = jardinet.load_game(name, players=players)
            originals.append([_dealt(play_at_random, game, players)])
            originals.append([Record.of(play_at_random(game, players, 60), ("ada", "ben", "cy", "di")[:players])])
    bruno = jardinet.load_game("lucky_numbers", bruno=True, setup="michael")
    return [*originals, [_dealt(play_at_random, bruno, 9)]]


# What people took back ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
def test_what_was_taken_back_is_read_back_wherever_it_was(name: str, play_at_random: PlayAtRandom) -> None:
    state = play_at_random(jardinet.load_game(name, players=3), 4)
    plain = Record.of(state, ["ada", "ben", "cy"])
    assert "TakenBack" not in write(plain)
    then, told = state.get_game().new_initial_state(), []
    for before, move in enumerate(plain.moves):
        if not then.is_chance_node() and not then.is_simultaneous_node():
            seat = then.current_player()
            told.append(TakenBack(before, seat, (then.legal_actions()[-1],)))
        then.apply(move)
    assert told
    record = replace(plain, taken_back=(told[0], told[-1]))
    assert read(write(record)) == [record]
    assert [line for line in write(record).splitlines() if "TakenBack" not in line] == write(plain).splitlines()


def taken_back_at_once(value: str) -> str:
    """A game that has just begun, whose record says this of what was taken back."""
    state = jardinet.load_game("lucky_numbers", setup="michael").new_initial_state()
    state.get_game().read_turn(state, "+1@a1")
    return write(Record.of(state, ["ada", "ben"])).replace("[Result", f'[TakenBack "{value}"]\n[Result')


@pytest.mark.parametrize(
    ("value", "refused"),
    [
        ("", "line 11: [TakenBack] '' does not tell what people took back"),
        ("1 2", "line 11: [TakenBack] '1 2' does not tell what people took back"),
        ("1 0 place-a1", "line 11: [TakenBack] '1 0 place-a1' does not tell"),
        ("1 9 place-b2", "line 11: seat 1 has no decisions 9 to 9: it made"),
        ("3 1 place-b2", "line 11: seat 3 has no decisions 1 to 1: it made 0 here."),
        ("1 1 place-z9", "line 11: 'place-z9' is no"),
        ("1 1 place-b1", "line 11: place-b1 is not possible"),
        ("1 01 place-b2", "line 11: [TakenBack] '1 01 place-b2' does not tell"),
    ],
)
def test_what_was_taken_back_is_refused_where_it_could_not_be_played(value: str, refused: str) -> None:
    [told] = read(taken_back_at_once("1 1 place-b2"))[0].taken_back
    assert told.seat == 0
    with pytest.raises(RecordError) as error:
        read(taken_back_at_once(value))
    assert str(error.value).startswith(refused)


def test_what_nobody_could_take_back_cannot_be_written() -> None:
    record = Record(jardinet.load_game("lucky_numbers"), ("ada", "ben"), (), taken_back=(TakenBack(3, 0, (1,)),))
    with pytest.raises(GameError, match="seat 1 decides nothing after 3 moves"):
        write(record)
