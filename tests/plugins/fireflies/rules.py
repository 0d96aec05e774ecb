"""The rules of Fireflies as compiled functions: whatever the games of the house do not do.

Each night all seats are out on the meadow. A die tells how many fireflies come into the common jar; then a card of the
deck is turned. The second owl of a night scatters the jar and sends everybody home, which may end the game: on an
outcome of chance. Else all who are out choose at once: stay, or go home with an even share of the jar (what cannot be
shared stays); seats at home have nothing to choose. Those who went each hang a lantern on a free place, worth 0 to 2
fireflies. When the deck is used up one can only go. Most fireflies win; ties share the victory, and nobody may have any.

With wishes each seat is dealt a card face down before the first night. It names a kind of place, and when the game is over
each lantern of the seat on such a place has brought it a firefly more. Until then nobody else knows the card.

    0 stay · 1 go · 2–67 hang a lantern on place 1–66; where chance moves: 68–70 roll 1–3 · 71 clear · 72 owl ·
    73–75 deal the next seat the wish 1–3
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import CHANCE, NO_ACTION, SIMULTANEOUS, TERMINAL, WORD_BITS, rules_of

SEATS = 6
PLACES = 66
STAY = 0
GO = 1
HANG = 2  # HANG + place, from 0
ROLL = 68  # ROLL + k rolls k + 1
FACES = 3
CLEAR = 71
OWL = 72
WISH = 73
KINDS = 3
COPIES = 2  # of each wish
NUM_ACTIONS = WISH + KINDS
CLEAR_CARDS = 7
OWL_CARDS = 4

ROLLING = 0
DRAWING = 1
CHOOSING = 2
HANGING = 3
OVER = 4
WISHING = 5

RUNNING = 0
DAWN = 1  # the last one went home
OWLS = 2  # the last night ended with its second owl

STATE = np.dtype(
    [
        ("players", "i1"),
        ("nights", "i1"),
        ("places", "i1"),
        ("calm", "?"),
        ("stormy", "?"),
        ("wishes", "?"),
        ("player", "i1"),
        ("phase", "i1"),
        ("night", "i1"),  # from 0
        ("jar", "i2"),
        ("out", "i1"),  # bit s: seat s is on the meadow
        ("hanging", "i1"),  # bit s: seat s has still to hang a lantern
        ("owls", "i1"),  # of this night
        ("clear_left", "i1"),
        ("owls_left", "i1"),
        ("wish", "i1", (SEATS,)),  # secret: from 1; 0: none
        ("wishes_left", "i1", (KINDS,)),  # secret with them
        ("caught", "i2", (SEATS,)),
        ("lanterns", "i1", (PLACES,)),  # whose hangs there, from 1; 0: nobody's
        ("end", "i1"),
        ("winners", "i1"),
        ("legal", "i8", (2,)),  # word w, bit b: action 63w + b is legal for `player`
    ],
    align=True,
)
KEY = np.dtype(  # what decides the future; whose lantern hangs somewhere does not
    [
        (name, STATE[name])
        for name in STATE.names or ()
        if name not in ("players", "nights", "places", "calm", "stormy", "wishes", "legal")
    ]
)

WEIGHTS = np.array([3, 2, 1])  # how many faces of the die show 1, 2, 3


@compiled
def owls_of(calm: bool, stormy: bool) -> int:
    """How many owls the deck holds."""
    return OWL_CARDS - int(calm) + int(stormy)


@compiled
def _start(state: Any) -> None:
    state["night"] = 0
    state["clear_left"] = CLEAR_CARDS
    state["owls_left"] = owls_of(state["calm"], state["stormy"])
    for seat in range(SEATS):
        state["caught"][seat] = 0
    for place in range(PLACES):
        state["lanterns"][place] = 0
    for seat in range(SEATS):
        state["wish"][seat] = 0
    for kind in range(KINDS):
        state["wishes_left"][kind] = COPIES if state["wishes"] else 0
    state["end"] = RUNNING
    state["winners"] = 0
    if state["wishes"]:
        _let_wish(state)
    else:
        _begin_night(state)


@compiled
def _let_wish(state: Any) -> None:
    state["phase"] = WISHING
    state["player"] = CHANCE
    _clear_legal(state)
    for kind in range(KINDS):
        if state["wishes_left"][kind] > 0:
            _allow(state, WISH + kind)


@compiled
def _wished(state: Any) -> int:
    """How many seats have a wish."""
    count = 0
    for seat in range(SEATS):
        count += int(state["wish"][seat] != 0)
    return count


@compiled
def _deal_wish(state: Any, kind: int) -> None:
    state["wish"][_wished(state)] = kind + 1
    state["wishes_left"][kind] -= 1
    if _wished(state) == state["players"]:
        _begin_night(state)
    else:
        _let_wish(state)


@compiled
def _observe(state: Any, player: int) -> None:
    """Of the wishes only one's own is known until the game is over."""
    if not state["wishes"] or state["phase"] == OVER:
        return
    if state["phase"] == WISHING:
        _clear_legal(state)
    for seat in range(SEATS):
        if seat != player:
            state["wish"][seat] = 0
    for kind in range(KINDS):
        state["wishes_left"][kind] = 0


