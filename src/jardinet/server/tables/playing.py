"""Playing: decisions on the commands by which games begin, go on and are followed by others (decide.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import Random

from jardinet.bots.lessons import played
from jardinet.bots.levels import stand_in_of
from jardinet.games.api import NO_ACTION, SIMULTANEOUS, Action, IllegalActionError, Move, State, let_chance_move
from jardinet.games.sentences import Either
from jardinet.play.deal import Sealed, fresh_nonces, nonces_from_seed
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.clocks import goes_on_late
from jardinet.server.tables.errors import NotYoursError, StaleError, moved_on, rated_program, watching
from jardinet.server.tables.table import LAST_TIMEOUT, Seat, TableState, new_match
from jardinet.server.tables.table_game import StandIn, TableGame


def play(command: commands.Play, table: TableState, at: datetime, random: Random) -> TableState:
    """Play the actions of a seat; see commands.Play."""
    seat, state = _playing(table, command), table.state
    if command.by_program and table.agreement.rated:
        raise rated_program()
    if not command.texts:
        raise IllegalActionError("no-action", "no action is given.")
    if state is None or state.is_terminal() or command.ply not in (None, table.ply):
        raise moved_on()
    stand_in = None if command.person else _stand_in(table, seat)
    if state.current_player() == SIMULTANEOUS:
        after = _choose(table, state, seat, command.texts, stand_in)
    else:
        after = _move(table, state, seat, command.texts, stand_in, is_named=command.seat is not None)
    if after is table:
        return table
    played = after.seats[seat]
    timeouts = 0 if command.person else played.timeouts + _counts(table, played)
    has_come = played.has_come or command.person is not None
    if timeouts == played.timeouts and has_come == played.has_come:
        return after
    noted = replace(played, timeouts=timeouts, has_come=has_come)
    if timeouts >= LAST_TIMEOUT and table.agreement.is_for_days:
        noted = replace(noted, level=stand_in_of(table.agreement.game), asked=None)
    return after.with_seat(noted)


def _stand_in(table: TableState, number: int) -> StandIn | None:
    """The record of a bot's play now at a person's seat: by the bot that sits there for them, or because their time is up.

    None if it is no person's seat, or if no bot sits there and no deadline runs.
    """
    seat = table.seats[number] if number in range(len(table.seats)) else None
    if seat is None or seat.person is None or (seat.level is None and table.deadline is None):
        return None
    return StandIn(table.ply, number, seat.level or stand_in_of(table.agreement.game), is_late=seat.level is None)


def _counts(table: TableState, seat: Seat) -> bool:
    """Whether a play that the server makes for a seat counts as a timeout of its person: a turn counts once, however many moves it has."""
    if seat.level is not None:
        return False
    return table.clocks[seat.number] > 0 if table.clocks else not goes_on_late(table, seat.number)


def _move(
    table: TableState, state: State, seat: int, texts: Sequence[str], stand_in: StandIn | None, *, is_named: bool
) -> TableState:
    """The table after actions of the seat whose turn it is; `is_named`: the command says which seat it is for."""
    moves: list[Move] = []
    after = state.clone()
    for text in texts:
        if after.current_player() != seat:
            if is_named and len(table.seats_of(table.seats[seat].person)) > 1:
                raise IllegalActionError("not-their-turn", "it is not that seat's turn.")
            raise IllegalActionError("not-your-turn", "it is not your turn.")
        moves.append(after.string_to_action(seat, text))
        after.apply(moves[-1])
    return table.played([*moves, *_chance_moves(table, after)], [stand_in] if stand_in else [])


def _playing(table: TableState, command: commands.Play) -> int:
    """The seat that a play is for: the one it names, else the person's that has to act; checks that it is theirs."""
    seat, person = command.seat, command.person
    if person is None:
        return -1 if seat is None else seat
    own = table.seats_of(person)
    if seat is None:
        seat = table.played_seat(own)
    if not own:
        raise watching()
    if seat is not None and seat not in own:
        raise NotYoursError("not-your-seat", "that seat is not yours: you do not sit there.")
    if seat is None or table.seats[seat].level is not None:
        raise StaleError("bot-in-your-place", "a bot plays in your place: take your seat back first.")
    return seat


