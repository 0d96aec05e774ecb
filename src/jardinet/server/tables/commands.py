"""Commands: everything that can be asked of a table, as plain data; decide.py says what comes of each.

Each names under Raises why it can be refused; `TableService.do` executes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class Sit:
    """Sitting down of a person; the game begins when nobody is missing any more.

    Attributes:
        seat: which one.
        person: who.
        name: of the person who plays there.
        nonce: what their seat adds to the shuffle; None: chance adds it.
        beside: it is for another person at the same screen: nobody takes a second seat otherwise.
        comes: the person does it themselves; else it is an offer until they come.
        may_be_rated: they have a way back, and no program asks in their name.
        apart: whom they do not meet, see `TableService.sit`.

    Raises:
        NotYoursError: the table is rated, and they may not be rated, or it is for somebody beside them.
        StaleError: the seat is taken, or they sit there already.
        NotForYouError: somebody is at the table whom they do not meet.
        DealError: the nonce is none.
    """

    seat: int
    person: str
    name: str
    nonce: str | None = None
    beside: bool = False
    comes: bool = True
    may_be_rated: bool = False
    apart: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Come:
    """Coming of a person to a table.

    Where others have seated them its clocks start when all have come; a seat that a bot has since their time was up again
    and again is theirs once more.
    """

    person: str


@dataclass(frozen=True)
class TakeOff:
    """Vacation of a person until a moment at most; if that is over, they are back. Clocks of days stand still meanwhile."""

    person: str
    until: datetime


@dataclass(frozen=True)
class AddNonce:
    """Command of a seated person: add their nonce to the shuffle, before the game begins.

    Raises:
        StaleError: it has begun, or the seat is not that person's.
        DealError: the nonce is none.
    """

    seat: int
    person: str
    nonce: str


@dataclass(frozen=True)
class Leave:
    """Return of a seat before the game begins.

    Raises:
        StaleError: it has begun, or the seat is not that person's.
    """

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

    `unseen` are the people at the table without a known open page: see presence.py, and `TableService.seat_bot`.
    At a rated table they count as there until their time to think was up again and again.

    Raises:
        NotYoursError: neither the host nor the person who sits there asks.
        ParameterError: no bot of the game has that level.
        StaleError: a bot sits there already, or somebody who is there: see AskForBot.
    """

    seat: int
    person: str
    level: str
    unseen: frozenset[str] = frozenset()


@dataclass(frozen=True)
class AskForBot:
    """Question of the host whether a bot may play for somebody who is there.

    Raises:
        NotYoursError: it is not the host who asks.
        ParameterError: no bot of the game has that level.
        StaleError: nobody is there to be asked, a bot plays there already, or they have just refused.
    """

    seat: int
    host: str
    level: str


@dataclass(frozen=True)
class AnswerHost:
    """Answer to that question, by the person who sits there; nothing happens if nobody has asked.

    Raises:
        NotYoursError: the seat is not that person's.
    """

    seat: int
    person: str
    agrees: bool


@dataclass(frozen=True)
class ComeBack:
    """Return of a person to their seat, at which a bot played meanwhile; nothing happens if none did."""

    seat: int
    person: str


@dataclass(frozen=True)
class GiveUp:
    """Giving up of a person: a bot plays on at each of their seats; before the game begins they give them back.

    Raises:
        NotYoursError: they do not sit there.
        StaleError: the game or match is over.
    """

    person: str


@dataclass(frozen=True)
class Invite:
    """Offer of a free seat to an account, which is called `name`; only the host may. `apart` are those whom the host does not meet.

    Raises:
        NotYoursError: it is not the host who asks.
        StaleError: the seat is not free.
        NotInvitedError: they do not meet.
    """

    seat: int
    host: str
    guest: str
    name: str
    apart: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Uninvite:
    """End of an invitation, by the host or by its guest; nothing happens if there is none.

    Raises:
        NotYoursError: neither the host nor the guest asks.
    """

    guest: str
    person: str


@dataclass(frozen=True)
class Accept:
    """Acceptance of an invitation: its guest sits down at the seat. `may_be_rated`, `apart`: see Sit.

    Raises:
        NotYoursError: the table is rated, and they may not be rated.
        NoSuchTableError: no invitation of theirs is open.
        NotForYouError: somebody is at the table whom they do not meet.
    """

    person: str
    name: str
    may_be_rated: bool = False
    apart: frozenset[str] = frozenset()


