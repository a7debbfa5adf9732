"""A table in memory: its snapshot, its match, and its listeners."""

import asyncio
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from upcard.engine.errors import Failure, Illegal
from upcard.engine.game import GAME_OVER, Game, Match
from upcard.engine.game_spec import GameSpec
from upcard.engine.match_end import MatchEnd
from upcard.engine.registry import is_shipped
from upcard.engine.sight import WATCHER
from upcard.engine.state import PlainState
from upcard.engine.winners import stop_scores_of, winners_of
from upcard.language.messages import gettext as _
from upcard.language.messages import marked
from upcard.play.move_log import Move
from upcard.play.scene import RoundEnd, Scene, make_scene, with_scores
from upcard.play.session import MatchSession, SeatPlayer
from upcard.play.simultaneous import simultaneous_choosers
from upcard.server.database import Conflict
from upcard.server.fair_deal import seed_of
from upcard.server.match_time import MatchTime, match_time
from upcard.server.repository import CHOSEN, PlannedMove, StoredSeat, StoredTable, TableSnapshot, seat_key
from upcard.server.service_base import LiveRecord

FINISHED, AGREED, STOPPED, ABORTED = "finished", "agreed", "stopped", "aborted"
"""Endings of matches; a draw by agreement, an agreement to stop, and a match that does not count."""
TABLE_BYTES, ACTION_BYTES = 20_000, 6_000
"""Memory in bytes of a table in memory, and of each of its actions (measured with six players)."""

WATCHED = 60.0
"""Seconds after a request for which somebody counts as watching a table, also without a stream."""

NOT_DEALT = marked("the cards have not been dealt yet; wait until every seat is taken")


