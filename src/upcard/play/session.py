"""A match at one table: the players of the seats, the actions so far, and the part that each seat may know.

People act through :meth:`MatchSession.push`, strategies in :meth:`MatchSession.advance`. The luck of a
strategy's decision depends only on the seed and the number of the action. So strategies choose the same again
after actions were taken back, or a match was saved and resumed.
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
from upcard.engine.entrants import Entrant
from upcard.engine.errors import BrokenRules, Failure, Illegal, UpcardError, Usage
from upcard.engine.game import Game, Match
from upcard.engine.players import entrant_for, is_solved
from upcard.engine.record import FIRST_LINE, parse_record, record_text, replay
from upcard.engine.registry import strategies_for
from upcard.engine.state import PlainState
from upcard.engine.strategy_contract import answers_at_once
from upcard.play.card_identity import EACH_MOVER, NO_MOMENT, CardTrail
from upcard.play.card_moves import cards_in_view, moment_between
from upcard.play.move_log import Move, MoveLog
from upcard.play.scene import RoundEnd, Scene, make_scene, zones_and_board

MOST_DIGITS = 9
"""Maximum number of digits in the number of a choice."""

TRIES, PATIENCE = 20, 0.5
"""Maximum number of choices, and of seconds, for the advice of a strategy that uses chance."""

MOST_ACTIONS = 2**40
"""Number of random streams that are reserved for the decisions of one game."""


@dataclass(frozen=True)
class SeatPlayer:
    """The player of a seat."""

    name: str
    """A person's name, or the name of a strategy as it was typed."""
    strategy: Entrant | None = None
    """The strategy; None for a person."""


@dataclass(frozen=True)
class Advice:
    """The recommendation of a strategy in a view."""

    strategy: str
    """Its name."""
    counts: tuple[tuple[str, int], ...]
    """Words of actions and how often it chose them, the most frequent first; empty where `odds` are known."""
    odds: tuple[tuple[str, Fraction], ...] = ()
    """Words of actions and their probabilities, the most likely first; empty where nobody knows them."""


