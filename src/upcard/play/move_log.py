"""What has happened at a table, as each seat may know it.

Whether a seat can tell what another has done is not declared anywhere; it follows from what it sees: an
action is told when the seat's view would be another one after every other action, but for those of which it
sees by itself that they were not legal. A secret choice is told later, at the moment when what comes of it
lies open.
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
"""A secret that has not come out after so many actions of every seat is no longer looked at."""

COPIES = 32
"""So many late states are kept; earlier ones are played again where somebody asks late what was done."""


@dataclass(frozen=True)
class Move:
    """One action as a seat knows it."""

    number: int
    """Which action of the match, from 1."""
    seat: int
    """Who acted, from 0."""
    words: str | None
    """What was done; None where who looks cannot know."""


@dataclass
class Entry:
    """One action, with what is needed to find out who knows it."""

    seat: int
    """Who acted, from 0."""
    words: str
    """What was done."""
    before: PlainState | None
    """A copy of the state before, with its own chance; None of an early one, which is played again."""
    actions: list[int]
    """The action, and those that came next."""
    told: dict[int, bool] = field(default_factory=dict)
    """Whether a seat is known to know it."""
    looked: dict[int, int] = field(default_factory=dict)
    """With how many of `actions` it was last asked."""


@dataclass
class Log:
    """The actions of a match; who knows them is found out when it is asked.

    Parameters
    ----------
    game : Game
        What is played.

    Attributes
    ----------
    entries : list of Entry
        The actions.
    rounds : Rounds
        The ends of its rounds.
    """

    game: Game
    entries: list[Entry] = field(default_factory=list)
    rounds: Rounds = field(init=False)
    _origin: PlainState | None = None

    def __post_init__(self) -> None:
        """No round has ended yet."""
        self.rounds = Rounds(self.game)

    def do(self, match: Match, action: int) -> None:
        """Do an action in `match`, which is modified, and note it; raises what ``Match.do`` raises."""
        a = match.verify(action)
        seat, words = match.player, match.words(a)
        before = match.state.copy(chance=match.chance.copy())
        match.push_verified(a, before)
        self._origin = self._origin or before
        self.rounds.note(len(self.entries), self._origin, before, match.state)
        self.entries.append(Entry(seat, words, before, []))
        if len(self.entries) > COPIES:
            self.entries[-COPIES - 1].before = None
        for entry in self.entries[-ROUNDS_OPEN * self.game.players :]:
            entry.actions.append(a)

    def seen_by(self, eye: int | None, first: int = 0) -> list[Move]:
        """The actions from number `first` on, counted from 0, as a seat knows them; None knows all."""
        shown = list(enumerate(self.entries))[first:]
        early = [i for i, e in shown if e.before is None and not _is_settled(e, eye)]
        lent = self._played_again(early[-1] + 1 if early else 0)
        return [Move(i + 1, e.seat, e.words if self._knows(e, eye, lent) else None) for i, e in shown]

    def face_down(self, eye: int) -> list[int]:
        """The seats of those whose choices of late a seat does not know yet, in the order of the choices."""
        late = max(0, len(self.entries) - ROUNDS_OPEN * self.game.players)
        return [m.seat for m in self.seen_by(eye, late) if m.words is None]

    def _played_again(self, count: int) -> dict[int, PlainState]:
        """The states before the first `count` actions, by the identity of their entries."""
        lent: dict[int, PlainState] = {}
        if self._origin is None or not count:
            return lent
        s = self._origin.copy(chance=self._origin.chance.copy())
        for entry in self.entries[:count]:
            lent[id(entry)] = s.copy(chance=s.chance.copy())
            apply_action(self.game.rules, s, entry.actions[0])
        return lent

    def _knows(self, entry: Entry, eye: int | None, lent: Mapping[int, PlainState]) -> bool:
        """Whether a seat knows an action; what was told once stays known."""
        if eye is None or eye == entry.seat:
            return True
        while not _is_settled(entry, eye):
            entry.looked[eye] = entry.looked.get(eye, 0) + 1
            actions = entry.actions[: entry.looked[eye]]
            before = entry.before if entry.before is not None else lent[id(entry)]
            entry.told[eye] = is_told(self.game, before, actions, eye)
        return entry.told.get(eye, False)


class Covered(list[int]):
    """Cells of a view, of which those that its seat does not see cannot be read."""

    def __getitem__(self, i: Any) -> Any:
        """A cell, or a list of them."""
        x = super().__getitem__(i)
        if x == HIDDEN:
            raise LookupError("this cell is hidden")
        return x


def _is_settled(entry: Entry, eye: int | None) -> bool:
    """Whether there is nothing more to find out about who knows an action."""
    if eye is None or eye == entry.seat or entry.told.get(eye):
        return True
    return entry.looked.get(eye, 0) >= len(entry.actions)


def is_told(game: Game, state: PlainState, actions: Sequence[int], eye: int) -> bool:
    """Whether a seat can tell the first of some actions from every other that could stand in its place.

    What it sees after all of them is compared with what it would see if the first had been another, unless it
    knows that this one was not legal. All are played with the same luck.

    Parameters
    ----------
    game : Game
        What is played.
    state : PlainState
        The state before, which stays as it is.
    actions : sequence of int
        What was done.
    eye : int
        The seat that looks, from 0.
    """
    seen = _seen_after(game, state, actions, eye)
    others = (b for b in _thinkable(game, state, eye) if b != actions[0])
    return all(_seen_after(game, state, [b, *actions[1:]], eye) != seen for b in others)


def _thinkable(game: Game, state: PlainState, eye: int) -> Iterator[int]:
    """The actions of which a seat cannot see that they are not legal: some may not be, by what is hidden."""
    v = game.view(state, eye)
    own = v.__dict__
    for name, x in list(own.items()):
        if isinstance(x, CheckedRow):
            x.cells = Covered(x.cells)
        elif type(x) is int and x == HIDDEN:
            del own[name]
    for a in range(game.rules.ACTIONS):
        try:
            is_ruled_out = not game.rules.legal(v, a)
        except (LookupError, AttributeError):
            is_ruled_out = False
        if not is_ruled_out:
            yield a


def _seen_after(game: Game, state: PlainState, actions: Sequence[int], eye: int) -> list[Any] | None:
    """What a seat sees after some actions; None if they cannot be carried out."""
    s = state.copy(chance=state.chance.copy())
    try:
        for i, a in enumerate(actions):
            if i and (s.over or not game.rules.legal(s, a)):
                return None
            apply_action(game.rules, s, a)
    except (IndexError, OverflowError, UpcardError):
        return None
    return game.sight(s, eye)
