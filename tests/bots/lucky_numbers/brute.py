"""What every action is worth, by trying everything with the slow referee: slow, plain, and written without the solver."""

from __future__ import annotations

from typing import Any

NOT_LEGAL = -1.0


class TooLargeError(Exception):
    """A position that has too many others behind it."""


class BruteForce:
    """Solver of positions of the referee, a game of two; it remembers what it has seen."""

    def __init__(self, most: int) -> None:
        """`most`: how many positions may be behind one."""
        self.most = most
        self.known: dict[object, float] = {}

    def worth(self, judge: Any) -> dict[str, float]:
        """The share of the victory of the seat that acts after each action, by its text."""
        return {text: self._after(judge, text) for text in judge.legal()}

    def _after(self, judge: Any, text: str) -> float:
        seat, after = judge.seat, judge.copy()
        after.play(text)
        return self._value(after, seat)

    def _value(self, judge: Any, seat: int) -> float:
        """The share of a seat, if both play perfectly."""
        if judge.end:
            return (seat in judge.winners) / len(judge.winners)
        key = _key(judge)
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooLargeError
            self.known[key] = self._own_value(judge)
        own = self.known[key]
        is_own: bool = judge.seat == seat
        return own if is_own else 1 - own

    def _own_value(self, judge: Any) -> float:
        legal = judge.legal()
        if judge.is_chance():
            hidden: int = judge.pile.total()
            shares: list[float] = [judge.pile[int(text[7:])] / hidden for text in legal]
            return sum(share * self._after(judge, text) for share, text in zip(shares, legal, strict=True))
        return max(self._after(judge, text) for text in legal)


def _key(judge: Any) -> object:
    boards = tuple(tuple(board.values()) for board in judge.boards)
    table, pile = (tuple(sorted((+counter).items())) for counter in (judge.table, judge.pile))
    return (
        boards,
        table,
        pile,
        judge.seat,
        judge.phase,
        judge.tile,
        judge.tile is not None and judge.is_taken,
        judge.takes,
    )
