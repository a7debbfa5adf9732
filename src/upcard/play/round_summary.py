"""Summaries of rounds for games of many rounds, with the facts that everybody could see.

The action that ends a round also deals the next one, so no scene shows the end itself. A summary has the
public numbers of the seats that have changed, and those whose description refers to the last round. Numbers
that start again with every round are left out. Rules files return the cards that everybody saw at the end
from ``showdown(before, after, p)``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.engine.view import WATCHER
from upcard.play.scene import RoundEnd, make_scene
from upcard.play.zones import Face, Quantity, make_face

BEFORE = re.compile(r"\b(last round|round before)\b")
"""Words in the description of a number that belongs to the last round."""

CHANGED = " from "


@dataclass
class Rounds:
    """The ends of the rounds of a match."""

    game: Game
    ends: list[tuple[int, RoundEnd]] = field(default_factory=list)
    """The number of the action that ended a round, from 0, and the summary."""
    _restarted: set[str] | None = None

    def note(self, number: int, first: PlainState, before: PlainState, after: PlainState) -> None:
        """Log the end of a round if action `number`, from 0, has ended one.

        `first`, `before` and `after` are the states at the start of the match, before and after the action.
        """
        name = getattr(self.game.rules, "ROUND", "")
        if not name or (getattr(before, name) == getattr(after, name) and not after.over):
            return
        was, now = self._open(before), self._open(after)
        restarted = self._restarting(now, self._open(first)) if not after.over else self._restarted or set()
        texts: dict[int, list[str]] = {p: [] for p in range(self.game.players)}
        for q, old in sorted(zip(now, was, strict=True), key=lambda pair: not _is_of_before(pair[0])):
            if q.seat is not None and q.name not in restarted:
                texts[q.seat] += _change_texts(q, old)
        changed = {p for p, parts in texts.items() if any(CHANGED in text for text in parts)}
        title = next(q.text for q in was if q.name == name)
        lines = [(p, ", ".join(parts)) for p, parts in texts.items() if parts]
        lines.sort(key=lambda line: line[0] not in changed)  # there may be room for the first ones only
        self.ends.append((number, RoundEnd(title, tuple(lines), tuple(self._shown(before, after)))))

    def last(self, since: int) -> RoundEnd | None:
        """Return the last round that has ended, if it ended with action `since`, from 0, or later."""
        return self.ends[-1][1] if self.ends and self.ends[-1][0] >= since else None

    @property
    def begun_after(self) -> int:
        """Number of actions played before the current round."""
        return self.ends[-1][0] + 1 if self.ends else 0

    def dealt_after(self, is_over: bool) -> int:
        """Return the number of actions before the last deal; the last action of a match deals nothing."""
        ends = self.ends[:-1] if is_over else self.ends
        return ends[-1][0] + 1 if ends else 0

    def _shown(self, before: PlainState, after: PlainState) -> Iterator[tuple[int, str, tuple[Face, ...]]]:
        """Return the cards that everybody saw as the round ended, for every zone of every seat."""
        rules = self.game.rules
        if hasattr(rules, "showdown"):
            for p in range(self.game.players):
                for name, cards in rules.showdown(before, after, p).items():
                    if cards:
                        yield p, name, tuple(make_face(rules, c) for c in cards)

    def _open(self, s: PlainState) -> tuple[Quantity, ...]:
        """Return the numbers that everybody sees."""
        return make_scene(self.game, self.game.view(s, WATCHER), WATCHER).quantities

    def _restarting(self, now: tuple[Quantity, ...], first: tuple[Quantity, ...]) -> set[str]:
        """Return the names of the numbers that every seat has as at the beginning of the match."""
        changed = {x.name for x, y in zip(now, first, strict=True) if x.values != y.values}
        restarted = {x.name for x in now} - changed
        earlier = restarted if self._restarted is None else self._restarted
        self._restarted = earlier & restarted  # for the last round, after which nothing starts again
        return restarted


def _is_of_before(q: Quantity) -> bool:
    return bool(BEFORE.search(q.words))


def _change_texts(now: Quantity, before: Quantity) -> Iterator[str]:
    """Return the change of a number in words, or its value if it belongs to the last round."""
    name = now.name.replace("_", " ")
    if now.is_quiet:
        return
    if _is_of_before(now):
        yield f"{name} {now.text}"
    elif before.text not in ("", now.text):
        yield f"{name}{CHANGED}{before.text} to {now.text}"