@dataclass
class LiveTable(LiveRecord[TableSnapshot]):
    """A table in memory. Its snapshot changes only after the change is in the database.

    Parameters
    ----------
    snapshot : TableSnapshot
        Everything that the database holds of the table.
    session : MatchSession or None
        The match, with the moves as each seat may know them; None before the deal.

    Attributes
    ----------
    watched_at : float
        When somebody last looked at the table, by ``time.monotonic``.
    client : str
        The address that opened the table, if this process knows it.
    halt : tuple of int and str
        The turn at which a strategy last failed to act, and the reason.
    extra_notifications : int
        Number of notifications that were sent without a change of the table.
    unused_plans : dict
        By seat, the turn at which a plan did not fit, and the plans that were deleted.
    plan_answers : dict
        By seat, what its next plan can answer, with the position and the plans at the time.
    replay_changed_at : float
        When the shared replay last changed as far as this process has notified its visitors; 0.0 for none.
    skipped_at : int
        Where the round begins that a player skips, as the number of actions before it; -1 for none.
    drawn : dict
        JSON that was made for a seat, or for watchers (None); cleared by every change.
    """

    snapshot: TableSnapshot
    game: Game
    session: MatchSession | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[asyncio.Event] = field(default_factory=set)
    driver: "asyncio.Task[None] | None" = None
    used_at: float = 0.0
    watched_at: float = float("-inf")
    client: str = ""
    away_at: int = -1
    halt: tuple[int, str] = (-1, "")
    extra_notifications: int = 0
    unused_plans: dict[int, tuple[int, tuple[PlannedMove, ...]]] = field(default_factory=dict)
    plan_answers: dict[int, tuple[Hashable, Any]] = field(default_factory=dict)
    replay_changed_at: float = 0.0
    skipped_at: int = -1
    drawn: dict[int | None, bytes] = field(default_factory=dict)
    _behind: MatchSession | None = None
    _ahead: tuple[int, dict[int, PlainState]] = (-1, {})

    @property
    def key(self) -> str:
        """Its name in addresses."""
        return self.snapshot.row.id

    @property
    def row(self) -> StoredTable:
        """The row of the table."""
        return self.snapshot.row

    @property
    def seats(self) -> tuple[StoredSeat, ...]:
        """The seats."""
        return self.snapshot.seats

    @property
    def host(self) -> int | None:
        """The seat of the person who decides before the deal; None where no person sits."""
        persons = {x.person: x.number for x in reversed(self.seats) if x.person}
        return persons.get(self.row.host, min(persons.values(), default=None))

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not any(x.is_open for x in self.seats)

    @property
    def is_for_bots_only(self) -> bool:
        """Whether a strategy acts on every seat, also in place of persons."""
        return all(x.strategy for x in self.seats)

    @property
    def size(self) -> int:
        """Estimate of its memory in bytes; most of it are the moves as each seat may know them."""
        sessions = (self.session is not None) + (self._behind is not None)
        return TABLE_BYTES + sessions * ACTION_BYTES * self.turn + sum(map(len, self.drawn.values()))

    @property
    def is_in_use(self) -> bool:
        """Whether the match is not over, and somebody watches or has lately asked for the table."""
        is_visited = bool(self.listeners) or time.monotonic() - self.used_at < WATCHED
        return is_visited and not self.is_over

    @property
    def is_resting(self) -> bool:
        """Whether bots wait until somebody watches: they have no other players here."""
        is_watched = bool(self.listeners) or time.monotonic() - self.watched_at < WATCHED
        return self.is_for_bots_only and not is_watched

    @property
    def is_skipping(self) -> bool:
        """Whether computers act at once, because a player skips the rest of this round."""
        return self.session is not None and self.skipped_at == self.session.log.rounds.begun_after

    def has_to_add(self, seat: int) -> bool:
        """Return whether the deal waits for a player's text."""
        return self.is_full and not self.is_dealt and self.seats[seat].added is None

    @property
    def is_dealt(self) -> bool:
        """Whether the cards are dealt."""
        return self.session is not None

    @property
    def match(self) -> Match:
        """The match, with all hidden cards.

        Raises
        ------
        Failure
            If the cards have not been dealt yet.
        """
        if self.session is None:
            raise Failure(_(NOT_DEALT))
        return self.session.match

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by the rules or otherwise."""
        return self.row.ending != ""

    @property
    def resigned(self) -> int | None:
        """The seat that has resigned; None if nobody has."""
        seat = self.row.ending.partition("resigned ")[2]
        return int(seat) - 1 if seat else None

    @property
    def early_end(self) -> MatchEnd | None:
        """How the match ended before the game was over; None if it did not."""
        if self.resigned is not None:
            return MatchEnd("resigned", self.resigned + 1)
        return MatchEnd(self.row.ending) if self.row.ending in (AGREED, STOPPED, ABORTED) else None

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none before the end."""
        if self.resigned is not None:
            return [x.number for x in self.seats if x.number != self.resigned]
        if self.row.ending in (AGREED, ABORTED):
            return []
        return winners_of(self.game.rules, self.scores) if self.scores else []

    @property
    def scores(self) -> list[int | Fraction]:
        """The payoff of every seat, if the match was finished or stopped by agreement; else empty."""
        if self.session is None or self.row.ending not in (FINISHED, STOPPED):
            return []
        match = self.session.match
        return match.scores() if match.is_over else stop_scores_of(match.game.rules, match.state)

    @property
    def turn(self) -> int:
        """Number of actions played."""
        return len(self.snapshot.actions)

    @property
    def mover(self) -> int:
        """The seat to move; -1 if there is none."""
        return -1 if self.session is None or self.is_over else self.session.turn

    @property
    def halted(self) -> str:
        """Why the strategy to move cannot act; empty if it can, or if a person is to move."""
        turn, why = self.halt
        return why if turn == self.turn and self.mover >= 0 and self.seats[self.mover].strategy else ""

    @property
    def round_end_numbers(self) -> frozenset[int]:
        """The numbers of the actions that ended a round, from 0."""
        return (
            frozenset(n for n, _ in self.session.log.rounds.ends) if self.session is not None else frozenset()
        )

    @property
    def match_time(self) -> MatchTime | None:
        """The time that every player has left for the match; None with another clock, or before the deal."""
        return match_time(self.row, self.snapshot.actions, self.round_end_numbers)

    def is_out_of_time(self, seat: int) -> bool:
        """Return whether a player has used up the time for the whole match, so that a computer plays on."""
        times = self.match_time
        if times is None:
            return False
        return times.left[seat] <= 0.0 or (seat == self.mover and times.due_at(seat) <= time.time())

    def turn_of(self, seat: int) -> int:
        """Return the number that the pending action of a simultaneous chooser will get."""
        return self.turn + 1 + list(self.ahead()).index(seat)

    def chose_ahead(self, seat: int) -> bool:
        """Return whether a player has chosen before their turn."""
        return any(x.turn is not None and x.turn >= self.turn for x in self.snapshot.plans.get(seat, ()))

    def plans_of(self, seat: int | None) -> list[PlannedMove]:
        """Return the plans of a seat in their order, without its pending choice; none for watchers."""
        plans = () if seat is None else self.snapshot.plans.get(seat, ())
        return sorted((x for x in plans if x.number != CHOSEN), key=lambda x: x.number)

    def seats_of(self, persons: "frozenset[str] | set[str]") -> list[int]:
        """Return the seats of a person who may have several keys."""
        keys = [(x.number, {x.person, seat_key(x.person, self.row.id)}) for x in self.seats if x.person]
        return [number for number, of_seat in keys if not of_seat.isdisjoint(persons)]

    def seat_of(self, persons: "frozenset[str] | set[str]") -> int | None:
        """Return a person's seat, or the first to act of several seats; None if they have none."""
        mine = self.seats_of(persons)
        if len(mine) < 2:
            return mine[0] if mine else None
        silent = [x.number for x in self.seats if x.added is None]
        acting = self.waiting_for() if self.is_dealt else silent
        return next((p for p in acting if p in mine), mine[0])

    def is_removed(self, persons: "frozenset[str] | set[str]") -> bool:
        """Return whether the host has removed a person who may have several keys."""
        keys = ({person, seat_key(person, self.row.id)} for person, _ in self.row.removed)
        return any(not key.isdisjoint(persons) for key in keys)

    def waiting_for(self) -> list[int]:
        """Return the seats that can act now: the mover, and simultaneous choosers who have not chosen yet."""
        if self.mover < 0:
            return []
        return [p for p in (self.mover, *self.ahead()) if not self.chose_ahead(p)]

    @property
    def waiting_since(self) -> float:
        """Time of the last action, or before the first action, of the last change; in seconds since 1970."""
        return self.snapshot.actions[-1].at if self.snapshot.actions else self.row.changed_at

    def is_taken_over(self, seat: int) -> bool:
        """Return whether a strategy acts in the place of the seat's player."""
        return bool(self.seats[seat].person and self.seats[seat].strategy)

    def can_act(self, seat: int | None) -> bool:
        """Return whether a player can act now; not while a strategy acts in their place."""
        return seat is not None and seat in self.waiting_for() and not self.is_taken_over(seat)

    def is_behind(self, seat: int | None) -> bool:
        """Return whether an earlier moment is shown to a seat, or to watchers (None)."""
        return seat is None and bool(self.row.delay) and self.is_dealt and not self.is_over

    def shown_turn(self, seat: int | None) -> int:
        """Return how many actions are shown to a seat, or to watchers (None)."""
        return max(0, self.turn - self.row.delay) if self.is_behind(seat) else self.turn

    def shown_waiting(self, seat: int | None) -> list[int]:
        """Return the seats that can act, at the moment that is shown."""
        return [self._seen(seat).turn] if self.is_behind(seat) else self.waiting_for()

    def ahead(self) -> dict[int, PlainState]:
        """Return for each simultaneous chooser a state in which it is their turn."""
        if self.session is None or self.is_over:
            return {}
        if self._ahead[0] != self.turn:
            self._ahead = (self.turn, simultaneous_choosers(self.game, self.session.match.state))
        return self._ahead[1]

    def update(self, snapshot: TableSnapshot) -> None:
        """Take over a snapshot that was stored, play its new actions, and notify everybody who listens."""
        if len(snapshot.actions) < self.turn:  # some were taken back
            self.reload(snapshot)
            return
        if self.session is None and _has_other_terms(self.game, snapshot.row):
            self.game = game_of_row(snapshot.row)
        if self.session is None and snapshot.row.is_dealt:
            self.session = new_session(self.game, snapshot.row, snapshot.seats)
        if self.session is not None:
            for a in snapshot.actions[self.turn :]:
                self.session.push(a.action)
        self.snapshot = snapshot
        self.drawn.clear()
        self.notify()

    def reload(self, snapshot: TableSnapshot) -> None:
        """Begin again from a snapshot."""
        self.session, self._behind, self._ahead = None, None, (-1, {})
        self.snapshot = replace(snapshot, actions=())
        self.update(snapshot)

    def notify(self) -> None:
        """Notify everybody who listens that something has changed."""
        for event in self.listeners:
            event.set()

    def notify_of_replay(self, changed_at: float) -> None:
        """Notify everybody once of a change of the shared replay; 0.0 stands for its end."""
        if changed_at != self.replay_changed_at:
            self.replay_changed_at = changed_at
            self.notify_extra()

    def notify_extra(self) -> None:
        """Notify everybody of something that does not change the table."""
        self.extra_notifications += 1
        self.notify()

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """Yield an event that is set whenever the table changes, until the block ends."""
        event = asyncio.Event()
        self.listeners.add(event)
        try:
            yield event
        finally:
            self.listeners.discard(event)

    def scene(self, seat: int | None, is_touched: bool = True) -> Scene:
        """Return what a seat sees now, or what watchers see (None). After the end, all cards are open.

        `is_touched` is the parameter of :func:`upcard.play.scene.make_scene`.
        """
        scene = self._scene(seat, is_touched)
        if seat is not None and scene.choices and not self.can_act(seat):
            return replace(scene, choices=())
        return scene

    def _scene(self, seat: int | None, is_touched: bool) -> Scene:
        table = self._seen(seat)
        if self.is_over:
            ended = table.scene(None)
            return with_scores(self.game, ended, self.scores) if self.row.ending == STOPPED else ended
        if seat is None:
            match = table.match
            v = match.game.view(match.state, WATCHER)
            return replace(make_scene(match.game, v, WATCHER, match.seats), ended=table.last_round(None))
        early = self.ahead().get(seat)
        if early is not None and seat in self.waiting_for():
            v = self.game.view(early, seat)
            scene = make_scene(self.game, v, seat, table.match.seats, (), is_touched)
            return replace(scene, ended=table.last_round(seat))
        return table.scene(seat, is_touched)

    def identify(self, scene: Scene, seat: int | None, since: int | None = None) -> Scene:
        """Return the scene of a seat, or of watchers (None), with identities of its cards.

        `since` is the number of actions after which cards have moved; None for no moves.
        """
        return self._seen(seat).identify(scene, WATCHER if seat is None else seat, since)

    def moves(self, seat: int | None, first: int = 0) -> list[Move]:
        """Return the actions from number `first` on, as a seat knows them, or watchers (None)."""
        eye = None if self.is_over else WATCHER if seat is None else seat
        return self._seen(seat).log.seen_by(eye, first)

    def moves_since_last(self, seat: int) -> list[Move]:
        """Return the actions after the last action of a seat, as its player knows them."""
        turns = [a.number for a in self.snapshot.actions if a.seat == seat]
        return self.moves(seat, turns[-1] + 1 if turns else 0)

    def round_begun_after(self, seat: int | None) -> int:
        """Return how many actions came before the round that is shown to a seat, or watchers (None)."""
        return self._seen(seat).log.rounds.begun_after

    def round_ends(self, seat: int | None) -> list[tuple[int, RoundEnd]]:
        """Return the finished rounds that are shown to a seat, or watchers (None), see ``Rounds.ends``."""
        return self._seen(seat).log.rounds.ends

    def _seen(self, seat: int | None) -> MatchSession:
        """Return the match as far as it is shown: with a delay, watchers do not see the last actions."""
        if self.session is None:
            raise Failure(_(NOT_DEALT))
        if not self.is_behind(seat):
            return self.session
        shown = self.shown_turn(seat)
        if self._behind is None or len(self._behind.match.actions) > shown:
            self._behind = new_session(self.game, self.row, self.seats)
        for a in self.snapshot.actions[len(self._behind.match.actions) : shown]:
            self._behind.push(a.action)
        return self._behind