@compiled
def _begin_night(state: Any) -> None:
    state["jar"] = 0
    state["owls"] = 0
    state["hanging"] = 0
    state["out"] = (1 << int(state["players"])) - 1
    _let_roll(state)


@compiled
def _let_roll(state: Any) -> None:
    state["phase"] = ROLLING
    state["player"] = CHANCE
    _clear_legal(state)
    for k in range(FACES):
        _allow(state, ROLL + k)


@compiled
def _clear_legal(state: Any) -> None:
    state["legal"][0] = 0
    state["legal"][1] = 0


@compiled
def _allow(state: Any, action: int) -> None:
    state["legal"][action // WORD_BITS] |= 1 << (action % WORD_BITS)


@compiled
def _is_legal(state: Any, action: int) -> bool:
    if action < 0 or action >= NUM_ACTIONS:
        return False
    return (int(state["legal"][action // WORD_BITS]) >> (action % WORD_BITS)) & 1 == 1


@compiled
def _apply(state: Any, action: int) -> bool:
    if not _is_legal(state, action):
        return False
    phase = int(state["phase"])
    if phase == WISHING:
        _deal_wish(state, action - WISH)
    elif phase == ROLLING:
        state["jar"] += action - ROLL + 1
        _let_draw(state)
    elif phase == DRAWING:
        if action == OWL:
            state["owls_left"] -= 1
            state["owls"] += 1
        else:
            state["clear_left"] -= 1
        if state["owls"] == 2:
            state["out"] = 0
            _end_night(state, OWLS)
        else:
            _let_choose(state)
    else:
        _hang(state, action - HANG)
    return True


@compiled
def _let_draw(state: Any) -> None:
    if state["clear_left"] == 0 and state["owls_left"] == 0:
        _let_choose(state)
        return
    state["phase"] = DRAWING
    state["player"] = CHANCE
    _clear_legal(state)
    if state["clear_left"] > 0:
        _allow(state, CLEAR)
    if state["owls_left"] > 0:
        _allow(state, OWL)


@compiled
def _let_choose(state: Any) -> None:
    state["phase"] = CHOOSING
    state["player"] = SIMULTANEOUS
    _clear_legal(state)


@compiled
def _legal_word(state: Any, player: int, word: int) -> int:
    """Word `word` of what `player` (or CHANCE) may play now."""
    if state["phase"] == CHOOSING:
        if player < 0 or player >= state["players"] or (int(state["out"]) >> player) & 1 == 0 or word > 0:
            return 0
        is_used_up = state["clear_left"] == 0 and state["owls_left"] == 0
        return 1 << GO if is_used_up else 1 << GO | 1 << STAY
    return int(state["legal"][word]) if player == int(state["player"]) else 0


@compiled
def _apply_joint(state: Any, actions: NDArray[np.int64]) -> bool:
    players = int(state["players"])
    if state["phase"] != CHOOSING or len(actions) != players:
        return False
    for seat in range(players):
        legal = _legal_word(state, seat, 0)
        if legal == 0:
            if actions[seat] != NO_ACTION:
                return False
        elif actions[seat] < 0 or actions[seat] > GO or (legal >> actions[seat]) & 1 == 0:
            return False
    goers = 0
    for seat in range(players):
        goers += int(actions[seat] == GO)
    share = int(state["jar"]) // max(goers, 1)
    for seat in range(players):
        if actions[seat] == GO:
            state["caught"][seat] += share
            state["jar"] -= share
            state["out"] ^= 1 << seat
            state["hanging"] |= 1 << seat
    _let_hang(state)
    return True


@compiled
def _let_hang(state: Any) -> None:
    free = 0
    _clear_legal(state)
    for place in range(int(state["places"])):
        if state["lanterns"][place] == 0:
            free += 1
            _allow(state, HANG + place)
    if state["hanging"] == 0 or free == 0:
        state["hanging"] = 0
        if state["out"] == 0:
            _end_night(state, DAWN)
        else:
            _let_roll(state)
        return
    seat = 0
    while (int(state["hanging"]) >> seat) & 1 == 0:
        seat += 1
    state["phase"] = HANGING
    state["player"] = seat


@compiled
def _hang(state: Any, place: int) -> None:
    seat = int(state["player"])
    state["lanterns"][place] = seat + 1
    state["caught"][seat] += place % 3
    state["hanging"] ^= 1 << seat
    _let_hang(state)


@compiled
def _end_night(state: Any, end: int) -> None:
    state["night"] += 1
    if state["night"] < state["nights"]:
        _begin_night(state)
        return
    for place in range(int(state["places"])):
        owner = int(state["lanterns"][place]) - 1
        if owner >= 0 and place % KINDS + 1 == state["wish"][owner]:
            state["caught"][owner] += 1
    best = 0
    for seat in range(int(state["players"])):
        best = max(best, int(state["caught"][seat]))
    winners = 0
    for seat in range(int(state["players"])):
        if state["caught"][seat] == best:
            winners |= 1 << seat
    state["winners"] = winners
    state["end"] = end
    state["phase"] = OVER
    state["player"] = TERMINAL
    _clear_legal(state)


@compiled
def _chance_weight(state: Any, action: int) -> int:
    """How likely a chance action is, in comparison with the others that are possible now."""
    if action >= WISH:
        return int(state["wishes_left"][action - WISH])
    if action == CLEAR:
        return int(state["clear_left"])
    if action == OWL:
        return int(state["owls_left"])
    return int(WEIGHTS[action - ROLL])


@compiled
def _reveal(state: Any, generator: np.random.Generator) -> int:
    if state["phase"] == WISHING:
        left = state["wishes_left"]
        card = int(generator.random() * (int(left[0]) + int(left[1]) + int(left[2])))
        return WISH + int(card >= left[0]) + int(card >= int(left[0]) + int(left[1]))
    if state["phase"] == DRAWING:
        cards = int(state["clear_left"]) + int(state["owls_left"])
        return CLEAR if int(generator.random() * cards) < state["clear_left"] else OWL
    rest = int(generator.random() * 6)
    return ROLL + int(rest >= 3) + int(rest >= 5)


@compiled
def _write_key(state: Any, key: Any) -> None:
    """All of the position; whose lanterns hang there matters only where there are wishes, else only free places do."""
    key["player"] = state["player"]
    key["phase"] = state["phase"]
    key["night"] = state["night"]
    key["jar"] = state["jar"]
    key["out"] = state["out"]
    key["hanging"] = state["hanging"]
    key["owls"] = state["owls"]
    key["clear_left"] = state["clear_left"]
    key["owls_left"] = state["owls_left"]
    for seat in range(SEATS):
        key["caught"][seat] = state["caught"][seat]
    for place in range(PLACES):
        lantern = int(state["lanterns"][place])
        key["lanterns"][place] = lantern if state["wishes"] else int(lantern != 0)
    for seat in range(SEATS):
        key["wish"][seat] = state["wish"][seat]
    for kind in range(KINDS):
        key["wishes_left"][kind] = state["wishes_left"][kind]
    key["end"] = state["end"]
    key["winners"] = state["winners"]


RULES = rules_of(globals())
