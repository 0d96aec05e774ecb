"""What typed words mean at a table of Maudits Criquets, and what is said there."""

import io
import re
import string
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import jardinet
from jardinet.games.api import SIMULTANEOUS, Event, State
from jardinet.games.maudits_criquets.view import GameOver, Harvest, Majority, RoundOver, Stack, View
from jardinet.terminal.maudits_criquets import draw
from jardinet.words.game_words import AnyWords, NotUnderstood, RankedSeat, load_words, rules_page
from jardinet.words.language import CODES, load_language
from jardinet.words.maudits_criquets.commands import MauditsCriquetsWords

LAID_OUT = "reveal-corn reveal-corn reveal-locust"
PICKING = f"{LAID_OUT} bid-5+bid-2"
NAMES = ["Ada", "Ben", "{Cleo}", "Dan"]  # a name may hold braces: it is never read as a placeholder


def words_at(history: str, code: str = "en", you: int | None = 0, **parameters: Any) -> tuple[AnyWords, State]:
    game = jardinet.load_game("maudits_criquets", **parameters)
    names = NAMES[: game.num_players()]
    return load_words(load_language(code), game, names, you), game.deserialize_state(history)


def meaning(history: str, text: str, seat: int = 0) -> str:
    words, state = words_at(history)
    return " ".join(state.action_to_string(seat, action) for action in words.parse(state, text, seat))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bid-4", "bid-4"),
        ("Bid 4", "bid-4"),
        (" 4 ", "bid-4"),
        ("a", "bid-a"),
        ("X", "bid-x"),
        ("bid a", "bid-a"),
        ("the ace", "bid-a"),
        ("bid the X", "bid-x"),
    ],
)
def test_a_bid_is_understood_in_every_form(text: str, action: str) -> None:
    assert meaning(LAID_OUT, text) == action
    assert meaning(LAID_OUT, text, seat=1) == action


@pytest.mark.parametrize(
    "text", ["pick-corn", "pick corn", "pick the corn", "CORN", "c", "co", "pick c", "2 corn", "take 2 corn", "2 c"]
)
def test_a_pick_is_understood_in_every_form(text: str) -> None:
    assert meaning(PICKING, text) == "pick-corn"


@pytest.mark.parametrize("code", ["en", "fr", "es", "de"])
@pytest.mark.parametrize("kind", ["strawberry", "corn", "broccoli", "blackberry", "locust"])
def test_a_pick_is_understood_as_the_question_names_it(code: str, kind: str) -> None:
    other = "corn" if kind == "locust" else "locust"
    for loot in (f"reveal-{kind} reveal-{other} reveal-{other}", f"reveal-{kind} reveal-{kind} reveal-{other}"):
        words, state = words_at(f"{loot} bid-5+bid-2", code)
        stack = next(stack for stack in state.view().loot if stack.kind == kind)  # type: ignore[attr-defined]
        told = words.cards(kind, stack.count)  # type: ignore[attr-defined]
        assert told in words.question(state.view(0))
        for text in (told, told.partition(" ")[2], told.upper()):
            assert [state.action_to_string(0, action) for action in words.parse(state, text, 0)] == [f"pick-{kind}"]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "pick the corn"),
        ("fr", "prendre le maïs"),
        ("es", "elegir el maíz"),
        ("de", "den Mais wählen"),
    ],
)
def test_a_pick_names_its_kind_with_the_article_that_it_has_as_an_object(code: str, told: str) -> None:
    words = load_words(load_language(code), jardinet.load_game("maudits_criquets"), ["Ada", "Ben"])
    action = next(one for one, text in words.game.texts_of(0).items() if text == "pick-corn")
    assert words.name_of(0, action) == told


def test_the_first_letters_mean_what_lies_in_the_loot() -> None:
    loot = "reveal-{} reveal-{} reveal-locust bid-5+bid-2"
    assert meaning(loot.format("broccoli", "corn"), "b") == "pick-broccoli"
    words, state = words_at(loot.format("broccoli", "blackberry"))
    assert meaning(loot.format("broccoli", "blackberry"), "bl") == "pick-blackberry"
    with pytest.raises(NotUnderstood, match="“b” can mean broccoli or blackberry"):
        words.parse(state, "b", 0)


