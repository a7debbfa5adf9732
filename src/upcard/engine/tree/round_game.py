"""A round of a match as a game of its own: the first one, or the present one.

The payoff of a seat is the change of its standing from the start of this round to the point where the next
round would begin. ``standing(s, p)`` of a rules file defines the standing; without it, it is the score.

The present round of a match begins with its deal. Cards that everybody saw are dealt as they were. Hidden
cards are dealt by chance, in every way that agrees with what everybody saw. Later actions do not count: what
an action reveals about hidden cards depends on how people play, so the rest of a round with hidden cards is
not a game by itself.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from upcard.engine.chance import DRAW, Choices, Recorder, Script, ScriptEnded, possible
from upcard.engine.errors import Failure, Illegal, Usage
from upcard.engine.game import Game, Match
from upcard.engine.heuristics import round_counter
from upcard.engine.sight import WATCHER
from upcard.engine.state import PlainState, apply_action, cells_of, new_table
from upcard.engine.tree.single_round import begun_by, check_rounds
from upcard.kit.cards import put

DEALT = "{title}: not every card of this deal comes from one shuffled pack; choose a round that is dealt so"


@dataclass(frozen=True)
class _Outcome:
    """One outcome of chance in a deal."""

    value: int
    """The number or the card."""
    is_card: bool
    """Whether a card was drawn."""
    possible: Counter[int]
    """The possible outcomes, each with its weight; for a card, the cards that were left."""
    before: PlainState
    """The state before it."""

    def others(self) -> list[int]:
        """Return the other possible outcomes."""
        return [x for x in self.possible if x != self.value]


class _Deal:
    """The deal of the round that a match is in.

    `before` is the state before the deal, to which `action` led; None if the deal opened the match.
    """

    def __init__(self, game: Game, before: PlainState, action: int | None, values: Sequence[int]) -> None:
        self.game, self.before, self.action, self.values = game, before, action, values
        state, self.outcomes = self.deal(before.copy(), values)
        round_of = round_counter(game.rules)
        self.first = next(
            (
                i
                for i, outcome in enumerate(self.outcomes)
                if action is None or round_of(outcome.before) != round_of(before)
            ),
            len(self.outcomes),
        )
        self.base = self.outcomes[self.first].before if self.first < len(self.outcomes) else state
        self.seen = self.public(state)
        self.hidden = [i for i in range(self.first, len(self.outcomes)) if self.is_hidden(i)]

    def deal(self, s: PlainState, values: Sequence[int]) -> tuple[PlainState, list[_Outcome]]:
        """Deal with these outcomes; modifies `s`, which is the state before the deal."""
        cells, rules, questions = s.__dict__, self.game.rules, list[tuple[Counter[int], PlainState]]()

        def note(state: PlainState, choices: Choices) -> None:
            questions.append((Counter(dict(possible(choices))), state.copy()))

        source, cells["chance"] = cells["chance"], Recorder(Script(rules, values, is_full=True), note)
        try:
            apply_action(rules, s, self.action)
            history = cells["chance"].history
        finally:
            cells["chance"] = source
        outcomes = [
            _Outcome(value, kind == DRAW, *question)
            for (kind, value), question in zip(history, questions, strict=True)
        ]
        return s, outcomes

    def public(self, s: PlainState) -> dict[str, Any]:
        """Return what everybody sees."""
        return cells_of(self.game.view(s, WATCHER))

    def is_hidden(self, i: int) -> bool:
        """Whether everybody would see the same after another outcome.

        When a pack is dealt to its last card no other outcome is possible; then two cards are exchanged.
        """
        looks = {self.public(s) == self.seen for s in self.dealt(self.changed(i))}
        if len(looks) > 1:
            raise Usage(DEALT.format(title=self.game.title))
        return True in (looks or {self.public(s) == self.seen for s in self.dealt(self.exchanged(i))})

    def changed(self, i: int) -> Iterator[list[int]]:
        """Yield lists of outcomes that differ in one place."""
        for x in self.outcomes[i].others():
            yield [*self.values[:i], x, *self.values[i + 1 :]]

    def exchanged(self, i: int) -> Iterator[list[int]]:
        """Yield lists of outcomes with two exchanged."""
        for j in range(self.first, len(self.values)):
            if self.values[j] != self.values[i]:
                out = list(self.values)
                out[i], out[j] = out[j], out[i]
                yield out

    def dealt(self, lists: Iterable[list[int]]) -> Iterator[PlainState]:
        """Yield the states after deals with these lists of outcomes; impossible ones are left out."""
        for values in lists:
            try:
                yield self.deal(self.before.copy(), values)[0]
            except Illegal:
                continue

    def pack(self) -> list[int]:
        """Return the cards from which the hidden ones are drawn, with repetitions.

        Raises ``Usage`` if the deal comes from several packs, or from one that was refilled in between.
        """
        drawn = [i for i in range(self.first, len(self.outcomes)) if self.outcomes[i].is_card]
        left = Counter(self.outcomes[drawn[0]].possible) if drawn else Counter[int]()
        pack = left.copy()
        for i in drawn:
            outcome = self.outcomes[i]
            if +left != outcome.possible:
                raise Usage(DEALT.format(title=self.game.title))
            left[outcome.value] -= 1
            pack[outcome.value] -= i not in self.hidden
        return sorted(pack.elements())


def first_round(game: Game) -> Game:
    """Return the first round of a game as a game, with all cards dealt by chance.

    Raises ``Usage`` if the game has no rounds.
    """
    check_rounds(game)
    s = game.blank(chance=Script(game.rules, ()))
    with suppress(ScriptEnded):  # before anything is dealt: from here on the round counts
        game.rules.start(s)
    return _alone(game, game.rules.start, s, (first_round, game))


def round_now(match: Match) -> Game:
    """Return the present round of a match as a game that begins with its deal.

    Cards that everybody saw in the deal stay the same; hidden ones are dealt by chance. Raises ``Usage`` if
    the game has no rounds, the match is over, or the round was not dealt from one shuffled pack.
    """
    check_rounds(match.game)
    if match.is_over:
        raise Usage("the match is over; expected a position within a round")
    deal = _deal_of(match)
    game, pack, hidden = match.game, deal.pack(), deal.hidden

    def start(s: PlainState) -> None:
        cards = new_table("pack", (len(pack) + 1,), 0)
        for k in pack:
            put(cards, k)
        values = list(deal.values)
        for i in hidden:
            outcome = deal.outcomes[i]
            if outcome.is_card:
                values[i] = s.chance.draw(s, cards)
            else:
                values[i] = s.chance.below(s, len(outcome.possible))
        stream = s.at, s.step
        s.become(deal.before)
        s.at, s.step = stream
        deal.deal(s, values)
        if deal.public(s) != deal.seen:
            raise Failure(f"{game.title}: a deal of hidden cards changes what everybody sees")

    return _alone(game, start, deal.base, (round_now, match.clone()))


def _deal_of(match: Match) -> _Deal:
    """Return the last deal of a match, which is played again up to this point."""
    game = match.game
    round_of = round_counter(game.rules)
    again = match.from_start()
    last: tuple[PlainState, int | None, int, int] = (game.blank(), None, 0, len(again.chance.history))
    for a in match.actions:
        before, begin = again.state.copy(), len(again.chance.history)
        again.do(a)
        if round_of(again.state) != round_of(before):
            last = before, a, begin, len(again.chance.history)
    before, action, begin, end = last
    return _Deal(game, before, action, [x for _, x in again.chance.history[begin:end]])


def _alone(
    game: Game, start: Callable[[PlainState], None], base: PlainState, recipe: tuple[Any, ...]
) -> Game:
    """Return a round whose payoffs are the changes of the standings; `recipe` makes it again."""
    rules, standing = game.rules, standing_of(game)
    stood = [standing(base, p) for p in range(game.players)]
    low, high = rules.GAME.payoffs
    header = replace(rules.GAME, title=f"{game.title}, one round", payoffs=(low - high, high - low))
    changes = {"score": lambda s, p: int(standing(s, p)) - stood[p], "GAME": header}
    return begun_by(game, start, changes, recipe)


def stakes(game: Game) -> str:
    """Return a sentence for people about the meaning of the payoffs of a round."""
    rules = game.rules
    words = inspect.getdoc(getattr(rules, "standing", rules.score)) or "the score."
    first = words.splitlines()[0].replace("`", "").rstrip(".").removeprefix("Return ")
    return f"A payoff is by how much this is more after the round than before: {first[0].lower()}{first[1:]}."


def standing_of(game: Game) -> Callable[[PlainState, int], int]:
    """Return the standing that a round changes: ``standing(s, p)`` of the rules, or the score."""
    standing: Callable[[PlainState, int], int] = getattr(game.rules, "standing", game.rules.score)
    return standing
