"""The moment between two rounds: when everything of one is paid, and nothing of the next one is.

The action that ends a round also deals the next one, and may collect its antes. So the numbers after the
action do not say what a player won or lost. Here the action is played again, and the numbers are read at the
first card of the next round, or earlier, when ``ROUND`` grew, if only antes were paid in between.
"""

from types import ModuleType
from typing import Any

from upcard.engine import seeds
from upcard.engine.chance import Recorder, Script, Stream
from upcard.engine.game import Match
from upcard.engine.state import PlainState, apply_action
from upcard.kit.cards import EVERYBODY, Kind

# Public single numbers of a state by field and seat; the seat of a common number is None.
PublicNumbers = dict[tuple[str, int | None], int]


def numbers_of(rules: ModuleType, s: PlainState) -> PublicNumbers:
    """Return the public single numbers of a state."""
    numbers: PublicNumbers = {}
    for f in rules.STATE:
        if f.kind is Kind.NUMBER and f.sight is EVERYBODY and not f.length:
            x = getattr(s, f.name)
            numbers |= {(f.name, p): int(x[p]) for p in range(s.seats)} if f.per_seat else {(f.name, None): x}
    return numbers


class WatchedState(PlainState):
    """State that notes its public numbers when its round changes."""

    def __setattr__(self, name: str, x: Any) -> None:
        """Set a number, and note all numbers after the number of the round was set."""
        super().__setattr__(name, x)
        watch = self.__dict__["chance"].watch
        if name == watch.round_name and watch.at_change is None:
            watch.at_change = numbers_of(watch.rules, self)


class RoundWatch:
    """The numbers as a round ended and as the next one was dealt.

    Parameters
    ----------
    rules : ModuleType
        The rules of the game.
    round_now : int
        The number of the round before the action.
    """

    def __init__(self, rules: ModuleType, round_now: int) -> None:
        self.rules, self.round_name, self.round_now = rules, str(rules.ROUND), round_now
        self.at_change: PublicNumbers | None = None
        self.at_deal: PublicNumbers | None = None

    def on_question(self, s: PlainState, _: Any) -> None:
        """Note the numbers at the first question to chance in the next round."""
        is_next = self.round_now < 0 or getattr(s, self.round_name) != self.round_now
        if is_next and self.at_deal is None:
            self.at_deal = numbers_of(self.rules, s)

    def between(self, after: PlainState) -> PublicNumbers:
        """Return the numbers between the rounds; `after` is the state after the action."""
        now = numbers_of(self.rules, after)
        if after.over:
            return now
        at_deal = self.at_deal or now
        return self.at_change if self.at_change and is_ante(self.at_change, at_deal) else at_deal

    @property
    def ante(self) -> PublicNumbers:
        """The changes of all numbers by an ante between the change of the round and the deal, else empty."""
        if self.at_change is None or self.at_deal is None or not is_ante(self.at_change, self.at_deal):
            return {}
        return {key: self.at_deal[key] - x for key, x in self.at_change.items()}


class WatchedChance(Recorder):
    """Chance that reports its questions to a watch."""

    def __init__(self, source: Any, watch: RoundWatch) -> None:
        super().__init__(source, watch.on_question)
        self.watch = watch


def numbers_at_start(match: Match) -> PublicNumbers:
    """Return the public numbers before the first round of a match, before anything was paid for it."""
    rules = match.game.rules
    if match.placed:
        return numbers_of(rules, match.from_start().state)
    watch = RoundWatch(rules, -1)
    stream = Stream(rules) if match.seed is not None else None
    s = match.game.blank(chance=WatchedChance(Script(rules, match.dealt, stream, is_full=True), watch))
    object.__setattr__(s, "__class__", WatchedState)
    seeds.open_match(s, match.seed or 0, match.number)
    rules.start(s)
    return watch.between(s)


def numbers_between(
    rules: ModuleType, before: PlainState, action: int
) -> tuple[PublicNumbers, PublicNumbers]:
    """Return the public numbers between two rounds, and their changes by an ante before the next deal.

    `action` ends a round in the state `before`.
    """
    watch = RoundWatch(rules, int(getattr(before, rules.ROUND)))
    s = before.copy(chance=WatchedChance(before.chance.copy(), watch))
    object.__setattr__(s, "__class__", WatchedState)
    apply_action(rules, s, action)
    return watch.between(s), watch.ante


def before_ante(start: PublicNumbers, ante: PublicNumbers) -> PublicNumbers:
    """Return the numbers at the start of a match without the ante, if it was paid before the deal."""
    grown = [key for key, x in ante.items() if key[1] is None and x > 0]
    is_paid = bool(grown) and all(start[key] == ante[key] for key in grown)
    return {key: x - ante[key] for key, x in start.items()} if is_paid else start


def is_ante(start: PublicNumbers, end: PublicNumbers) -> bool:
    """Return whether in between players only paid, and a common number grew by as much: a pot."""
    paid = [start[key] - end[key] for key in start if key[1] is not None and start[key] != end[key]]
    common = {end[key] - start[key] for key in start if key[1] is None}
    return bool(paid) and min(paid) > 0 and sum(paid) in common
