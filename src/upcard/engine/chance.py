"""What can stand behind the door of chance in a game that is interpreted.

Compiled games always use the random stream of :mod:`upcard.engine.seeds`; here the same stream
(:class:`Sampled`), a list of outcomes with an exact list of what could come next (:class:`Scripted`), and
outcomes laid down beforehand that go on at random (:class:`Forced`).
"""

from collections import Counter
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from upcard.engine import seeds
from upcard.engine.errors import BrokenRules, Illegal


def _empty(zone: Any) -> BrokenRules:
    name = getattr(zone, "name", "a row")
    return BrokenRules(f"a card is drawn from {name}, which is empty; the rules must ask cards_in first")


class Sampled:
    """Chance from the state's random stream.

    Parameters
    ----------
    rules : module
        The rules file the state belongs to.

    Attributes
    ----------
    state : PlainState
        Behind a view: the state it was taken from, which an imagined table begins with.
    """

    def __init__(self, rules: ModuleType) -> None:
        self.rules = rules
        self.state: Any = None

    def scratch(self) -> Any:
        """Room for an imagined table of a searching strategy."""
        from upcard.engine.determinization import World

        return World(self.rules)

    def below(self, s: Any, n: int) -> int:
        """A fair whole number from 0 to n - 1 from the stream of `s`."""
        return seeds.below_interpreted(s, n)

    def draw(self, s: Any, zone: Any) -> int:
        """A random card out of a row, which is modified: as :func:`upcard.engine.seeds.draw`."""
        n = zone[0]
        if n < 1:
            raise _empty(zone)
        j = seeds.below_interpreted(s, n) + 1
        card: int = zone[j]
        zone[j] = zone[n]
        zone[0] = n - 1
        return card


class Asked(Exception):
    """The script has ended: chance is asked for something new.

    Attributes
    ----------
    outcomes : list of (int, int)
        What may come, as pairs of outcome and whole-number weight, in increasing order of outcome.
    """

    def __init__(self, outcomes: list[tuple[int, int]]) -> None:
        super().__init__("chance was asked past the end of its script")
        self.outcomes = outcomes


class Scripted:
    """Chance that follows a list of outcomes, and asks when the list is at its end.

    Equal cards are one outcome with their number as weight; an outcome of ``draw`` is the card itself.

    Parameters
    ----------
    rules : module
        The rules file the state belongs to.
    script : iterable of int
        The outcomes, in the order in which they are asked for.
    """

    def __init__(self, rules: ModuleType, script: Iterable[int]) -> None:
        self.rules = rules
        self.rest = list(script)[::-1]

    def below(self, s: Any, n: int) -> int:
        """The next outcome of the script; raises ``Asked`` when there is none (never for n = 1)."""
        if n == 1:
            return 0
        if not self.rest:
            raise Asked([(i, 1) for i in range(n)])
        return self.rest.pop()

    def draw(self, s: Any, zone: Any) -> int:
        """Take the card the script names; a row of equal cards asks nothing. Modifies `zone`."""
        kinds = Counter(zone[i] for i in range(1, zone[0] + 1))
        if not kinds:
            raise _empty(zone)
        if len(kinds) == 1:
            return take(zone, next(iter(kinds)))
        if not self.rest:
            raise Asked(sorted(kinds.items()))
        return take(zone, self.rest.pop())


class Exhausted:
    """Chance that has nothing to give: what stands behind a script that must be complete."""

    def below(self, s: Any, n: int) -> int:
        """Raises ``Illegal`` always."""
        raise Illegal("more outcomes of chance are needed than were laid down; add them, or give a seed")

    def draw(self, s: Any, zone: Any) -> int:
        """Raises ``Illegal`` always."""
        return self.below(s, zone[0])


class Forced:
    """Chance that first follows laid-down outcomes, then goes on as `after`; remembers all that came.

    Parameters
    ----------
    rules : module
        The rules file the state belongs to.
    script : iterable of str
        Outcomes to begin with, in words: a number for ``below``, the name of a card for ``draw``.
    after : object
        Who is asked when the script has ended: :class:`Sampled` or :class:`Exhausted`.

    Attributes
    ----------
    history : list of (str, int)
        Every outcome so far with the door it came through, ``"below"`` or ``"draw"``.
    """

    def __init__(self, rules: ModuleType, script: Iterable[str], after: Any) -> None:
        self.rules, self.after = rules, after
        self.rest = list(script)[::-1]
        self.history: list[tuple[str, int]] = []

    def copy(self) -> "Forced":
        """The same chance at the same place, going its own way from here."""
        twin = Forced(self.rules, (), self.after)
        twin.rest, twin.history = list(self.rest), list(self.history)
        return twin

    def below(self, s: Any, n: int) -> int:
        """The next laid-down number, or one from `after`.

        Raises
        ------
        Illegal
            If the laid-down number is not in 0 .. n - 1.
        """
        if self.rest:
            word = self.rest.pop()
            outcome = int(word) if word.isdecimal() else -1
            if not 0 <= outcome < n:
                raise Illegal(f"the laid-down outcome {word!r} does not fit; expected a number below {n}")
        else:
            outcome = self.after.below(s, n)
        self.history.append(("below", outcome))
        return outcome

    def draw(self, s: Any, zone: Any) -> int:
        """The next laid-down card, or one from `after`; modifies `zone`.

        Raises
        ------
        Illegal
            If the laid-down card is not in the row.
        """
        card = self._laid_down(zone, self.rest.pop()) if self.rest else self.after.draw(s, zone)
        self.history.append(("draw", card))
        return card

    def _laid_down(self, zone: Any, word: str) -> int:
        there = {self.rules.card_text(zone[i]): zone[i] for i in range(1, zone[0] + 1)}
        if word not in there:
            names = " ".join(sorted(there))
            raise Illegal(f"the laid-down card {word!r} cannot be dealt; the cards left are: {names}")
        return take(zone, there[word])


def take(zone: Any, card: int) -> int:
    """Take one card of a given kind out of a row; its place is filled with the last card.

    Parameters
    ----------
    zone : Table
        The row; modified in place.
    card : int
        What to take.

    Raises
    ------
    Illegal
        If the row holds no such card.
    """
    n = zone[0]
    for j in range(1, n + 1):
        if zone[j] == card:
            zone[j] = zone[n]
            zone[0] = n - 1
            return card
    raise Illegal(f"there is no card {card} left to be dealt")
