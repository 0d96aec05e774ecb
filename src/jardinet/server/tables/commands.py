"""Commands: everything that can be asked of a table, as plain data; decide.py says what comes of each."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Sit:
    """Sitting down of a person.

    Attributes:
        nonce: what their seat adds to the shuffle; None: chance adds it.
        beside: it is for another person at the same screen: nobody takes a second seat otherwise.
        comes: they do it themselves; else it is an offer until they come.
    """

    seat: int
    person: str
    name: str
    nonce: str | None = None
    beside: bool = False
    comes: bool = True


@dataclass(frozen=True)
class Come:
    """Coming of a person to a table at which others have seated them: its clocks run when all have."""

    person: str


@dataclass(frozen=True)
class AddNonce:
    """Addition to the shuffle by somebody who sits, before the game begins."""

    seat: int
    person: str
    nonce: str


@dataclass(frozen=True)
class Leave:
    """Return of a seat before the game begins."""

    seat: int
    person: str


@dataclass(frozen=True)
class Rename:
    """New name of a person, at their first seat and all others that bear the same name."""

    person: str
    name: str


@dataclass(frozen=True)
class SeatBot:
    """Bot at a seat: the host may at a free one and for somebody who is away, everybody may at their own.

    `unseen` are the people at the table of whom nobody knows an open page: see presence.py.
    """

    seat: int
    person: str
    level: str
    unseen: frozenset[str] = frozenset()


@dataclass(frozen=True)
class AskForBot:
    """Question of the host whether a bot may play for somebody who is there."""

    seat: int
    host: str
    level: str


@dataclass(frozen=True)
class AnswerHost:
    """Answer to that question, by whoever sits there."""

    seat: int
    person: str
    agrees: bool


@dataclass(frozen=True)
class ComeBack:
    """Return of a person to their seat, at which a bot played meanwhile."""

    seat: int
    person: str


@dataclass(frozen=True)
class Invite:
    """Offer of a free seat to an account, which is called `name`; only the host may."""

    seat: int
    host: str
    guest: str
    name: str


@dataclass(frozen=True)
class Uninvite:
    """End of an invitation, by the host or by its guest."""

    guest: str
    person: str


@dataclass(frozen=True)
class Accept:
    """Sitting down where one is invited to."""

    person: str
    name: str


@dataclass(frozen=True)
class MoveIn:
    """Taking over of a seat by its key, on another device."""

    key: str = field(repr=False)
    person: str


@dataclass(frozen=True)
class RenewKey:
    """Another key for a seat, for whoever sits there: the one before opens nothing any more."""

    seat: int
    person: str


@dataclass(frozen=True)
class Play:
    """Actions of a seat at a ply, one after another (`take-13`, `place-b3`): all of them or none.

    Where all move at once it is one action, the seat's secret choice.

    Attributes:
        seat: None: of the person's seats the one that has to act.
        ply: the one that they saw; None: whatever it is.
        person: who plays; None: the server itself, for a bot or for somebody whose time is up.
    """

    seat: int | None
    ply: int | None
    texts: tuple[str, ...]
    person: str | None = None


@dataclass(frozen=True)
class BeginNext:
    """Beginning of a match's next game; see `TableState.may_go_on`."""

    person: str | None


@dataclass(frozen=True)
class Follow:
    """Rematch at another table, by its id, asked for by somebody who sits here; only the first one counts."""

    table_id: str
    person: str | None


@dataclass(frozen=True)
class Say:
    """Preset phrase that a person at the table says."""

    person: str | None
    phrase: str


Command = (
    Sit
    | Come
    | AddNonce
    | Leave
    | Rename
    | SeatBot
    | AskForBot
    | AnswerHost
    | ComeBack
    | Invite
    | Uninvite
    | Accept
    | MoveIn
    | RenewKey
    | Play
    | BeginNext
    | Follow
    | Say
)
