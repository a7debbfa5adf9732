"""A table that is looked at or played at: what is kept of it, its match, and who listens."""

import asyncio
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from upcard.engine.errors import Failure, Illegal
from upcard.engine.game import Game, Match, make_game
from upcard.engine.option_values import OptionValue
from upcard.engine.registry import find_rules, is_shipped
from upcard.engine.state import PlainState
from upcard.engine.view import WATCHER
from upcard.play.move_log import Move
from upcard.play.scene import Scene, make_scene
from upcard.play.session import Sitter, Table
from upcard.play.simultaneous import choosers_ahead
from upcard.server.database import Conflict
from upcard.server.repository import CHOSEN, Kept, KeptSeat, KeptTable, Plan, seat_key

FINISHED = "finished"


@dataclass
class LiveTable:
    """A table in memory. What is kept of it changes only after it has been written.

    Parameters
    ----------
    kept : Kept
        What the database has.
    game : Game
        What is played.
    table : Table or None
        The match with what each seat may know; None before the deal.

    Attributes
    ----------
    halt : tuple of int and str
        After how many actions a strategy was last kept from acting, and why.
    told_beside : int
        So often was something told that is no change of the table.
    drawn : dict
        What surfaces have made of the table for a seat, or who watches; forgotten with every change.
    """

    kept: Kept
    game: Game
    table: Table | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[asyncio.Event] = field(default_factory=set)
    driver: "asyncio.Task[None] | None" = None
    used_at: float = 0.0
    away_at: int = -1
    halt: tuple[int, str] = (-1, "")
    told_beside: int = 0
    drawn: dict[int | None, bytes] = field(default_factory=dict)
    _behind: Table | None = None
    _ahead: tuple[int, dict[int, PlainState]] = (-1, {})

    @property
    def row(self) -> KeptTable:
        """The table's own columns."""
        return self.kept.table

    @property
    def seats(self) -> tuple[KeptSeat, ...]:
        """Who sits where."""
        return self.kept.seats

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return not any(x.is_open for x in self.seats)

    def has_to_add(self, seat: int) -> bool:
        """Whether the cards wait for what a player adds to the shuffle."""
        return self.is_full and not self.is_dealt and self.seats[seat].added is None

    @property
    def is_dealt(self) -> bool:
        """Whether the cards are dealt."""
        return self.table is not None

    @property
    def match(self) -> Match:
        """What is played, with everything that is hidden.

        Raises
        ------
        Failure
            If the cards are not dealt yet.
        """
        if self.table is None:
            raise Failure("the cards are not dealt yet")
        return self.table.match

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by the rules or otherwise."""
        return self.row.ending != ""

    @property
    def resigned(self) -> int | None:
        """The seat that has resigned, if the match ended so."""
        _, _, seat = self.row.ending.partition("resigned ")
        return int(seat) - 1 if seat else None

    @property
    def winners(self) -> list[int]:
        """Who has won; nobody before the end."""
        if self.resigned is not None:
            return [x.number for x in self.seats if x.number != self.resigned]
        return self.table.match.winners() if self.table is not None else []

    @property
    def turn(self) -> int:
        """So many actions were done."""
        return len(self.kept.actions)

    @property
    def mover(self) -> int:
        """The seat whose turn it is; -1 when nobody's."""
        return -1 if self.table is None or self.is_over else self.table.turn

    @property
    def halted(self) -> str:
        """Why it does not go on though a strategy is to act; empty where it does, or none is to act."""
        turn, why = self.halt
        return why if turn == self.turn and self.mover >= 0 and self.seats[self.mover].strategy else ""

    def turn_of(self, seat: int) -> int:
        """The number that the action of who may choose at the same moment will have."""
        return self.turn + 1 + list(self.ahead()).index(seat)

    def chose_ahead(self, seat: int) -> bool:
        """Whether a player has chosen before it is his turn."""
        return any(x.turn is not None and x.turn >= self.turn for x in self.kept.plans.get(seat, ()))

    def plans_of(self, seat: int | None) -> list[Plan]:
        """What a player has planned, in its order, but not what he has chosen; who watches plans nothing."""
        plans = () if seat is None else self.kept.plans.get(seat, ())
        return sorted((x for x in plans if x.number != CHOSEN), key=lambda x: x.number)

    def seats_of(self, persons: "frozenset[str] | set[str]") -> list[int]:
        """The seats of a person who may be known by several keys."""
        keys = [(x.number, {x.person, seat_key(x.person, self.row.id)}) for x in self.seats if x.person]
        return [number for number, own in keys if not own.isdisjoint(persons)]

    def seat_of(self, persons: "frozenset[str] | set[str]") -> int | None:
        """The seat from which a person looks: of several the one that is asked first; None if he has none."""
        mine = self.seats_of(persons)
        if len(mine) < 2:
            return mine[0] if mine else None
        silent = [x.number for x in self.seats if x.added is None]
        asked = self.waiting_for() if self.is_dealt else silent
        return next((p for p in asked if p in mine), mine[0])

    def waiting_for(self) -> list[int]:
        """The seats that can act now: the mover, and who may choose at the same moment and has not yet."""
        if self.mover < 0:
            return []
        return [p for p in (self.mover, *self.ahead()) if not self.chose_ahead(p)]

    @property
    def asked_since(self) -> float:
        """Since when an action is waited for: since the last one, or before any since the deal or later."""
        return self.kept.actions[-1].at if self.kept.actions else self.row.changed_at

    def is_taken_over(self, seat: int) -> bool:
        """Whether a strategy acts in the place of a seat's own player."""
        return bool(self.seats[seat].person and self.seats[seat].strategy)

    def is_asked(self, seat: int | None) -> bool:
        """Whether a player can act now; where a strategy acts in his place he cannot."""
        return seat is not None and seat in self.waiting_for() and not self.is_taken_over(seat)

    def is_behind(self, seat: int | None) -> bool:
        """Whether a seat, or who watches, is shown an earlier moment."""
        return seat is None and bool(self.row.delay) and self.is_dealt and not self.is_over

    def shown_turn(self, seat: int | None) -> int:
        """So many actions are shown to a seat, or to who watches."""
        return max(0, self.turn - self.row.delay) if self.is_behind(seat) else self.turn

    def shown_waiting(self, seat: int | None) -> list[int]:
        """The seats that can act, as far as it is shown."""
        return [self._seen(seat).turn] if self.is_behind(seat) else self.waiting_for()

    def ahead(self) -> dict[int, PlainState]:
        """By seat, what is like now to those who may choose at the same moment as the mover."""
        if self.table is None or self.is_over:
            return {}
        if self._ahead[0] != self.turn:
            self._ahead = (self.turn, choosers_ahead(self.game, self.table.match.state))
        return self._ahead[1]

    def keep(self, kept: Kept) -> None:
        """Take over what is kept now, do the actions that are new, and tell everybody who listens."""
        if self.table is None and kept.table.is_dealt:
            self.table = new_table(self.game, kept.table, kept.seats)
        for a in kept.actions[self.turn :]:
            self.done(a.action)
        self.kept = kept
        self.drawn.clear()
        self.tell()

    def renew(self, kept: Kept) -> None:
        """Begin again from what is kept."""
        self.table, self._behind, self._ahead = None, None, (-1, {})
        self.kept = replace(kept, actions=())
        self.keep(kept)

    def done(self, action: int) -> None:
        """Do an action that is kept."""
        if self.table is not None:
            self.table.act(action)

    def tell(self) -> None:
        """Tell everybody who listens that something has changed."""
        for event in self.listeners:
            event.set()

    def tell_beside(self) -> None:
        """Tell everybody that there is something to see that is no change of the table."""
        self.told_beside += 1
        self.tell()

    def scene(self, seat: int | None, is_touched: bool = True) -> Scene:
        """What a seat sees now; None for who watches. After the end everything lies open.

        `is_touched` is that of :func:`upcard.play.scene.make_scene`.
        """
        scene = self._scene(seat, is_touched)
        if seat is not None and scene.choices and not self.is_asked(seat):
            return replace(scene, choices=())
        return scene

    def _scene(self, seat: int | None, is_touched: bool) -> Scene:
        table = self._seen(seat)
        if self.is_over:
            return table.scene(None)
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

    def moves(self, seat: int | None, first: int = 0) -> list[Move]:
        """What was done from action `first` on, as a seat, or who watches, knows it."""
        eye = None if self.is_over else WATCHER if seat is None else seat
        return self._seen(seat).log.seen_by(eye, first)

    def moves_since_own(self, seat: int) -> list[Move]:
        """What was done since a player's own last action, as he knows it."""
        own = [a.number for a in self.kept.actions if a.seat == seat]
        return self.moves(seat, own[-1] + 1 if own else 0)

    def round_begun_after(self, seat: int | None) -> int:
        """How many actions were done before the round that a seat, or who watches, sees going on."""
        return self._seen(seat).log.rounds.begun_after

    def _seen(self, seat: int | None) -> Table:
        """The match as far as it is shown: all of it, or less to those who watch with a delay."""
        if self.table is None:
            raise Failure("the cards are not dealt yet")
        if not self.is_behind(seat):
            return self.table
        shown = self.shown_turn(seat)
        if self._behind is None or len(self._behind.match.actions) > shown:
            self._behind = new_table(self.game, self.row, self.seats)
        for a in self.kept.actions[len(self._behind.match.actions) : shown]:
            self._behind.act(a.action)
        return self._behind


