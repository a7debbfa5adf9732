"""The authority of one sitting: who sits where, what has been done, and what each may know of it.

People act through :meth:`Table.act`; strategies act by themselves in :meth:`Table.advance`. The luck of a
strategy's decision belongs to the seed and to the number of the action, so that a game that is taken back,
or kept and resumed, goes on as it would have.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from upcard.engine import seeds
from upcard.engine.atomic_files import write_text
from upcard.engine.call_strategy import call_strategy
from upcard.engine.errors import BrokenRules, Failure, Illegal, UpcardError, Usage
from upcard.engine.game import Game, Match
from upcard.engine.players import entrant_for, is_solved
from upcard.engine.record import FIRST_LINE, parse_record, record_text, replay
from upcard.engine.registry import Entrant, strategies_for
from upcard.engine.state import PlainState
from upcard.engine.strategy_contract import answers_at_once
from upcard.play.move_log import Log, Move
from upcard.play.scene import RoundEnd, Scene, make_scene

MOST_DIGITS = 9
"""No choice has a number of more digits."""

TRIES, PATIENCE = 20, 0.5
"""How often a strategy that uses chance is asked for advice, and for at most how many seconds."""

MOST_ACTIONS = 2**40
"""Random streams for the decisions of one game."""


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat."""

    name: str
    """A person's name, or how a strategy was asked for."""
    strategy: Entrant | None = None
    """The strategy; None for a person."""


@dataclass(frozen=True)
class Advice:
    """What a strategy would do in a view."""

    strategy: str
    """Its name."""
    counts: tuple[tuple[str, int], ...]
    """Words of actions and how often it chose them, the most frequent first; empty where `odds` are known."""
    odds: tuple[tuple[str, Fraction], ...] = ()
    """Words of actions and their probabilities, the most likely first; empty where nobody knows them."""