@dataclass(frozen=True)
class MoveIn:
    """Taking over of a seat by its key, on another device.

    Raises:
        NotYoursError: the table is rated, and the seat is another person's.
    """

    key: str = field(repr=False)
    person: str


@dataclass(frozen=True)
class TakeAlong:
    """Taking along of a guest's seats by a person who is that guest, and is called `name`.

    Nothing happens if both sit there, or the guest does not. A host's rights go along, seats' keys and people beside stay.
    """

    guest: str
    person: str
    name: str


@dataclass(frozen=True)
class Forget:
    """Forgetting of a person: all their seats bear `name` and get keys that nobody knows, and bots play on there.

    Before the game begins they give their seats back.
    """

    person: str
    name: str


@dataclass(frozen=True)
class RenewKey:
    """New key for a seat, for the person who sits there: the old one opens nothing any more.

    Raises:
        NotYoursError: the seat is not that person's.
    """

    seat: int
    person: str


@dataclass(frozen=True)
class Play:
    """Actions of a seat at a ply, one after another (`take-13`, `place-b3`): all of them or none.

    If all move at once, it is one action, the seat's secret choice; it may be changed until the last seat has chosen.

    Attributes:
        seat: None: of the person's seats the one that has to act.
        ply: the one that the player saw; None: any.
        texts: the actions.
        person: who plays; None: the server itself, for a bot or for somebody whose time is up.
        by_program: a program asks in that person's name.

    Raises:
        NotYoursError: they do not sit there, or it is a program at a rated table.
        StaleError: the table is no longer at `ply`, or a bot plays in their place.
        IllegalActionError, TextError: an action is not possible.
    """

    seat: int | None
    ply: int | None
    texts: tuple[str, ...]
    person: str | None = None
    by_program: bool = False


@dataclass(frozen=True)
class TakeBack:
    """Taking back of a person's last play, and of what bots have played since; see play/taking_back.py for when that is possible.

    Attributes:
        person: who.
        ply: the one that they saw; None: any.

    Raises:
        NotYoursError: they do not sit there.
        StaleError: the table is no longer at `ply`.
        TakeBackError: nothing can be taken back: the message says why.
    """

    person: str
    ply: int | None = None


@dataclass(frozen=True)
class AskBack:
    """Question of a person to the others whether they may take their last play back; nothing happens if somebody asks already.

    Attributes:
        person: who.
        ply: the one that they saw; None: any.

    Raises:
        NotYoursError: they do not sit there.
        StaleError: the table is no longer at `ply`.
        TakeBackError: that cannot be asked: the message says why.
    """

    person: str
    ply: int | None = None


@dataclass(frozen=True)
class AnswerBack:
    """Answer to that question; once all have agreed the play is taken back. Nothing happens if nobody asks.

    Attributes:
        person: who.
        agrees: yes.
        again: whether they may be asked again, if they do not agree.
        ply: the one that they saw; None: any.

    Raises:
        NotYoursError: they do not sit there.
        StaleError: the table is no longer at `ply`.
    """

    person: str
    agrees: bool
    again: bool = True
    ply: int | None = None


@dataclass(frozen=True)
class BeginNext:
    """Beginning of a match's next game; nothing happens if it has begun. See `TableState.may_go_on`.

    Raises:
        NotYoursError: that person only watches.
        StaleError: no game is to follow.
    """

    person: str | None


@dataclass(frozen=True)
class Follow:
    """Rematch at another table, by its id, asked for by somebody who sits here; only the first one counts."""

    table_id: str
    person: str | None


@dataclass(frozen=True)
class Say:
    """Preset phrase that a person at the table says; nothing happens if it comes too soon after their last one.

    Raises:
        NotYoursError: that person does not sit there.
        TooManyRemarksError: they have said a lot in this game.
    """

    person: str | None
    phrase: str


Command = (
    Sit
    | Come
    | TakeOff
    | AddNonce
    | Leave
    | Rename
    | SeatBot
    | AskForBot
    | AnswerHost
    | ComeBack
    | GiveUp
    | Invite
    | Uninvite
    | Accept
    | MoveIn
    | TakeAlong
    | Forget
    | RenewKey
    | Play
    | TakeBack
    | AskBack
    | AnswerBack
    | BeginNext
    | Follow
    | Say
)