@pytest.mark.parametrize(
    ("history", "text", "seat", "answer"),
    [
        (f"{LAID_OUT} bid-5+bid-a reveal-corn reveal-corn reveal-corn", "5", 0, "Not in hand: 5. In hand: 1, 2, 3, "),
        (
            LAID_OUT,
            "corn",
            0,
            "That is not possible now. Bid one of your cards for the loot: 1, 2, 3, 4, 5, 6, the ace or the X.",
        ),
        (PICKING, "4", 0, "That is not possible now. Take one kind: 2 corn or 1 locust (for example: corn)."),
        (PICKING, "s", 0, "strawberry: there is none in the loot. In the loot: 2 corn and 1 locust."),
        (PICKING, "corn", 1, "That is not possible now. There is nothing for you to do now."),
        (PICKING, "sing", 0, "“sing” is not a play. Take one kind: 2 corn or 1 locust (for example: corn)."),
        (LAID_OUT, "4 a", 0, "“4 a” is not a play. Bid one of your cards for the loot: 1, 2, 3, "),
        (PICKING, "", 0, "“” is not a play."),
        (PICKING, "pick", 0, "“pick” is not a play."),
    ],
)
def test_what_is_not_possible_is_answered_with_the_reason(history: str, text: str, seat: int, answer: str) -> None:
    words, state = words_at(history)
    with pytest.raises(NotUnderstood) as raised:
        words.parse(state, text, seat)
    assert str(raised.value).startswith(answer)


def test_why_tells_who_holds_a_bid_card() -> None:
    played = f"{LAID_OUT} bid-a+bid-4 reveal-corn reveal-locust reveal-corn"
    words, state = words_at(played, you=None)
    assert words.why(state, "4") == ["Ada has 4 in hand.", "Ben has already played 4 this round."]
    assert words_at(played, you=1)[0].why(state, "bid 4") == [
        "You have already played 4 this round.",
        "Ada has 4 in hand.",
    ]
    words, state = words_at(PICKING, you=0)
    assert words.why(state, "4")[1:] == ["Ben has 4 in hand.", "Take one kind: 2 corn or 1 locust (for example: corn)."]


def test_why_tells_of_another_seat_what_everybody_knows() -> None:
    played = f"{LAID_OUT} bid-a+bid-4 reveal-corn reveal-locust reveal-corn"
    words, state = words_at(played, you=1)
    assert words.why(state, "ada 4") == ["Ada has 4 in hand."]
    assert words.why(state, "Ada A") == ["Ada has already played the ace this round."]
    assert words.why(state, "ben 4") == ["You have already played 4 this round."]
    assert words.why(state, "ada corn") == ["In the loot: 2 corn. In Ada's reserve: 2 corn."]
    assert "why Ada 4" in words.about_why("why")
    with pytest.raises(NotUnderstood):
        words.why(state, "cleo 4")


def test_why_tells_of_several_seats_in_one_sentence() -> None:
    words, state = words_at("", you=0, players=3)
    assert words.why(state, "4") == ["You have 4 in hand.", "Ben and {Cleo} have 4 in hand."]


def test_why_tells_what_a_kind_would_bring() -> None:
    reserves = f"{LAID_OUT} bid-a+bid-4 reveal-corn reveal-locust reveal-broccoli"
    words, state = words_at(reserves)
    assert words.why(state, "corn") == ["In the loot: 1 corn. In your reserve: 2 corn."]
    assert words.why(state, "s") == [
        "strawberry: there is none in the loot. In the loot: 1 corn, 1 broccoli and 1 locust.",
        "In your reserve: 0 strawberries.",
    ]
    words, state = words_at(f"{reserves} bid-5+bid-2")
    assert words.why(state, "corn") == [
        "In the loot: 1 corn. In your reserve: 2 corn.",
        "Harvest! You turn 3 corn into 1 token.",  # MC-4.3
    ]


def test_the_rule_behind_an_answer_is_named_apart_from_it() -> None:
    words, state = words_at(PICKING)
    assert [words.rule_of(state, text) for text in ("s", "corn", "4")] == ["MC-2.6", "", ""]


@pytest.mark.parametrize("text", ["", "z9", "9", "b"])
def test_why_about_nothing_says_how_to_ask(text: str) -> None:
    words, state = words_at(PICKING)
    with pytest.raises(NotUnderstood, match="why 4, why corn"):
        words.why(state, text)