@lru_cache(maxsize=256)
def game_of(name: str, players: int, options: tuple[tuple[str, str | int], ...]) -> Game:
    """Return a game with its players and options; the same object for the same words."""
    return GameSpec(name, players, options=dict(options)).game()


def game_of_row(row: StoredTable) -> Game:
    """Return the game of a stored table; the same object for the same terms."""
    return game_of(row.game, row.players, tuple(sorted(row.options.items())))


def _has_other_terms(game: Game, row: StoredTable) -> bool:
    return (game.players, dict(game.option_words())) != (row.players, dict(row.options))


def new_session(game: Game, row: StoredTable, seats: tuple[StoredSeat, ...]) -> MatchSession:
    """Return the session after the deal, with people in all seats: the service runs the strategies."""
    names = tuple(x.name or f"player {x.number + 1}" for x in seats)
    match = Match(game, seed_of(row, seats), 0, row.dealt, names)
    return MatchSession(match, [SeatPlayer(name) for name in names])


def revive(snapshot: TableSnapshot) -> LiveTable:
    """Return a stored table with its match.

    Raises
    ------
    Failure
        If its game no longer exists, or has another version of the rules.
    """
    row = snapshot.row
    game = game_of_row(row)
    if game.rules.GAME.version != row.rules_version:
        raise Failure(_other_rules(row, game))
    live = LiveTable(replace(snapshot, actions=()), game)
    live.update(snapshot)
    return live