def _choose(table: TableState, state: State, seat: int, texts: Sequence[str], stand_in: StandIn | None) -> TableState:
    """The table after the secret choice of a seat; the last one makes all of them a move."""
    if len(texts) != 1:
        raise IllegalActionError(
            "one-action-a-seat", "{count} actions are given: each seat chooses one.", count=len(texts)
        )
    action, legal = state.string_to_action(seat, texts[0]), state.legal_actions(seat)
    if not legal:
        raise IllegalActionError(
            "nothing-to-choose", "{action} is not possible: that seat has nothing to choose here.", action=texts[0]
        )
    if action not in legal:
        possible = Either([state.action_to_string(seat, known) for known in legal])
        raise IllegalActionError(
            "illegal", "{action} is not possible. Possible: {possible}.", action=texts[0], possible=possible
        )
    chosen = {**table.choices, seat: state.action_to_string(seat, action)}
    stood_in = (*(one for one in table.stood_in if one.seat != seat), *([stand_in] if stand_in else []))
    if any(other not in chosen for other in state.acting_seats()):
        return table if chosen == table.choices else replace(table, choices=chosen, stood_in=stood_in)
    joint = tuple(state.string_to_action(k, chosen[k]) if k in chosen else NO_ACTION for k in range(len(table.seats)))
    after = state.clone()
    after.apply(joint)
    return table.played([joint, *_chance_moves(table, after)], sorted(stood_in))


def _chance_moves(table: TableState, after: State) -> list[Action]:
    """What chance brings after moves of the running game; its order is computed only if it is needed."""
    return let_chance_move(after, table.chance_ahead()) if after.is_chance_node() else []


def begin_next(command: commands.BeginNext, table: TableState, at: datetime, random: Random) -> TableState:
    """Begin the next game of a match; see commands.BeginNext."""
    if not table.may_go_on(command.person):
        raise watching()
    if table.match is not None and table.games_begun > 1 and not table.is_game_over:
        return table  # somebody was faster
    if table.match is None or not table.is_game_over or table.is_over:
        raise StaleError("no-game-follows", "no game is to follow.")
    return _next_begun(table, table.match.games_played + 1, at, random)


def _next_begun(table: TableState, number: int, at: datetime, random: Random) -> TableState:
    """The table with the game of that number of its match begun."""
    if number not in [game.number for game in table.games]:
        more = sealed(table.agreement, range(number, number + len(table.seats)), random)
        table = replace(table, games=(*table.games, *more))
    return _begun(table, number, at, random)


def follow(command: commands.Follow, table: TableState, at: datetime, random: Random) -> TableState:
    """Note the table of a rematch; see commands.Follow."""
    check_asks_again(table, command.person)
    return table if table.followed_by else replace(table, followed_by=command.table_id)


def check_asks_again(table: TableState, person: str | None) -> None:
    """Raise NotYoursError where a person who asks for a rematch did not play."""
    if not table.seats_of(person):
        raise NotYoursError("only-players-ask", "Only those who played can ask for a rematch.")


def gone_on(table: TableState, at: datetime, random: Random) -> TableState:
    """The table with its first game begun where nobody is missing, and its match's next game where nobody is left to begin it."""
    if table.game is None:
        return table if table.free_seats() else _begun(table, 1, at, random)
    if table.match is not None and table.is_game_over and not table.is_over and table.is_left:
        return _next_begun(table, table.match.games_played + 1, at, random)
    return table


def _begun(table: TableState, number: int, at: datetime, random: Random) -> TableState:
    """The table with a game begun: the nonces are fixed, and chance has played up to the first decision.

    A lesson begins with what is prepared of it.
    """
    if table.match is None or number == 1:
        first = table.agreement.first_seat(table.seats_of(table.host), random)
    else:
        first = int(table.match.next_game().parameters.get("first", 0))
    game = table.game_of(number).begun(table.agreement, first, _nonces(table, number, random), at)
    assert game.state
    assert game.deal
    begun = replace(table.with_game(game), match=table.match or new_match(table.agreement, first))
    lesson = table.agreement.lesson
    opening = lesson.opening if lesson else ""
    return begun.played(played(game.state.clone(), game.deal.outcomes(game.state.get_game()), opening))


def _nonces(table: TableState, number: int, random: Random) -> Sequence[str]:
    """What the seats add to the shuffle: each its own in the first game, fresh ones after it; nothing to a deal of the day."""
    if table.agreement.day is not None:
        return ()
    if table.agreement.seed is not None:
        return nonces_from_seed(len(table.seats), table.agreement.seed, number)
    if number == 1:
        return [seat.nonce or "" for seat in table.seats]
    return fresh_nonces(len(table.seats), random)


def sealed(agreement: Agreement, numbers: Sequence[int], random: Random) -> tuple[TableGame, ...]:
    """Games whose secrets are fixed."""
    seed = agreement.seed
    return tuple(TableGame(n, Sealed.fresh(random) if seed is None else Sealed.from_seed(seed, n)) for n in numbers)
