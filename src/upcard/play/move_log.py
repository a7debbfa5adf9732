"""The log of a match, as each seat may know it.

Rules files do not declare which actions a seat knows. A seat knows an action if its view would be different
after every other action, except for actions that it can see are illegal. A secret choice becomes known later,
when its consequences are visible.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.engine.errors import UpcardError
from upcard.engine.game import Game, Match
from upcard.engine.state import CheckedRow, PlainState, apply_action
from upcard.kit.cards import HIDDEN
from upcard.play.round_summary import Rounds

ROUNDS_OPEN = 2
"""Number of rounds of actions after which the log stops checking whether a secret choice became known."""

COPIES = 32
"""Number of recent states in memory; earlier ones are replayed if they are needed."""


@dataclass(frozen=True)
class Move:
    """One action as a seat knows it."""

    number: int
    """The number of the action in the match, from 1."""
    seat: int
    """The seat that acted, from 0."""
    words: str | None
    """The action; None if the viewer cannot know it."""


@dataclass
class LogEntry:
    """One action, with the data from which follows which seats know it."""

    seat: int
    """The seat that acted, from 0."""
    words: str
    """The action."""
    before: PlainState | None
    """A copy of the state before the action, with its own chance; None for an early action, which is
    replayed."""
    actions: list[int]
    """The action, and some that followed it."""
    known: dict[int, bool] = field(default_factory=dict)
    """Whether a seat knows the action, as computed last."""
    looked: dict[int, int] = field(default_factory=dict)
    """The number of `actions` that were used when a seat's knowledge was last computed."""


@dataclass
class MoveLog:
    """The actions of a match; the seats that know them are computed on request.

    Attributes
    ----------
    entries : list of LogEntry
        The actions.
    rounds : Rounds
        The ends of its rounds.
    """

    game: Game
    entries: list[LogEntry] = field(default_factory=list)
    rounds: Rounds = field(init=False)
    _origin: PlainState | None = None

    def __post_init__(self) -> None:
        """Start without finished rounds."""
        self.rounds = Rounds(self.game)

    def push(self, match: Match, action: int) -> None:
        """Play an action in `match`, which is modified, and log it; raises what ``Match.do`` raises."""
        a = match.verify(action)
        seat, words = match.player, match.words(a)
        before = match.state.copy(chance=match.chance.copy())
        match.push_verified(a, before)
        self._origin = self._origin or before
        self.rounds.note(len(self.entries), match, self._origin, before, a)
        self.entries.append(LogEntry(seat, words, before, []))
        if len(self.entries) > COPIES:
            self.entries[-COPIES - 1].before = None
        for entry in self.entries[-ROUNDS_OPEN * self.game.players :]:
            entry.actions.append(a)

    def seen_by(self, eye: int | None, first: int = 0) -> list[Move]:
        """Return the actions from number `first` on, from 0, as seat `eye` knows them; None knows all."""
        entries = list(enumerate(self.entries))[first:]
        early = [i for i, e in entries if e.before is None and not _is_settled(e, eye)]
        replayed = self._played_again(early[-1] + 1 if early else 0)
        return [Move(i + 1, e.seat, e.words if self._knows(e, eye, replayed) else None) for i, e in entries]

    def face_down(self, eye: int) -> list[int]:
        """Return the seats whose recent choices seat `eye` does not know yet, in the order of the choices."""
        late = max(0, len(self.entries) - ROUNDS_OPEN * self.game.players)
        return [m.seat for m in self.seen_by(eye, late) if m.words is None]

    def states(self, first: int) -> list[PlainState]:
        """Return the states before the actions from number `first` on, from 0; they must not be modified."""
        late = self.entries[first:]
        early = sum(e.before is None for e in late)
        replayed = self._played_again(first + early if early else 0)
        return [e.before if e.before is not None else replayed[id(e)] for e in late]

    def _played_again(self, count: int) -> dict[int, PlainState]:
        """Return the states before the first `count` actions, by the identity of their entries."""
        replayed: dict[int, PlainState] = {}
        if self._origin is None or not count:
            return replayed
        s = self._origin.copy(chance=self._origin.chance.copy())
        for entry in self.entries[:count]:
            replayed[id(entry)] = s.copy(chance=s.chance.copy())
            apply_action(self.game.rules, s, entry.actions[0])
        return replayed

    def _knows(self, entry: LogEntry, eye: int | None, replayed: Mapping[int, PlainState]) -> bool:
        """Return whether a seat knows an action; it never forgets one that it knew."""
        if eye is None or eye == entry.seat:
            return True
        while not _is_settled(entry, eye):
            entry.looked[eye] = entry.looked.get(eye, 0) + 1
            actions = entry.actions[: entry.looked[eye]]
            before = entry.before if entry.before is not None else replayed[id(entry)]
            entry.known[eye] = can_tell(self.game, before, actions, eye)
        return entry.known.get(eye, False)


class Covered(list[int]):
    """Cells of a view that raise ``LookupError`` when a hidden one is read."""

    def __getitem__(self, i: Any) -> Any:
        """Return a cell, or a list of cells."""
        x = super().__getitem__(i)
        if x == HIDDEN:
            raise LookupError("this cell is hidden")
        return x


def _is_settled(entry: LogEntry, eye: int | None) -> bool:
    """Return whether later actions can no longer change the answer whether a seat knows an action."""
    if eye is None or eye == entry.seat or entry.known.get(eye):
        return True
    return entry.looked.get(eye, 0) >= len(entry.actions)


def can_tell(game: Game, state: PlainState, actions: Sequence[int], eye: int) -> bool:
    """Return whether seat `eye` can distinguish the first of some actions from every other possible one.

    The seat's view after all `actions` is compared with its views after other first actions that are legal as
    far as it can see. All are played with the same luck. `state` is the state before, which is not modified.
    """
    seen = _seen_after(game, state, actions, eye)
    others = (b for b in _thinkable(game, state, eye) if b != actions[0])
    return all(_seen_after(game, state, [b, *actions[1:]], eye) != seen for b in others)


def _thinkable(game: Game, state: PlainState, eye: int) -> Iterator[int]:
    """Yield the actions that are legal as far as a seat can see; hidden cards may forbid some."""
    v = game.view(state, eye)
    attributes = v.__dict__
    for name, x in list(attributes.items()):
        if isinstance(x, CheckedRow):
            x.cells = Covered(x.cells)
        elif type(x) is int and x == HIDDEN:
            del attributes[name]
    for a in range(game.rules.ACTIONS):
        try:
            is_ruled_out = not game.rules.legal(v, a)
        except (LookupError, AttributeError):
            is_ruled_out = False
        if not is_ruled_out:
            yield a


def _seen_after(game: Game, state: PlainState, actions: Sequence[int], eye: int) -> list[Any] | None:
    """Return the cells that a seat sees after some actions; None if they are not legal."""
    s = state.copy(chance=state.chance.copy())
    try:
        for i, a in enumerate(actions):
            if i and (s.over or not game.rules.legal(s, a)):
                return None
            apply_action(game.rules, s, a)
    except (IndexError, OverflowError, UpcardError):
        return None
    return game.sight(s, eye)