def _other_rules(row: StoredTable, game: Game) -> str:
    """Return why a table cannot continue with rules of another version, and what helps."""
    began, now = row.rules_version, game.rules.GAME.version
    values = {"table": row.id, "began": began, "now": now, "game": game.title}
    if is_shipped(game.rules):
        text = _(
            "table {table} was started with version {began} of the rules of {game}, but this Upcard has "
            "version {now}; use the Upcard that started it"
        )
        return text.format(**values)
    text = _(
        "table {table} was started with version {began} of the rules of {game}, but the rules file {file} "
        "now has version {now}; to continue the table, restore version {began} of the file and restart the "
        "server"
    )
    return text.format(**values, file=Path(str(game.rules.__file__)).name)


def is_same_moment(live: LiveTable, seat: int, turn: int) -> bool:
    """Return whether a seat that chose after `turn` actions still has the same choice.

    This is so if all later actions are choices of others at that same moment, hidden from the seat.
    """
    if not 0 <= turn < live.turn < turn + live.game.players or seat not in live.waiting_for():
        return False
    then = new_session(live.game, live.row, live.seats)
    for a in live.snapshot.actions[:turn]:
        then.push(a.action)
    ahead = list(simultaneous_choosers(live.game, then.match.state))
    expected = live.turn if seat == live.mover else live.turn_of(seat)
    return seat in ahead and turn + 1 + ahead.index(seat) == expected