@lru_cache(maxsize=1024)
def game_of(name: str, players: int, options: tuple[tuple[str, str | int], ...]) -> Game:
    """A game with its players and options; the same one for the same words."""
    chosen: dict[str, OptionValue] = dict(options)
    return make_game(name, players, None, **chosen)


def new_table(game: Game, row: KeptTable, seats: tuple[KeptSeat, ...]) -> Table:
    """The table after the deal; to it every seat is a person's, since the hall asks the strategies."""
    names = tuple(x.name or f"player {x.number + 1}" for x in seats)
    match = Match(game, row.seed, 0, row.dealt, names)
    return Table(match, [Sitter(name) for name in names])


def bring_to_life(kept: Kept) -> LiveTable:
    """A table from what is kept of it.

    Raises
    ------
    Failure
        If its game is not there any more, or its rules are of another version.
    """
    row = kept.table
    game = game_of(row.game, row.players, tuple(sorted(row.options.items())))
    if find_rules(row.game).GAME.version != row.rules_version:
        raise Failure(_other_rules(row, game))
    live = LiveTable(replace(kept, actions=()), game)
    live.keep(kept)
    return live


def _other_rules(row: KeptTable, game: Game) -> str:
    """Why a table cannot go on by rules of another version, and what helps: whose they are decides that."""
    began, now = row.rules_version, game.rules.GAME.version
    begun = f"table {row.id} was begun with version {began} of the rules of {game.title}"
    if is_shipped(game.rules):
        return f"{begun}, and these are of version {now}; use the Upcard that began it"
    file = Path(str(game.rules.__file__)).name
    return (
        f"{begun}, and the rules file {file} has changed since and is of version {now}; the table goes "
        f"on when version {began} of the file is put back and the server is started again"
    )