class Table:
    """One sitting.

    Parameters
    ----------
    match : Match
        What is played; its seats are named after the sitters.
    sitters : sequence of Sitter
        Who sits on each seat.

    Attributes
    ----------
    match : Match
        The match so far, with everything that is hidden.
    people : list of int
        The seats of persons.
    """

    def __init__(self, match: Match, sitters: Sequence[Sitter]) -> None:
        self.sitters = tuple(sitters)
        self.people = [p for p, sitter in enumerate(sitters) if sitter.strategy is None]
        self.log = Log(match.game)
        self.match = Match(
            match.game, match.seed, match.number, match.dealt, tuple(s.name for s in self.sitters)
        )
        for a in match.actions:
            self.log.do(self.match, a)

    @property
    def is_alone(self) -> bool:
        """Whether exactly one person plays."""
        return len(self.people) == 1

    @property
    def turn(self) -> int:
        """The seat whose turn it is, from 0; -1 when the game is over."""
        return self.match.player

    @property
    def has_begun(self) -> bool:
        """Whether a person has decided anything yet."""
        return any(p in self.people for p in self.match.movers)

    def scene(self, seat: int | None, is_touched: bool = True) -> Scene:
        """What a seat sees now; None lays everything open, for a game that is over.

        `is_touched` is that of :func:`upcard.play.scene.make_scene`.
        """
        match = self.match
        v = match.state if seat is None else match.view(seat)
        scores = match.scores() if match.is_over else ()
        scene = make_scene(match.game, v, seat, match.seats, scores, is_touched)
        return replace(scene, ended=self.last_round(seat))

    def last_round(self, seat: int | None) -> RoundEnd | None:
        """What the last round came to, if the seat has not acted since; None for who only looks."""
        own = [i for i, p in enumerate(self.match.movers) if p == seat]
        return self.log.rounds.last(own[-1] if own and not self.match.is_over else 0)

    def moves(self, seat: int | None) -> list[Move]:
        """What was done since the seat's own last action, as it knows it; None: all that was done."""
        own = [i for i, p in enumerate(self.match.movers) if p == seat]
        return self.log.seen_by(seat, own[-1] + 1 if own else 0)

    def read(self, text: str) -> int:
        """The action that the player whose turn it is means: a number of its list, or words.

        Raises
        ------
        Unreadable, Ambiguous
            If the text does not name one action.
        """
        text = text.strip()
        if text.isdecimal() and len(text) <= MOST_DIGITS:
            for choice in self.scene(self.turn).choices:
                if choice.number == int(text):
                    return choice.action
        return self.match.read(text)

    def act(self, action: int) -> None:
        """Do an action for the person whose turn it is.

        Raises
        ------
        Illegal
            If the rules do not allow it, or it is not a person's turn.
        """
        if not self.match.is_over and self.turn not in self.people:
            raise Illegal(f"it is the turn of {self.sitters[self.turn].name}; wait until it has acted")
        self.log.do(self.match, action)

    def advance(self) -> None:
        """Let strategies act until it is a person's turn or the game is over.

        Raises
        ------
        Failure
            If a strategy fails or chooses what is not legal.
        """
        while not self.match.is_over and self.turn not in self.people:
            strategy = self.sitters[self.turn].strategy
            if strategy is None:  # a strategy sits wherever no person does
                return
            a = self._choice(strategy, 0)
            try:
                self.log.do(self.match, a)
            except UpcardError as fault:
                raise Failure(f"the strategy {strategy.label} chose what is not possible: {fault}") from None

    def undo(self) -> None:
        """Take back the person's last action and all that came after it.

        Raises
        ------
        Illegal
            If several people play, or nothing was done yet.
        """
        if not self.is_alone:
            raise Illegal("actions can be taken back only when you play alone; the others have seen them")
        own = [i for i, p in enumerate(self.match.movers) if p == self.people[0]]
        if not own:
            raise Illegal("you have done nothing yet that could be taken back")
        self._go_back(own[-1])

    def _go_back(self, kept: int) -> None:
        """Play only the first `kept` actions again."""
        actions = self.match.actions[:kept]
        self.match.undo(len(self.match.actions))
        self.log = Log(self.match.game)
        for a in actions:
            self.log.do(self.match, a)

    def advice(self) -> list[Advice]:
        """What every strategy for this game would do for the player whose turn it is.

        Solutions of files are asked if they sit at the table. Those that would search here are not asked,
        since a person would wait for them; :attr:`unasked` names them.

        Raises
        ------
        Illegal
            If the game is over.
        """
        if self.match.is_over:
            raise Illegal("the game is over; there is nothing left to choose")
        silent, found = self.unasked, []
        names = sorted(set(strategies_for(self.match.game.rules)) - set(silent))
        files = dict.fromkeys(s.name for s in self.sitters if s.strategy and is_solved(s.name))
        for name in (*names, *files):
            try:
                found.append(self._asked(name))
            except (BrokenRules, Usage):  # one file that cannot be used takes no advice of the others away
                continue
        return found

    def _asked(self, name: str) -> Advice:
        """What one strategy would do: its odds where they are known, else how often it does what."""
        one = entrant_for(name, self.match.game)
        if one.odds is not None:
            return Advice(name, (), self._odds(one.odds(self.match.view(self.turn))))
        module = strategies_for(self.match.game.rules).get(name)
        is_sure = module is not None and not module.STRATEGY.is_random
        return Advice(name, self._counts(one, 1 if is_sure else TRIES))

    @property
    def unasked(self) -> list[str]:
        """The strategies for this game that are not asked for advice, since they would search here."""
        known, v = strategies_for(self.match.game.rules), self.match.view(max(self.turn, 0))
        return sorted(name for name, module in known.items() if not answers_at_once(module, v))

    def _odds(self, odds: Sequence[tuple[int, Fraction]]) -> tuple[tuple[str, Fraction], ...]:
        likely = sorted(odds, key=lambda one: -one[1])
        return tuple((self.match.words(a), x) for a, x in likely)

    def _counts(self, strategy: Entrant, tries: int) -> tuple[tuple[str, int], ...]:
        began, counts = time.perf_counter(), Counter[int]()
        for i in range(1, tries + 1):
            counts[self._choice(strategy, i)] += 1
            if time.perf_counter() - began > PATIENCE:
                break
        return tuple((self.match.words(a), n) for a, n in counts.most_common())

    def _choice(self, strategy: Entrant, luck: int) -> int:
        """What a strategy chooses; `luck` 0 is that of the game, others are for advice."""
        v = view_with_luck(self.match, luck)
        return call_strategy(strategy.choose, v, strategy.parameters, strategy.label)

    def check_open(self) -> None:
        """Refuse where a record would tell the player whose turn it is what another person chose face down.

        Raises
        ------
        Illegal
            If such a choice has not come out yet.
        """
        if self.match.is_over:
            return
        secret = [p for p in self.log.face_down(self.turn) if p in self.people]
        if secret:
            name = self.sitters[secret[-1]].name
            raise Illegal(
                f"what {name} chose is still secret, and the record would tell it; "
                "save once it has come out, or quit, which keeps the game"
            )

    def record(self) -> str:
        """The match as the text of a record."""
        return record_text(self.match)