class MatchSession:
    """A match at one table.

    Parameters
    ----------
    match : Match
        The match; its seats are named after the players.
    sitters : sequence of SeatPlayer
        The player of each seat.

    Attributes
    ----------
    match : Match
        The match so far, with everything that is hidden.
    people : list of int
        The seats of persons.
    """

    def __init__(self, match: Match, sitters: Sequence[SeatPlayer]) -> None:
        self.sitters = tuple(sitters)
        self.people = [p for p, sitter in enumerate(sitters) if sitter.strategy is None]
        self.log = MoveLog(match.game)
        self._trails: dict[int | None, tuple[int, CardTrail]] = {}
        names = tuple(s.name for s in self.sitters)
        self.match = Match(match.game, match.seed, match.number, match.dealt, names, match.placed)
        for a in match.actions:
            self.log.push(self.match, a)

    @property
    def is_alone(self) -> bool:
        """Whether exactly one seat is a person's."""
        return len(self.people) == 1

    @property
    def turn(self) -> int:
        """The seat whose turn it is, from 0; -1 when the game is over."""
        return self.match.player

    @property
    def has_begun(self) -> bool:
        """Whether a person has acted yet."""
        return any(p in self.people for p in self.match.movers)

    def scene(self, seat: int | None, is_touched: bool = True) -> Scene:
        """Return the present scene of a seat; None shows everything, for a match that is over.

        `is_touched` is passed to :func:`upcard.play.scene.make_scene`.
        """
        match = self.match
        v = match.state if seat is None else match.view(seat)
        scores = match.scores() if match.is_over else ()
        scene = make_scene(match.game, v, seat, match.seats, scores, is_touched)
        return replace(scene, ended=self.last_round(seat))

    def identify(self, scene: Scene, eye: int | None, since: int | None = None) -> Scene:
        """Return the present scene with identities of its cards, followed through what `eye` saw.

        `eye` is that of :class:`upcard.play.card_identity.CardTrail`, `since` the number of actions that its
        viewer saw before; None for no moves.
        """
        match = self.match
        deal, count = self.log.rounds.dealt_after(match.is_over), len(match.actions)
        seen, trail = self._trails.get(eye, (0, None))  # actions that the trail has followed
        if trail is None or trail.deal != deal or seen > count:
            seen, trail = deal - 1, CardTrail(eye, deal)
        if seen < count:
            self._follow(trail, seen)
        self._trails[eye] = (count, trail)
        return trail.identify(scene, since)

    def _follow(self, trail: CardTrail, seen: int) -> None:
        """Let a trail follow the actions after the first `seen` ones."""
        match, game, eye = self.match, self.match.game, trail.eye
        first = max(seen, trail.deal)
        states = [*self.log.states(first), match.state]
        before = states.pop(0) if seen == first else None
        for i, s in enumerate(states, seen):
            me = int(s.player) if eye == EACH_MOVER else eye
            cards = zones_and_board(game, s if me is None else game.view(s, me), me)
            moment = moment_between(game, before, s) if before is not None else NO_MOMENT
            trail.step(cards_in_view(*cards), match.movers[i] if before is not None else -1, i + 1, moment)
            before = s

    def last_round(self, seat: int | None) -> RoundEnd | None:
        """Return the last round, if it ended with or after the seat's last action; else None."""
        turns = [i for i, p in enumerate(self.match.movers) if p == seat]
        return self.log.rounds.last(turns[-1] if turns and not self.match.is_over else 0)

    def moves(self, seat: int | None) -> list[Move]:
        """Return the actions since the last one of `seat`, as it knows them; for None, all actions.

        After the end of the match, nothing is secret any more.
        """
        turns = [i for i, p in enumerate(self.match.movers) if p == seat]
        return self.log.seen_by(None if self.match.is_over else seat, turns[-1] + 1 if turns else 0)

    def read(self, text: str) -> int:
        """Return the action that a text names: a number in the mover's list, or words.

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

    def push(self, action: int) -> None:
        """Play an action for the person to move.

        Raises
        ------
        Illegal
            If the rules do not allow it, or it is not a person's turn.
        """
        if not self.match.is_over and self.turn not in self.people:
            raise Illegal(f"it is the turn of {self.sitters[self.turn].name}; wait until it has acted")
        self.log.push(self.match, action)

    def advance(self) -> None:
        """Let strategies act until it is a person's turn or the match is over.

        Raises
        ------
        Failure
            If a strategy fails or chooses an illegal action.
        """
        while not self.match.is_over and self.turn not in self.people:
            strategy = self.sitters[self.turn].strategy
            if strategy is None:  # a strategy sits wherever no person does
                return
            a = self._choice(strategy, 0)
            try:
                self.log.push(self.match, a)
            except UpcardError as fault:
                raise Failure(f"the strategy {strategy.label} chose an illegal action: {fault}") from None

    def pop(self) -> None:
        """Take back the person's last action and all that came after it.

        Raises
        ------
        Illegal
            If several people play, or the person has not acted yet.
        """
        if not self.is_alone:
            raise Illegal("actions can be taken back only when you play alone; the others have seen them")
        turns = [i for i, p in enumerate(self.match.movers) if p == self.people[0]]
        if not turns:
            raise Illegal("you have not acted yet, so there is nothing to take back")
        self._replay(turns[-1])

    def _replay(self, count: int) -> None:
        """Take back all actions, and play the first `count` of them again."""
        actions = self.match.actions[:count]
        self.match.undo(len(self.match.actions))
        self.log = MoveLog(self.match.game)
        self._trails = {}
        for a in actions:
            self.log.push(self.match, a)

    def advice(self) -> list[Advice]:
        """Return the recommendations of every strategy for the player to move.

        Solutions from files are included if they play at the table. Strategies that would search in this
        position are left out, since a person would wait for them; :attr:`searching` names them.

        Raises
        ------
        Illegal
            If the game is over.
        """
        if self.match.is_over:
            raise Illegal("the game is over; there is nothing left to choose")
        advice = list[Advice]()
        names = sorted(set(strategies_for(self.match.game.rules)) - set(self.searching))
        files = dict.fromkeys(s.name for s in self.sitters if s.strategy and is_solved(s.name))
        for name in (*names, *files):
            try:
                advice.append(self._advice_of(name))
            except (BrokenRules, Usage):  # a broken file must not prevent the advice of the others
                continue
        return advice

    def _advice_of(self, name: str) -> Advice:
        """Return the advice of one strategy: its probabilities if known, else counts of its choices."""
        one = entrant_for(name, self.match.game)
        if one.odds is not None:
            return Advice(name, (), self._odds(one.odds(self.match.view(self.turn))))
        module = strategies_for(self.match.game.rules).get(name)
        is_sure = module is not None and not module.STRATEGY.is_random
        return Advice(name, self._counts(one, 1 if is_sure else TRIES))

    @property
    def searching(self) -> list[str]:
        """Names of the strategies that give no advice in this position, since they would have to search."""
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
        """Return the choice of a strategy; `luck` is 0 in the match, and another number for advice."""
        v = view_with_luck(self.match, luck)
        return call_strategy(strategy.choose, v, strategy.parameters, strategy.label)

    def check_open(self) -> None:
        """Check that a record would not reveal another person's secret choice to the player to move.

        Raises
        ------
        Illegal
            If such a choice has not been revealed yet.
        """
        if self.match.is_over:
            return
        secret = [p for p in self.log.face_down(self.turn) if p in self.people]
        if secret:
            name = self.sitters[secret[-1]].name
            raise Illegal(
                f"the choice of {name} is still secret, and the record would reveal it; "
                "save once it is revealed, or quit, which saves the game"
            )

    def record(self) -> str:
        """Return the match as the text of a record."""
        return record_text(self.match)


def view_with_luck(match: Match, luck: int = 0) -> PlainState:
    """Return the view of the player to move, with the random stream of this very decision.

    `luck` is 0 for the stream in the match, and 1 to ``TRIES`` for others.
    """
    v = match.view(match.player)
    stream = match.number * MOST_ACTIONS + len(match.actions) * (TRIES + 1) + luck
    seeds.open_stream(v, ~(match.seed or 0), stream)
    return v


def seat_players(game: Game, people: Sequence[int], strategies: Sequence[str]) -> list[SeatPlayer]:
    """Return the players of all seats: people on their seats, strategies on the others.

    Parameters
    ----------
    people : sequence of int
        Seats of persons, from 0.
    strategies : sequence of str
        One strategy for all other seats, or one for each in their order.
    """
    rest = [p for p in range(game.players) if p not in people]
    texts = list(strategies) * len(rest) if len(strategies) == 1 else list(strategies)
    named = dict(zip(rest, texts, strict=True))
    return [
        SeatPlayer(named[p], entrant_for(named[p], game)) if p in named else SeatPlayer(f"player {p + 1}")
        for p in range(game.players)
    ]


def resume(text: str) -> MatchSession:
    """Return the session of a record; a seat named after a strategy is played by it.

    Raises
    ------
    UpcardError
        If the record cannot be read or played, or says that the match has ended.
    """
    record = parse_record(text)
    match = replay(record)
    if record.ending is not None:
        line, how = record.lines["ended"], record.ending.sentence()
        raise Illegal(
            f"line {line} of the record: the match has ended, {how}; to continue anyway, delete this line"
        )
    return MatchSession(match, [_sitter(match.game, name) for name in match.seats])


def _sitter(game: Game, name: str) -> SeatPlayer:
    if is_solved(name) or name.partition(":")[0] in strategies_for(game.rules):
        return SeatPlayer(name, entrant_for(name, game))
    return SeatPlayer(name)


def save(text: str, path: Path, over_any: bool = False) -> None:
    """Write a record; an existing file is replaced only if it holds the same match, or if `over_any`.

    Raises
    ------
    Illegal
        If the file holds another match, or is not a record.
    Failure
        If an existing file cannot be read, the folder does not exist, or the file cannot be written.
    """
    try:
        if path.is_file() and not _is_record(path):
            raise Illegal(f"{path} exists and is not a record; choose another name")
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
    """Return whether the file has a record of the same match, however far it was played."""
    try:
        return _beginning(path.read_text(encoding="utf-8")) == _beginning(text)
    except (UpcardError, UnicodeDecodeError):  # an unreadable record is not known to be of this match
        return False


def _beginning(text: str) -> str:
    """Return a record without its actions, formatted as :func:`record_text` does."""
    return record_text(replay(parse_record(text), upto=0))