def is_same_moment(live: LiveTable, seat: int, turn: int) -> bool:
    """Whether a choice that a seat made when `turn` actions were done is the one it has now.

    It is where all that was done since was chosen by others at that same moment, and is hidden from it.
    """
    if not 0 <= turn < live.turn < turn + live.game.players or seat not in live.waiting_for():
        return False
    then = new_table(live.game, live.row, live.seats)
    for a in live.kept.actions[:turn]:
        then.act(a.action)
    ahead = list(choosers_ahead(live.game, then.match.state))
    own = live.turn if seat == live.mover else live.turn_of(seat)
    return seat in ahead and turn + 1 + ahead.index(seat) == own


def check_present(live: LiveTable, seat: int) -> None:
    """Refuse what a player asks for while a strategy acts in his place.

    Raises
    ------
    Illegal
        If one does.
    """
    if live.is_taken_over(seat) and not live.is_over:
        raise Illegal(
            "a bot acts for you; take your seat again first (in letters and for programs that is called back)"
        )


def check_moment(live: LiveTable, seat: int, turn: int) -> None:
    """Refuse an action for another moment, or of who is not to act.

    Raises
    ------
    Conflict
        If other actions were done since, or he has chosen already.
    Illegal
        If it is not his turn, or nothing is played.
    """
    if live.is_over:
        raise Illegal("the game is over; nothing can be done")
    if not live.is_dealt:
        raise Illegal("the cards are not dealt yet; that happens when every seat is taken")
    if turn != live.turn and not is_same_moment(live, seat, turn):
        raise Conflict("the table has changed since you looked; look again")
    if live.chose_ahead(seat):
        raise Conflict("you have chosen already; the others still think")
    if seat not in live.waiting_for():
        raise Illegal(f"it is the turn of {live.seats[live.mover].name}; wait until it has acted")
