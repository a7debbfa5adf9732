"""Random walks through a game, and the error that reports a broken promise."""

import random
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from upcard.engine.errors import fault_text
from upcard.engine.game import Game, Match
from upcard.engine.record import record_text
from upcard.engine.state import PlainState, cells_of
from upcard.engine.wording import nth
from upcard.kit.cards import put
from upcard.testing.zone_cells import cards

MOST_DECISIONS = 200
"""Maximum number of decisions of a walk, so that matches of many rounds do not take too long."""

EVEN, KEEN = 1, 20

Cells = dict[str, Any]
"""The cells of a state or a view by name."""

FIRST_DEAL = "the first deal, with options that refuse(options, seats) allows,"


class ConformanceError(AssertionError):
    """A promise that is broken.

    Parameters
    ----------
    subject : str
        The game or strategy.
    expected, seen : str
        The expected behaviour, and the actual one.
    repeat : str
        How to reproduce it: seed, number of the game and the actions, or a call.

    Attributes
    ----------
    promise, subject, expected, seen, repeat : str
        The parameters; ``str(error)`` is a sentence made of them.
    """

    def __init__(self, promise: str, subject: str, expected: str, seen: str, repeat: str) -> None:
        self.promise, self.subject, self.expected = promise, subject, expected
        self.seen, self.repeat = seen, repeat
        super().__init__(
            f"{subject} breaks the promise {promise!r}: expected {expected}; seen: {seen}.\n"
            f"To repeat it: {repeat}"
        )


def promise_of(check: Callable[..., Any]) -> str:
    """Return the promise that a check tests: the first line of its docstring, after "Check that"."""
    line = (check.__doc__ or check.__name__).strip().splitlines()[0].rstrip(".").removeprefix("Check that ")
    return line[:1].upper() + line[1:]


def checked_lines(checked: Mapping[str, int]) -> list[str]:
    """Return a line of a report for each promise, with its number of checks."""
    return [f"{n:>9,}  {what}" for what, n in checked.items()]


def first_broken(is_broken: Callable[[int, int], bool], first: int, last: int) -> int:
    """Return the first broken game or block from `first` to `last` - 1, found by halving.

    ``is_broken(a, b)`` returns whether one of those from `a` to `b` - 1 is broken.
    """
    while last - first > 1:
        middle = (first + last) // 2
        if is_broken(first, middle):
            last = middle
        else:
            first = middle
    return first