def test_the_help_about_why_names_what_can_be_asked() -> None:
    words, state = words_at(PICKING)
    assert "(why 4)" in words.about_why("why")
    assert words.why(state, "4")
    assert "(why corn)" in words.about_why("why")
    assert words.why(state, "corn")


def tell(history: str, played: str, you: int | None = None, **parameters: Any) -> list[str]:
    """What is said when `played` follows on `history`; bids of a turn are joined by `+`."""
    words, state = words_at(history, you=you, **parameters)
    return words.tell(play(state, played))


def play(state: State, played: str) -> list[Event]:
    """What happens when that is played; bids of a turn are joined by `+`."""
    events: list[Event] = []
    for word in played.split():
        player = state.current_player()
        actions = [state.string_to_action(player, text) for text in word.split("+")]
        move = tuple(actions) if player == SIMULTANEOUS else actions[0]
        events += state.events(move)
        state.apply(move)
    return events


def test_a_turn_is_told_in_order() -> None:
    assert tell("", f"{PICKING} pick-corn") == [
        "New in the loot: 2 corn and 1 locust.",
        "The bids are revealed: Ada bids 5 and Ben bids 2.",
        "Ada takes 2 corn.",
        "Ben takes 1 locust.",
    ]
    assert tell(LAID_OUT, "bid-5+bid-2 pick-locust", you=1) == [
        "The bids are revealed: Ada bids 5 and you bid 2.",
        "Ada takes 1 locust.",
        "You take 2 corn.",
    ]


def test_who_takes_everything_is_told_with_the_reason() -> None:
    """MC-2.4, 2.5 and 2.7."""
    loot = "2 corn and 1 locust."
    assert tell(LAID_OUT, "bid-a+bid-2")[1] == f"Ada's ace takes the whole loot: {loot}"
    assert tell(LAID_OUT, "bid-a+bid-x")[1] == f"The X beats the ace: Ben takes the whole loot, {loot}"
    assert tell(LAID_OUT, "bid-1+bid-x", you=0)[1] == f"You are the only one to take, and get the whole loot: {loot}"
    assert tell(LAID_OUT, "bid-a+bid-x", you=0, beginner=True)[1] == f"Your ace takes the whole loot: {loot}"  # MC-7.1


def test_equal_cards_are_named_with_their_players() -> None:
    """MC-2.3: two pairs of four players."""
    told = tell(LAID_OUT, "bid-a+bid-4+bid-a+bid-4", players=4, you=2)
    assert told == [
        "The bids are revealed: Ada bids the ace, Ben bids 4, you bid the ace and Dan bids 4.",
        "You and Ada cancel each other out: you each bid the ace.",
        "Ben and Dan cancel each other out: they each bid 4.",
        "Impasse: nobody takes anything.",
    ]
    assert "{Cleo}'s ace takes the whole loot: 2 corn and 1 locust." in tell(LAID_OUT, "bid-1+bid-2+bid-a", players=3)


def test_a_second_impasse_discards_the_loot() -> None:
    """MC-3.2."""
    assert tell(f"{LAID_OUT} bid-4+bid-4", "reveal-locust bid-x+bid-x")[-2:] == [
        "Another impasse: again, nobody takes anything.",
        "The loot is discarded, 4 cards.",
    ]


def test_locusts_and_crops_tell_what_they_bring() -> None:
    """MC-4.2 and 4.3."""
    assert tell("reveal-corn reveal-corn reveal-corn", "bid-a+bid-1")[-1] == "Harvest! Ada turns 3 corn into 1 token."
    locusts = "reveal-locust reveal-locust reveal-locust"
    assert tell(locusts, "bid-a+bid-1", you=0)[-1] == "Invasion! You lose your whole reserve, 3 cards."


@pytest.mark.parametrize(
    ("tie", "lines"),
    [
        ("all", ["Ada gets a token for the most crops: 1 card.", "Ben gets a token for the most crops: 1 card."]),
        ("none", ["Nobody gets a token for the most crops."]),
    ],
)
def test_an_interim_scoring_tells_who_gets_a_token(tie: str, lines: list[str]) -> None:
    """MC-5.1 and 5.2, in a game cut down to two bid cards and one crop card for each."""
    small: dict[str, Any] = {
        "numbers": 2,
        "specials": False,
        "crops": 3,
        "copies": 1,
        "locusts": 0,
        "loot": 1,
        "majority_tie": tie,
    }
    history = "reveal-corn bid-2+bid-1 reveal-strawberry"
    told = tell(history, "bid-1+bid-2", **small)
    assert told[2:] == ["Round 1 ends with an interim scoring.", *lines]


