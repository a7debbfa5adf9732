"""Sources of chance for interpreted games; compiled games always use :mod:`upcard.engine.seeds`.

Rules ask for chance with ``below(s, n)`` and ``draw(s, zone)``. One of three classes answers:

- :class:`Stream` samples from the random stream of the state;
- :class:`Script` follows a list of outcomes, and at its end reports what could come next;
- :class:`Recorder` passes each question on to one of these and records the outcome.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, Protocol, Self

from upcard.engine import seeds
from upcard.engine.errors import BrokenRules, Illegal

BELOW, DRAW = "below", "draw"
"""Names of the two questions, as :attr:`Recorder.history` and :class:`ScriptEnded` use them."""

Choices = Any
"""The possible outcomes of a question: the n of ``below(s, n)``, or the row of cards of ``draw(s, zone)``."""


class Chance(Protocol):
    """A source of chance."""

    rules: ModuleType
    """The rules file of the game."""

    def below(self, s: Any, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        ...

    def draw(self, s: Any, zone: Any) -> int:
        """Take a card out of a row, which is modified, and return it."""
        ...

    def copy(self) -> Self:
        """Return an independent source at the same point."""
        ...


class ScriptEnded(Exception):
    """The list of outcomes is at its end, and several outcomes could come next.

    `kind` is the kind of question, ``"below"`` or ``"draw"``; `outcomes` are the possible outcomes with their
    whole-number weights, in increasing order of outcome.
    """

    def __init__(self, kind: str, outcomes: list[tuple[int, int]]) -> None:
        super().__init__("the rules need an outcome of chance after the end of the script")
        self.kind, self.outcomes = kind, outcomes


class Stream:
    """Chance from the random stream of the state.

    Only views need ``make_world(rules)``, which makes a world for a strategy that searches, and `state`, the
    state that the view shows: worlds start from it. See :mod:`upcard.engine.determinization`.
    """

    def __init__(self, rules: ModuleType, make_world: Callable[[ModuleType], Any] | None = None) -> None:
        self.rules, self._make_world = rules, make_world
        self.state: Any = None

    def scratch(self) -> Any:
        """Return a new world for a strategy that searches."""
        if self._make_world is None:
            raise BrokenRules("only a strategy can call scratch, with its view")
        return self._make_world(self.rules)

    def below(self, s: Any, n: int) -> int:
        """Return a fair whole number from 0 to n - 1 from the stream of `s`."""
        return seeds.below_interpreted(s, n)

    def draw(self, s: Any, zone: Any) -> int:
        """Take a random card out of a row, which is modified, as :func:`upcard.engine.seeds.draw` does."""
        n = zone[0]
        if n < 1:
            raise _empty(zone)
        return _take_at(zone, seeds.below_interpreted(s, n) + 1)

    def copy(self) -> Self:
        """Return the source itself: the position in the stream belongs to the state."""
        return self


class Script:
    """Chance that follows a list of outcomes; `rest` has the unused ones, the next one last.

    Parameters
    ----------
    outcomes : iterable of int or str
        The outcomes in the order of the questions: numbers and cards, or their names.
    after : Chance, optional
        The source of further outcomes when the list is at its end.
    is_full : bool
        Whether the list names every outcome. Otherwise it leaves out those that are certain: a number
        below 1, and a card from a row of equal cards.
    """

    def __init__(
        self,
        rules: ModuleType,
        outcomes: Iterable[int | str],
        after: Chance | None = None,
        is_full: bool = False,
    ) -> None:
        self.rules, self.after, self.is_full = rules, after, is_full
        self.rest: list[int | str] = list(outcomes)[::-1]

    def below(self, s: Any, n: int) -> int:
        """Return the next outcome.

        Raises ``Illegal`` if it is not a number from 0 to n - 1, or if a full list has no next outcome, and
        ``ScriptEnded`` if another list has none.
        """
        if n == 1 and not self.is_full:
            return 0
        if self.rest:
            return _number(self.rest.pop(), n)
        if self.after is None:
            raise self._end(BELOW, n)
        return self.after.below(s, n)

    def draw(self, s: Any, zone: Any) -> int:
        """Take the next card of the list out of a row, which is modified, and return it.

        Raises ``Illegal`` if the row does not hold this card, ``BrokenRules`` if the row is empty, and what
        :meth:`below` raises if there is no next outcome.
        """
        if not self.is_full:
            cards = [zone[i] for i in range(1, zone[0] + 1)]
            if not cards:
                raise _empty(zone)
            if cards.count(cards[0]) == len(cards):
                return take(zone, cards[0])
        if self.rest:
            return self._take_named(zone, self.rest.pop())
        if self.after is None:
            raise self._end(DRAW, zone)
        return self.after.draw(s, zone)

    def copy(self) -> Self:
        """Return an independent script at the same point."""
        after = None if self.after is None else self.after.copy()
        return type(self)(self.rules, self.rest[::-1], after, self.is_full)

    def _take_named(self, zone: Any, outcome: int | str) -> int:
        if not isinstance(outcome, str):
            return take(zone, outcome)
        cards = {self.rules.card_text(zone[i]): zone[i] for i in range(1, zone[0] + 1)}
        if outcome not in cards:
            names = " ".join(sorted(cards))
            raise Illegal(f"the card {outcome!r} cannot be dealt; the cards left are: {names}")
        return take(zone, cards[outcome])

    def _end(self, kind: str, choices: Choices) -> Exception:
        if self.is_full:
            return Illegal("chance needs more outcomes than are listed; add them, or choose a seed")
        return ScriptEnded(kind, possible(choices))


class Recorder:
    """Chance that passes every question on to another source and records the outcome.

    `history` has every outcome so far, with its question: ``"below"`` or ``"draw"``. Before each question is
    passed on, ``on_question(s, choices)`` is called.
    """

    def __init__(self, source: Chance, on_question: Callable[[Any, Choices], None] | None = None) -> None:
        self.source, self.rules, self.on_question = source, source.rules, on_question
        self.history: list[tuple[str, int]] = []

    @property
    def unused(self) -> list[int | str]:
        """Outcomes of a script that were not used."""
        return self.source.rest if isinstance(self.source, Script) else []

    def below(self, s: Any, n: int) -> int:
        """Return the number that the source gives."""
        if self.on_question is not None:
            self.on_question(s, n)
        outcome = self.source.below(s, n)
        self.history.append((BELOW, outcome))
        return outcome

    def draw(self, s: Any, zone: Any) -> int:
        """Return the card that the source takes out of a row, which is modified."""
        if self.on_question is not None:
            self.on_question(s, zone)
        card = self.source.draw(s, zone)
        self.history.append((DRAW, card))
        return card

    def copy(self) -> Self:
        """Return an independent recorder with the same history."""
        twin = type(self)(self.source.copy(), self.on_question)
        twin.history = self.history.copy()
        return twin


def possible(choices: Choices) -> list[tuple[int, int]]:
    """Return the possible outcomes of a question with their weights, in increasing order of outcome.

    Equal cards of a row are one outcome.
    """
    if hasattr(choices, "__index__"):
        return [(i, 1) for i in range(choices)]
    return sorted(Counter(choices[i] for i in range(1, choices[0] + 1)).items())


def take(zone: Any, card: int) -> int:
    """Take one card of a kind out of a row, which is modified; the last card fills its place.

    Raises ``Illegal`` if the row holds no such card.
    """
    for j in range(1, zone[0] + 1):
        if zone[j] == card:
            return _take_at(zone, j)
    raise Illegal(f"there is no card {card} left to be dealt")


def _take_at(zone: Any, j: int) -> int:
    card: int = zone[j]
    zone[j] = zone[zone[0]]
    zone[0] -= 1
    return card


def _number(outcome: int | str, n: int) -> int:
    """Return an outcome as a number below n."""
    number = outcome if not isinstance(outcome, str) else int(outcome) if outcome.isdecimal() else -1
    if not 0 <= number < n:
        raise Illegal(f"the outcome {outcome!r} does not fit; expected a number below {n}")
    return number


def _empty(zone: Any) -> BrokenRules:
    name = getattr(zone, "name", "a row")
    return BrokenRules(f"the rules draw a card from {name}, which is empty; check cards_in before draw")