class Walk:
    """One game played at random, stopped at every position for checks.

    Two of three walks make some actions twenty times as likely as others. So they reach long games and odd
    hands that are rare if all actions are equally likely.

    Parameters
    ----------
    seed, number : int
        The random stream of the cards; the actions follow from them too.

    Attributes
    ----------
    match : Match
        The game so far.
    chances : random.Random
        Source of the random choices of the checks.
    deck : Counter
        All cards in the zones after the first deal.
    history : list of dict
        Every cell of every position so far, the first one after the deal.
    met : set of int
        Every action that was legal at an earlier position.
    views : dict of int to PlainState
        One reused view per seat, as in the simulator.
    """

    def __init__(self, game: Game, seed: int, number: int) -> None:
        self.game, self.seed, self.number = game, seed, number
        self.chances = random.Random(f"{game.name} {seed} {number}")  # text: the same on every machine
        self.actions: list[int] = []
        self.met: set[int] = set()
        self._tried: int | None = None
        with self.works(start_and_apply, FIRST_DEAL):
            self.match = game.match(seed, number)
        self.deck = cards(game, self.match.state)
        self.history = [snapshot(self.match.state)]
        self.views: dict[int, PlainState] = {}
        even = number % 3 == 0
        self._taste = [EVEN if even else self.chances.choice((EVEN, KEEN)) for _ in range(game.rules.ACTIONS)]

    @property
    def state(self) -> PlainState:
        """The current state."""
        return self.match.state

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.game.players)

    def step(self) -> bool:
        """Do one random legal action; return False if there is nothing more to do."""
        legal = self.match.legal()
        self.met.update(legal)
        if not legal or len(self.actions) >= MOST_DECISIONS:
            return False
        (a,) = self.chances.choices(legal, [self._taste[a] for a in legal])
        with self.trying(start_and_apply, a):
            self.match.do(a)
        self.actions.append(a)
        self.history.append(snapshot(self.state))
        return True

    def seen_again(self, seat: int) -> PlainState:
        """Return the current view of a seat, or of ``WATCHER``, in its reused view."""
        if seat not in self.views:
            self.views[seat] = self.game.blank(hidden=True)
            self.views[seat].me = seat
        view = self.views[seat]
        self.game.observe(self.state, seat, view)
        view.chance.state = self.state
        return view

    def some_seats(self) -> list[int]:
        """Return the seat whose turn it is, if any, and one more."""
        mover = [] if self.state.over else [int(self.state.player)]
        return sorted({*mover, self.chances.randrange(self.game.players)})

    def broken(self, check: Callable[..., Any], expected: str, seen: str) -> ConformanceError:
        """Return the error to raise if a promise is broken at this position."""
        return ConformanceError(promise_of(check), repr(self.game), expected, seen, self._repeat())

    def compare(
        self, check: Callable[..., Any], expected: str, first: Cells, second: Cells, where: str = ""
    ) -> None:
        """Raise ``ConformanceError`` if two snapshots differ; `where` precedes the difference in its text."""
        difference = unlike(first, second)
        if difference:
            raise self.broken(check, expected, f"{where}{difference}")

    @contextmanager
    def works(self, check: Callable[..., Any], what: str) -> Iterator[None]:
        """Context that turns any error into a broken promise: `what` was expected to work."""
        try:
            yield
        except ConformanceError:
            raise
        except Exception as fault:
            raise self.broken(check, f"{what} to work", promise_fault_text(fault, self.game.rules)) from fault

    @contextmanager
    def trying(self, check: Callable[..., Any], a: int) -> Iterator[None]:
        """Context as :meth:`works` for doing action `a`, with which the record of a broken promise ends."""
        self._tried = a
        try:
            with self.works(check, self.action_words(a)):
                yield
        finally:
            self._tried = None

    def action_words(self, a: int) -> str:
        """Return the next action with its number and words: ``the 2nd action, 'draw',``."""
        words = words_of(self.match, a)
        return f"the {nth(len(self.actions) + 1)} action, {repr(words) if words else f'number {a}'},"

    def _repeat(self) -> str:
        attempts = [self.actions] if self._tried is None else [[*self.actions, self._tried], self.actions]
        for actions in attempts:
            try:
                text = record_text(self._again(actions))
            except Exception:  # noqa: BLE001, S112 - a record that cannot be replayed has no text
                continue
            return f"game {self.number} of seed {self.seed}, actions {actions}\n{text}"
        return f"game {self.number} of seed {self.seed}, actions {attempts[0]}"

    def _again(self, actions: list[int]) -> Match:
        """Return the same game after these actions."""
        match = self.game.match(self.seed, self.number)
        for a in actions:
            match.do(a)
        return match


def words_of(match: Match, a: int) -> str:
    """Return an action in words; empty if the rules have none for it now."""
    try:
        return match.words(a)
    except Exception:  # noqa: BLE001 - check_action_words reports broken words
        return ""


def start_and_apply(walk: Walk) -> None:
    """Check that dealing and every legal action work, with declared names and values that fit."""


def promise_fault_text(fault: Exception, rules: ModuleType) -> str:
    """Return an error in words, with the line of the rules file where it happened."""
    frames = list(traceback.walk_tb(fault.__traceback__))
    file = getattr(rules, "__file__", None)
    lines = [(line, frame.f_code.co_name) for frame, line in frames if frame.f_code.co_filename == file]
    place = f"{Path(str(file)).name} line {lines[-1][0]}, {lines[-1][1]}: " if lines else ""
    full = [frame.f_locals["zone"] for frame, _ in frames if frame.f_code is put.__code__]
    if full and isinstance(fault, IndexError):
        return f"{place}{full[0].name} has room for {full[0].length - 1} cards, and one more is put there"
    return place + fault_text(fault)


def snapshot(s: PlainState) -> Cells:
    """Return every cell of a state, and the position of its random stream."""
    return {**cells_of(s), "at": s.at, "step": s.step}


def unlike(first: Cells, second: Cells) -> str:
    """Return the fields in which two snapshots differ, in words; empty if they are equal."""
    return "; ".join(f"{k} is {first[k]} and {second[k]}" for k in first if first[k] != second[k])