def test_a_position_is_read_out_with_the_reader_first() -> None:
    words, state = words_at(f"{LAID_OUT} bid-a+bid-4 reveal-corn reveal-locust reveal-broccoli bid-5+bid-2", you=1)
    assert words.describe(state.view(1), 1, with_others=True) == [
        "In the loot: 1 corn, 1 broccoli and 1 locust.",
        "60 cards are hidden.",
        "Still to take, in this order: Ada with 5 and you with 2.",
        "Your reserve: empty; 0 tokens",
        "Your hand: 1, 3, 5, 6, A, X; played: 2, 4",
        "Ada's reserve: 2 corn and 1 locust; 0 tokens",
        "Ada's hand: 1, 2, 3, 4, 6, X; played: 5, A",
    ]
    assert words.describe(state.view(1), 1, with_others=False)[0] == "60 cards are hidden.", (
        "the question names the loot"
    )


def test_the_loot_is_not_read_out_after_it_was_told() -> None:
    words, state = words_at(f"{LAID_OUT} bid-a+bid-4", you=1)
    told = play(state, "reveal-corn reveal-locust reveal-broccoli")
    loot = "In the loot: 1 corn, 1 broccoli and 1 locust."
    assert words.describe(state.view(1), 1, with_others=False)[0] == loot
    assert loot not in words.describe(state.view(1), 1, with_others=False, told=told)
    assert words.describe(state.view(1), 1, with_others=True, told=told)[0] == loot
    told = play(state, "bid-1+bid-1 reveal-corn")
    loot = "In the loot: 2 corn, 1 broccoli and 1 locust."
    assert words.describe(state.view(1), 1, with_others=False, told=told)[0] == loot, "one card of it was told"


def test_the_end_names_winners_and_tokens() -> None:
    """MC-6.3: one token each, and no locusts: the victory is shared."""
    small: dict[str, Any] = {"numbers": 2, "specials": False, "crops": 2, "copies": 1, "locusts": 0, "loot": 1}
    words, state = words_at("reveal-corn bid-2+bid-1 reveal-strawberry bid-1+bid-2", **small)
    assert words.result(state.view(0)) == [
        "You and Ben share the victory!",
        "All garden cards have been used. Tokens and locusts are both tied.",
        "You: 1 token, 0 locusts",
        "Ben: 1 token, 0 locusts",
    ]
    assert words.end_name(state.end() or "") == "all cards used"


def ended(tokens: list[int], locusts: list[int], winners: list[int]) -> View:
    """A last position with so many tokens and locusts."""
    view = cast(View, words_at("", players=len(tokens))[1].view())
    seats = [
        msgspec.structs.replace(seat, tokens=tokens[seat.seat], reserve=[Stack("locust", locusts[seat.seat])])
        for seat in view.seats
    ]
    return msgspec.structs.replace(view, seats=seats, winners=winners, phase="over", end="all-cards-used")


@pytest.mark.parametrize(
    ("tokens", "locusts", "winners", "verdict", "consolation"),
    [
        ([2, 5, 1], [0, 0, 0], [1], "Ben wins by 3 tokens!", ""),
        ([4, 5, 1], [0, 0, 0], [1], "Ben wins by a single token!", "So close: you were a single token short."),
        (
            [5, 5, 1],
            [2, 1, 0],
            [1],
            "Ben wins with fewer locusts!",
            "So close: just as many tokens, but more locusts.",
        ),
        ([5, 3, 1], [0, 0, 0], [0], "You win by 2 tokens!", ""),
    ],
)
def test_the_end_says_who_won_by_how_much_and_how_close_it_was(
    tokens: list[int], locusts: list[int], winners: list[int], verdict: str, consolation: str
) -> None:
    """MC-6.3"""
    outcome = words_at("", players=3)[0].outcome(ended(tokens, locusts, winners), ())
    assert (outcome.verdict, outcome.consolation) == (verdict, consolation)


