"""Hints at a table of Maudits Criquets: the unexploitable mixture of bids, or the pick of the highest value."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from jardinet.analysis.advice import Judgement
from jardinet.games.api import Action
from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.words.hints import Judge, Suggestion, beside
from jardinet.words.maudits_criquets.commands import MauditsCriquetsWords

SELDOM, ALWAYS = 0.05, 0.95  # shares of a mixture: rarer bids are left out, more frequent ones told as the only one
TURNS = 100  # the number of turns in which bids are counted


def hint(words: MauditsCriquetsWords, state: MauditsCriquetsState, seat: int, judge: Judge) -> Suggestion:
    """Advise a seat on its best action, with reasons; see `words.hints.hint`."""
    _, judgement = words.language.gettext, judge(state)
    compared = list(filter(None, [beside(words, state, seat, judgement)]))
    if state.is_simultaneous_node():
        often = _often(judgement)
        plays = tuple(state.action_to_string(seat, action) for action, _share in often)
        return Suggestion([_bids(words, state, seat, often), *compared], plays)
    text = state.action_to_string(seat, judgement.best)
    stacks = {stack.kind: stack.count for stack in state.view(seat).loot}
    kind = text.partition("-")[2]
    lines = [_("Take {cards}.").format(cards=words.cards(kind, stacks[kind])), *words.why(state, text), *compared]
    return Suggestion(lines, (text,))


def _often(judgement: Judgement) -> list[tuple[Action, float]]:
    """The actions of a mixture that are not rare, the most frequent first; one alone if all others are."""
    often = sorted(judgement.mixture.items(), key=lambda each: -each[1])
    return often[:1] if often[0][1] > ALWAYS else [each for each in often if each[1] >= SELDOM]


def _bids(
    words: MauditsCriquetsWords, state: MauditsCriquetsState, seat: int, often: Sequence[tuple[Action, float]]
) -> str:
    """The bids to make, and how often each."""
    _ = words.language.gettext
    named = {one: words.bid_told(state.action_to_string(seat, one).partition("-")[2]) for one, _share in often}
    if often[0][1] > ALWAYS:
        return _("Bid {bid}: nothing is better, even if everyone expects it.").format(bid=named[often[0][0]])
    counts = _counts([share for _action, share in often])
    bids = [
        _("{bid} in {count}").format(bid=named[action], count=count)
        for (action, _share), count in zip(often, counts, strict=True)
    ]
    told = _("Let chance decide, so that nobody can read you: out of 100 such turns, bid {bids}.")
    return told.format(bids=words.language.every(bids))


def _counts(shares: Sequence[float]) -> list[int]:
    """The shares as numbers of turns out of a hundred, the largest first; they add up to a hundred even if some were left out."""
    ends = [round(TURNS * end / sum(shares)) for end in accumulate(shares)]
    return sorted((end - begin for begin, end in pairwise([0, *ends])), reverse=True)
