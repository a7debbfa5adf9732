"""A round of a match as a game of its own: the first one, or the one that a match is in.

It is played for what it changes: how everybody stands where the next round would begin, less how he stood
before this one. A rules file says with ``standing(s, p)`` what that is; else the score counts.

The round that a match is in begins with its deal. What everybody saw of that lies as it lay; hidden cards
are dealt by chance, in every way that agrees with what everybody saw. Nothing that was done since counts:
what an action tells of hidden cards depends on how people play, so what is left of a round with hidden cards
is no game of its own.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from upcard.engine.chance import Asked, Scripted, take
from upcard.engine.errors import Failure, Illegal, Usage
from upcard.engine.game import Game, Match
from upcard.engine.heuristics import round_counter
from upcard.engine.state import PlainState, apply_action, cells_of, new_table
from upcard.engine.tree.single_round import begun_by, check_rounds
from upcard.engine.view import WATCHER
from upcard.kit.cards import put

DEALT = "{title}: not every card of this deal comes from one shuffled pack; choose a round that is dealt so"


@dataclass(frozen=True)
class _Question:
    """What chance was asked in a deal."""

    outcome: int
    """What came."""
    sides: int
    """Of so many numbers; 0 for a card."""
    pack: Counter[int]
    """The cards of which it was drawn."""

    def others(self) -> list[int]:
        """What else could have come."""
        return [x for x in (range(self.sides) if self.sides else self.pack) if x != self.outcome]


class _Laid:
    """Chance that gives laid-down outcomes and notes what it was asked, with the state at that moment."""

    def __init__(self, rules: Any, outcomes: Sequence[int]) -> None:
        self.rules, self.rest = rules, list(outcomes)[::-1]
        self.asked: list[tuple[_Question, PlainState]] = []

    def next(self, s: PlainState, sides: int, pack: Counter[int]) -> int:
        if not self.rest:
            raise Illegal("more outcomes of chance are needed than were laid down")
        x = self.rest.pop()
        self.asked.append((_Question(x, sides, pack), s.copy()))
        return x

    def below(self, s: PlainState, n: int) -> int:
        """The next outcome; raises ``Illegal`` where there is none that fits."""
        x = self.next(s, n, Counter())
        if x >= n:
            raise Illegal(f"the outcome {x} does not fit; expected a number below {n}")
        return x

    def draw(self, s: PlainState, zone: Any) -> int:
        """Take the next card out of a row, which is modified; raises ``Illegal`` where it is not there."""
        return take(zone, self.next(s, 0, Counter(zone[i] for i in range(1, zone[0] + 1))))


class _Deal:
    """How the round that a match is in was dealt.

    Parameters
    ----------
    game : Game
        What is played.
    before : PlainState
        The state in which the round began, by an action or by the start.
    action : int or None
        That action.
    outcomes : sequence of int
        All that chance did then.
    """

    def __init__(self, game: Game, before: PlainState, action: int | None, outcomes: Sequence[int]) -> None:
        self.game, self.before, self.action, self.outcomes = game, before, action, outcomes
        state, asked = self.again(before.copy(), outcomes)
        round_of = round_counter(game.rules)
        self.first = next(
            (i for i, (_, s) in enumerate(asked) if action is None or round_of(s) != round_of(before)),
            len(asked),
        )
        self.questions = [question for question, _ in asked]
        self.base = asked[self.first][1] if self.first < len(asked) else state
        self.seen = self.public(state)
        self.hidden = [i for i in range(self.first, len(asked)) if self.is_hidden(i)]

    def again(
        self, s: PlainState, outcomes: Sequence[int]
    ) -> tuple[PlainState, list[tuple[_Question, PlainState]]]:
        """Deal once more, with these outcomes; modifies `s`, which is the state before."""
        own, rules = s.__dict__, self.game.rules
        behind, own["chance"] = own["chance"], _Laid(rules, outcomes)
        try:
            apply_action(rules, s, self.action)
            return s, own["chance"].asked
        finally:
            own["chance"] = behind

    def public(self, s: PlainState) -> dict[str, Any]:
        """What everybody sees."""
        return cells_of(self.game.view(s, WATCHER))

    def is_hidden(self, i: int) -> bool:
        """Whether it makes no difference to what everybody sees that something else came.

        In a pack that is dealt to its last card nothing else can come; there it is exchanged for another one.
        """
        looks = {self.public(s) == self.seen for s in self.dealt(self.changed(i))}
        if len(looks) > 1:
            raise Usage(DEALT.format(title=self.game.title))
        return True in (looks or {self.public(s) == self.seen for s in self.dealt(self.exchanged(i))})

    def changed(self, i: int) -> Iterator[list[int]]:
        """The outcomes with another one in one place."""
        for x in self.questions[i].others():
            yield [*self.outcomes[:i], x, *self.outcomes[i + 1 :]]

    def exchanged(self, i: int) -> Iterator[list[int]]:
        """The outcomes with two of them exchanged."""
        for j in range(self.first, len(self.outcomes)):
            if self.outcomes[j] != self.outcomes[i]:
                out = list(self.outcomes)
                out[i], out[j] = out[j], out[i]
                yield out

    def dealt(self, ways: Iterable[list[int]]) -> Iterator[PlainState]:
        """The states after some deals, as far as there are such deals."""
        for outcomes in ways:
            try:
                yield self.again(self.before.copy(), outcomes)[0]
            except Illegal:
                continue

    def pack(self) -> list[int]:
        """The cards among which the hidden ones are, each as often as it is there.

        Raises
        ------
        Usage
            If the cards of the deal come from several packs, or from one that was filled in between.
        """
        drawn = [i for i in range(self.first, len(self.questions)) if not self.questions[i].sides]
        left = Counter(self.questions[drawn[0]].pack) if drawn else Counter[int]()
        pack = left.copy()
        for i in drawn:
            question = self.questions[i]
            if +left != question.pack:
                raise Usage(DEALT.format(title=self.game.title))
            left[question.outcome] -= 1
            pack[question.outcome] -= i not in self.hidden
        return sorted(pack.elements())


def first_round(game: Game) -> Game:
    """The first round of a game, from its start, chance dealing everything.

    Parameters
    ----------
    game : Game
        A game of rounds.

    Raises
    ------
    Usage
        If the game has no rounds.
    """
    check_rounds(game)
    s = game.blank(chance=Scripted(game.rules, ()))
    with suppress(Asked):  # before anything is dealt: from here on the round counts
        game.rules.start(s)
    return _alone(game, game.rules.start, s)


def round_now(match: Match) -> Game:
    """The round that a match is in, from its deal.

    Parameters
    ----------
    match : Match
        Of a game of rounds; only what everybody sees after the deal of its last round counts.

    Raises
    ------
    Usage
        If the game has no rounds, the match is over, or the round was not dealt from one shuffled pack.
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
        outcomes = list(deal.outcomes)
        for i in hidden:
            sides = deal.questions[i].sides
            outcomes[i] = s.chance.below(s, sides) if sides else s.chance.draw(s, cards)
        stream = s.at, s.step
        s.become(deal.before)
        s.at, s.step = stream
        deal.again(s, outcomes)
        if deal.public(s) != deal.seen:
            raise Failure(f"{game.title}: a deal of hidden cards changes what everybody sees")

    return _alone(game, start, deal.base)