def test_the_ranking_goes_by_tokens_then_locusts_and_tells_where_tokens_came_from() -> None:
    """MC-6.3"""
    events = [Harvest(1, "corn", 2), RoundOver(1), Majority(1, 4), RoundOver(2), Majority(2, 3), GameOver("", [1])]
    outcome = words_at("", players=3)[0].outcome(ended([1, 3, 1], [2, 0, 1], [1]), events)
    assert outcome.standings == [
        RankedSeat(1, 1, "3 tokens", ["2 by harvest", "1 by interim scoring"]),
        RankedSeat(2, 2, "1 token, 1 locust", ["1 at the end"]),
        RankedSeat(0, 3, "1 token, 2 locusts", []),
    ]


def test_beginners_and_cut_down_games_are_introduced_as_they_are() -> None:
    assert any("unless an ace" in line for line in words_at("")[0].introduction())
    assert not any("unless an ace" in line for line in words_at("", beginner=True)[0].introduction())
    assert not any("bid a" in hint.forms for hint in words_at("", specials=False)[0].help())


def test_the_help_names_first_letters_that_are_understood() -> None:
    letters = words_at("")[0].help()[-1].forms.split(", ")
    assert letters == ["s", "c", "br", "bl", "l"]


@pytest.mark.parametrize("code", CODES)
def test_what_is_offered_is_understood(code: str) -> None:
    """Completions, short forms of `moves`, what a hint says and canonical texts all mean the action they stand for."""
    for history, seats in ((LAID_OUT, (0, 1)), (PICKING, (0,))):
        words, state = words_at(history, code)
        for seat in seats:
            legal = state.legal_actions(seat)
            forms = [words.completions(state, seat), [line.split(":")[0] for line in words.moves(state.view(seat))]]
            forms.append([state.action_to_string(seat, action) for action in legal])
            forms.append([words.name_of(seat, action) for action in legal])
            for texts in forms:
                assert [words.parse(state, text, seat) for text in texts] == [[action] for action in legal]


@pytest.mark.parametrize("history", [LAID_OUT, PICKING])
@given(text=st.text(st.sampled_from(string.ascii_lowercase + string.digits + " -{}éßñ\x00"), max_size=12))
def test_whatever_is_typed_is_a_play_or_an_answer(history: str, text: str) -> None:
    words, state = words_at(history)
    try:
        actions = words.parse(state, text, 0)
    except NotUnderstood as answer:
        assert str(answer)
    else:
        assert actions[0] in state.legal_actions(0)
    assert state.serialize() == history


def test_the_rules_page_cites_every_clause_that_matters_to_players() -> None:
    numbers = [
        clause.number for section in rules_page(load_language("en"), "maudits_criquets") for clause in section[1]
    ]
    assert len(numbers) == len(set(numbers))
    assert {number.split(".")[0] for number in numbers} == {"MC", *(f"MC-{chapter}" for chapter in range(1, 9))}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_drawing_fits_a_terminal_of_80_columns_and_names_every_kind(players: int) -> None:
    bids = "+".join(["bid-6", "bid-5", "bid-4", "bid-3"][:players])
    words, state = words_at(f"reveal-corn reveal-blackberry reveal-locust {bids}", you=None, players=players)
    assert isinstance(words, MauditsCriquetsWords)
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(draw(cast(View, state.view(0)), words, 0))
    lines = console.export_text().splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert "▮ 1 corn" in "\n".join(lines)
    assert "✱ 1 locust" in "\n".join(lines)


def test_no_sentence_has_an_a_that_is_heard_as_an_article() -> None:
    """A voice says "ay" where a pause follows, and "uh" before a word: the card is the ace then, and still typed as `a`."""
    article = re.compile(r"(?<![.:!?] )(?<!^)\bA (?=\w)")
    told = tell(LAID_OUT, "bid-a+bid-2") + tell(LAID_OUT, "bid-a+bid-x") + tell(LAID_OUT, "bid-a+bid-a")
    words, state = words_at(LAID_OUT)
    told += [words.question(state.view(0)), *words.moves(state.view(0)), *words.why(state, "a"), *words.introduction()]
    told += [hint.meaning for hint in (*words.help(), *cast(MauditsCriquetsWords, words).meanings())]
    told += [
        clause.text for section in rules_page(load_language("en"), "maudits_criquets") for clause in section.clauses
    ]
    assert [line for line in told if article.search(line)] == []
    for text in ("a", "A", "bid a", "ace", "the ace", "bid the ace", "bid ace"):
        assert meaning(LAID_OUT, text) == "bid-a"
