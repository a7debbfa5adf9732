"""Summaries of rounds for games of many rounds, with the facts that everybody could see.

The action that ends a round also deals the next one, so no scene shows the end itself. A summary says how the
public numbers of the seats changed, from the beginning of the round to its end, and repeats the numbers whose
description refers to the last round. Numbers that start again with every round are left out. Rules files
return the cards that everybody saw at the end from ``showdown(before, after, p)``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from upcard.engine.game import Game, Match
from upcard.engine.sight import WATCHER
from upcard.engine.state import PlainState
from upcard.engine.wording import MINUS, counted
from upcard.play.card_moves import moment_between
from upcard.play.round_boundaries import (
    PublicNumbers,
    before_ante,
    is_ante,
    numbers_at_start,
    numbers_between,
    numbers_of,
)
from upcard.play.scene import RoundEnd, make_scene
from upcard.play.zones import Face, Quantity, make_face

BEFORE = re.compile(r"\b(last round|round before)\b")
"""Words in the description of a number that belongs to the last round."""

ROUNDS_WON = re.compile(r"^rounds? won\b")
LEFT = re.compile(r"^(\w+) left\b")
NUMBER = re.compile(r"-?\d+")
MONEY = {"pennies": "penny", "chips": "chip", "coins": "coin", "dollars": "dollar", "cents": "cent"}
"""Names of numbers that players win and lose, with the singular."""


@dataclass
class Rounds:
    """The ends of the rounds of a match."""

    game: Game
    ends: list[tuple[int, RoundEnd]] = field(default_factory=list)
    """The number of the action that ended a round, from 0, and the summary."""
    _restarted: set[str] | None = None
    _begin: PublicNumbers | None = None
    _dealt: set[str] = field(default_factory=set)

    def note(self, number: int, match: Match, first: PlainState, before: PlainState, action: int) -> None:
        """Log the end of a round if action `number`, from 0, has ended one.

        `first` and `before` are the states at the start of `match`, which has gone on, and before `action`.
        """
        name, after = getattr(self.game.rules, "ROUND", ""), match.state
        if not name or (getattr(before, name) == getattr(after, name) and not after.over):
            return
        was, now = self._open(before), self._open(after)
        restarted = self._restarting(now, self._open(first)) if not after.over else self._restarted or set()
        end, ante = numbers_between(self.game.rules, before, action)
        begin = self._begin
        if begin is None:
            begin = before_ante(numbers_at_start(match), ante)
            self._note_dealt(begin, first)
        if not after.over:
            self._note_dealt(end, after)
        self._begin = end
        changes = [
            _Change(q, old, begin, end, self._singular(q), q.name in self._dealt, q.name in restarted)
            for q, old in zip(now, was, strict=True)
            if q.seat is not None
        ]
        seats = range(self.game.players)
        texts = {p: list(_result_texts([x for x in changes if x.now.seat == p])) for p in seats}
        if words := getattr(self.game.rules, "round_words", None):
            views = self.game.view(before, WATCHER), self.game.view(after, WATCHER)  # everybody reads them
            texts = {p: [text] if (text := words(*views, p)) else [] for p in seats}
        changed = {x.now.seat for x in changes if x.text and not x.is_round_won}
        title = next(q.text for q in was if q.name == name)
        lines = [(p, ", ".join(parts)) for p, parts in texts.items() if parts]
        lines.sort(key=lambda line: line[0] not in changed)  # there may be room for the first ones only
        verdict = moment_between(self.game, before, after).words
        has_money = any(x.coin for x in changes)
        amounts = tuple(x.amount for x in changes if has_money and x.amount)
        end_of_round = RoundEnd(title, tuple(lines), tuple(self._shown(before, after)), verdict, amounts)
        self.ends.append((number, end_of_round))

    def _note_dealt(self, between: PublicNumbers, dealt: PlainState) -> None:
        """Note the numbers that a deal changes, so that no round wins or loses any of them."""
        now = numbers_of(self.game.rules, dealt)
        for name in {name for (name, p), x in between.items() if now[name, p] != x}:
            keys = [key for key in between if key[0] == name or key[1] is None]
            if not is_ante({key: between[key] for key in keys}, {key: now[key] for key in keys}):
                self._dealt.add(name)

    def _singular(self, q: Quantity) -> str:
        """Return the singular of money that a number counts; empty for another number."""
        one, many = self.game.rules.GAME.scored_in
        return one if q.name == many else MONEY.get(q.name, "")

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


@dataclass(frozen=True)
class _Change:
    """The change of a public number in a round."""

    now: Quantity
    before: Quantity
    begin: PublicNumbers
    end: PublicNumbers
    coin: str
    """The singular of the money that it counts, else empty."""
    is_dealt: bool
    """Whether deals change it."""
    is_restarted: bool
    """Whether every seat has as much as at the beginning of the match."""

    @property
    def difference(self) -> int:
        """How much it grew from the beginning of the round to its end."""
        key = (self.now.name, self.now.seat)
        return self.end.get(key, 0) - self.begin.get(key, 0)

    @property
    def fact(self) -> str:
        """Its value, if it belongs to the last round."""
        is_fact = BEFORE.search(self.now.words) and not self.now.is_quiet
        return f"{self.now.name.replace('_', ' ').removeprefix('last ')} {self.now.text}" if is_fact else ""

    @property
    def amount(self) -> tuple[int, Quantity, int] | None:
        """Its seat, itself and the money that was won, if a screen may draw it; None for another number."""
        seat, is_fact = self.now.seat, BEFORE.search(self.now.words) and len(self.now.values) == 1
        is_drawn = seat is not None and (is_fact or (self.coin and self.difference))
        return (
            (seat or 0, self.now, self.difference if self.coin and not is_fact else 0) if is_drawn else None
        )

    @property
    def is_round_won(self) -> bool:
        """Whether it counts the rounds won."""
        return bool(ROUNDS_WON.search(self.now.words))

    @property
    def text(self) -> str:
        """Its change in words; empty if it did not change."""
        now, n, name = self.now, self.difference, self.now.name.replace("_", " ")
        if now.is_badge or BEFORE.search(now.words) or (now.is_quiet and not self.coin):
            return ""
        if not (NUMBER.fullmatch(now.text) or NUMBER.fullmatch(self.before.text)):
            is_same = self.is_restarted or self.before.text in ("", now.text)
            return "" if is_same else f"{name} from {self.before.text} to {now.text}"
        if n == 0 or (self.is_dealt and not self.coin):
            return ""
        if self.is_round_won:
            return "won the round" if n == 1 else ""
        if self.coin:
            return f"{'won' if n > 0 else 'lost'} {counted(abs(n), self.coin, name)}"
        left = LEFT.search(now.words)
        if left:
            one = counted(abs(n), name if name != left[1] else name.removesuffix("s"), left[1])
            return f"{'won' if n > 0 else 'lost'} {one}, {now.text}{' left' * now.text.isdecimal()}"
        return _signed(n, name) + self._rest()

    def _rest(self) -> str:
        """Return the new value, unless something was paid since, which would make it another one."""
        value = self.end.get((self.now.name, self.now.seat))
        text = self.now.text.replace("-", MINUS)
        return f", now {text}" if (value,) == self.now.values else ""


def _result_texts(changes: list[_Change]) -> Iterator[str]:
    """Yield the result of a round for a seat: what belongs to this round alone, then what it won or lost.

    In a game for money, only the player who won some has won the round.
    """
    yield from filter(None, [x.fact for x in changes])
    money = [x.difference for x in changes if x.coin]
    for x in sorted(changes, key=lambda x: (not x.is_round_won, not x.coin)):
        if x.text and not (money and x.is_round_won):
            yield x.text


def _signed(n: int, name: str) -> str:
    """Return a change with its sign: ``+21 points``, or ``score +5`` for a name in the singular."""
    number = f"{'+' if n > 0 else MINUS}{abs(n)}"
    if not name.endswith("s") or name.endswith("ss"):
        return f"{name} {number}"
    return f"{number} {name if abs(n) != 1 else name.removesuffix('s')}"