def check_present(live: LiveTable, seat: int) -> None:
    """Raise Illegal if a strategy acts in a player's place."""
    if live.is_taken_over(seat) and not live.is_over:
        raise Illegal(_("a bot plays for you; take your seat back first (in emails and in the API: back)"))


def check_moment(live: LiveTable, seat: int, turn: int) -> None:
    """Check that a seat can act now, and that its choice was made after `turn` actions.

    Raises
    ------
    Conflict
        If other actions were played since, or the seat has chosen already.
    Illegal
        If it is not the seat's turn, or no match is being played.
    """
    if live.is_over:
        raise Illegal(_(GAME_OVER))
    if not live.is_dealt:
        raise Illegal(_(NOT_DEALT))
    if turn != live.turn and not is_same_moment(live, seat, turn):
        raise Conflict(_("the table has changed meanwhile; look at it and try again"))
    if live.chose_ahead(seat):
        raise Conflict(_("you have already chosen; wait for the others"))
    if seat not in live.waiting_for():
        name = live.seats[live.mover].name
        raise Illegal(_("it is the turn of {name}; wait until they have acted", name=name))


def check_admitted(live: LiveTable, persons: "frozenset[str] | set[str]") -> None:
    """Raise Illegal if the host has removed a person, who may have several keys."""
    if live.is_removed(persons):
        if live.host is None:
            raise Illegal(_("the host removed you from this table, and can let you in again"))
        host = live.seats[live.host].name
        raise Illegal(_("{name} removed you from this table, and can let you in again", name=host))