def _deal_of(match: Match) -> _Deal:
    """The last deal of a match, which is played again up to there."""
    game = match.game
    round_of = round_counter(game.rules)
    again = match.from_start()
    found: tuple[PlainState, int | None, int, int] = (game.blank(), None, 0, len(again.chance.history))
    for a in match.actions:
        before, begin = again.state.copy(), len(again.chance.history)
        again.do(a)
        if round_of(again.state) != round_of(before):
            found = before, a, begin, len(again.chance.history)
    before, action, begin, end = found
    return _Deal(game, before, action, [x for _, x in again.chance.history[begin:end]])


def _alone(game: Game, start: Callable[[PlainState], None], base: PlainState) -> Game:
    """A round that is played for how everybody stands after it, against how he stood before."""
    rules, standing = game.rules, standing_of(game)
    stood = [standing(base, p) for p in range(game.players)]
    low, high = rules.GAME.payoffs
    header = replace(rules.GAME, title=f"{game.title}, one round", payoffs=(low - high, high - low))
    return begun_by(game, start, {"score": lambda s, p: int(standing(s, p)) - stood[p], "GAME": header})


def stakes(game: Game) -> str:
    """What the payoffs of a round on its own are, as a sentence for people."""
    rules = game.rules
    told = inspect.getdoc(getattr(rules, "standing", rules.score)) or "the score."
    first = told.splitlines()[0].replace("`", "").rstrip(".")
    return f"A payoff is by how much this is more after the round than before: {first[0].lower()}{first[1:]}."


def standing_of(game: Game) -> Callable[[PlainState, int], int]:
    """What a round on its own is played for: ``standing(s, p)`` of the rules, or the score."""
    found: Callable[[PlainState, int], int] = getattr(game.rules, "standing", game.rules.score)
    return found