def view_with_luck(match: Match, luck: int = 0) -> PlainState:
    """The view of the player whose turn it is, with the chance of this very decision.

    Parameters
    ----------
    match : Match
        The match so far.
    luck : int
        0 for that of the game, 1 to ``TRIES`` for others.
    """
    v = match.view(match.player)
    stream = match.number * MOST_ACTIONS + len(match.actions) * (TRIES + 1) + luck
    seeds.open_stream(v, ~(match.seed or 0), stream)
    return v


def sitters_of(game: Game, people: Sequence[int], strategies: Sequence[str]) -> list[Sitter]:
    """Who sits where: people on their seats, strategies on the others.

    Parameters
    ----------
    game : Game
        What is played.
    people : sequence of int
        Seats of persons, from 0.
    strategies : sequence of str
        One for all other seats, or one for each in their order.
    """
    rest = [p for p in range(game.players) if p not in people]
    texts = list(strategies) * len(rest) if len(strategies) == 1 else list(strategies)
    named = dict(zip(rest, texts, strict=True))
    return [
        Sitter(named[p], entrant_for(named[p], game)) if p in named else Sitter(f"player {p + 1}")
        for p in range(game.players)
    ]


def resume(text: str) -> Table:
    """The table of a record, where a seat named after a strategy is that strategy's.

    Raises
    ------
    UpcardError
        If the record cannot be read or played, or tells that the match has ended.
    """
    record = parse_record(text)
    match = replay(record)
    if record.ending is not None:
        line, how = record.lines["ended"], record.ending.sentence()
        raise Illegal(
            f"line {line} of the record: the match has ended, {how}; to go on anyway, take this line out"
        )
    return Table(match, [_sitter(match.game, name) for name in match.seats])


def _sitter(game: Game, name: str) -> Sitter:
    if is_solved(name) or name.partition(":")[0] in strategies_for(game.rules):
        return Sitter(name, entrant_for(name, game))
    return Sitter(name)


def save(text: str, path: Path, over_any: bool = False) -> None:
    """Write a record; a file of that name is replaced only by one of the same match, and as a whole.

    Parameters
    ----------
    text : str
        The record.
    path : Path
        The file.
    over_any : bool
        Whether the record of any match may be replaced.

    Raises
    ------
    Illegal
        If the file holds something else.
    Failure
        If what is there cannot be read, its folder does not exist, or it cannot be written.
    """
    try:
        if path.is_file() and not _is_record(path):
            raise Illegal(f"{path} exists and is no record; choose another name")
        if path.is_file() and not over_any and not _is_same_match(path, text):
            raise Illegal(f"{path} holds the record of another match; choose another name or delete it")
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise Failure(
            f"{path} cannot be read: {reason[:1].lower()}{reason[1:]}; choose another name"
        ) from None
    write_text(path, text)


def _is_record(path: Path) -> bool:
    with path.open("rb") as f:
        return f.read(len(FIRST_LINE)) == FIRST_LINE.encode()


def _is_same_match(path: Path, text: str) -> bool:
    """Whether the file has the record of the same match, however far it was played."""
    try:
        return _beginning(path.read_text(encoding="utf-8")) == _beginning(text)
    except (UpcardError, UnicodeDecodeError):  # a record that cannot be read is of no match that we know
        return False


def _beginning(text: str) -> str:
    """A record without its actions, written as we write it, however it was written."""
    return record_text(replay(parse_record(text), upto=0))
