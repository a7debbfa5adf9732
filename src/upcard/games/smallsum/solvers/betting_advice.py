"""Sentences that say when to bet in a round of Smallsum, derived from a solution.

A *lead* is the chance of a smaller sum minus that of a larger one, with all unseen cards equally likely.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.game import Game
from upcard.engine.tree.stochastic_game import Round
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_rounds import OpenCardSituation, cash_betting, open_card_situations
from upcard.solving.infoset_views import views

SURE = 1e-9
NAMES = ("A", "B")
LEAD = (
    "A lead is the chance of a smaller sum minus that of a larger one, with all unseen cards equally likely."
)
ONE_OF_SEVERAL = "Other strategies may be just as good."


@dataclass(frozen=True)
class BettingDecision:
    """A decision of a round, with all kinds of cards (a situation and a hidden value) that lead to it."""

    who: int
    """The player: 0 for A, 1 for B."""
    stage: int
    bets: tuple[int, ...]
    """The earlier bets of A and B."""
    legal: tuple[int, ...]
    leads: FloatArray
    """The lead with each kind of cards, of shape (kinds,), -1 to 1."""
    chances: FloatArray
    """The probabilities of the legal actions, of shape (kinds, actions)."""
    weights: FloatArray
    """The number of deals, of shape (kinds,)."""

    def share(self, choice: int, is_ahead: bool) -> float:
        """Return the share of a choice among the deals with a lead, or among those without."""
        here = (self.leads > 0) == is_ahead
        return float(self.chances[here, choice] @ self.weights[here] / self.weights[here].sum())

    def always(self, choice: int, among: Sequence[bool]) -> bool:
        """Return whether a choice is always made with the kinds of cards marked in `among`."""
        return bool((self.chances[np.array(among), choice] > 1 - SURE).all())

    @property
    def is_plain(self) -> bool:
        """Whether the player bets the maximum with a lead, and nothing without one."""
        ahead = self.leads > 0
        return self.always(-1, ahead.tolist()) and self.always(0, (~ahead).tolist())


def decisions(game: Game, round: Round, strategy: FloatArray) -> Iterator[BettingDecision]:
    """Yield the decisions of the cash game; `strategy` contains the probabilities of all choices."""
    tree, situations, plan = cash_betting(game).tree, open_card_situations()[0], round.plan(strategy)
    for number, v in enumerate(views(tree)):
        first = int(tree.first[number])
        legal = tuple(tree.legal[first : first + int(tree.count[number])].tolist())
        who, rows = int(tree.owner[number]), []
        for k, value, chances in reached_cards(round, plan, strategy, tree.infosets, number):
            x = situations[k]
            rows.append((lead(x, value, who), chances, x.times * x.copies[x.values.index(value)]))
        if rows:
            columns = (np.array(x) for x in zip(*rows, strict=True))
            yield BettingDecision(who, int(v.stage), tuple(map(int, v.bet)), legal, *columns)


def reached_cards(
    round: Round, plan: FloatArray, strategy: FloatArray, infosets: int, number: int
) -> Iterator[tuple[int, int, FloatArray]]:
    """Yield the cards that lead to a decision: situation, hidden value, and probabilities of the actions."""
    for k, x in enumerate(open_card_situations()[0]):
        begin = int(round.sets_from[x.part])
        for value, c in zip(x.values, x.classes, strict=True):
            at = begin + c * infosets + number
            if plan[round.before[at]] > 0:
                first = int(round.first[at]) - 2
                yield k, value, strategy[first : first + int(round.count[at])]


def lead(x: OpenCardSituation, value: int, who: int) -> float:
    """Return the lead of seat `who` (0 for A) with a hidden card of some value, -1 to 1."""
    ahead = x.difference if who == 0 else -x.difference
    left = [(v, n - (v == value)) for v, n in zip(x.values, x.copies, strict=True)]
    signs = sum(n * int(np.sign(v - value - ahead)) for v, n in left)
    return signs / sum(n for _, n in left)


def betting_sentences(game: Game, round: Round, strategy: FloatArray) -> list[str]:
    """Return sentences that say when to bet and how much; see :func:`decisions`."""
    all_decisions = list(decisions(game, round, strategy))
    first_bets = [x for x in all_decisions if x.stage in (rules.A_PUTS, rules.B_PUTS) and not any(x.bets)]
    most = max(first_bets[0].legal)
    if all(x.is_plain for x in first_bets):
        players = " and ".join(NAMES[x.who] for x in first_bets)
        return [f"{players} bet {most} with a lead and nothing without one: no other bets, no mixing.", LEAD]
    answers = [x for x in all_decisions if rules.MATCH in x.legal and sorted(x.bets) == [0, most]]
    sentences = [*map(_bet_sentence, first_bets), *map(_answer_sentence, answers)]
    return [*sentences, f"{LEAD} {ONE_OF_SEVERAL}"]


def _bet_sentence(x: BettingDecision) -> str:
    """Return a sentence that says how often a player bets, and how much."""
    amounts = [f"{a} in {100 * x.share(i, is_ahead=True):.0f} %" for i, a in enumerate(x.legal) if a]
    bluffs = 100 * (1 - x.share(0, is_ahead=False))
    player = NAMES[x.who] if x.stage == rules.A_PUTS else f"After A checks, {NAMES[x.who]}"
    return (
        f"{player} bets {', '.join(amounts)} of the deals with a lead, "
        f"and bets in {bluffs:.0f} % of the deals without."
    )


def _answer_sentence(x: BettingDecision) -> str:
    """Return a sentence that says with which lead a player matches the maximum bet."""
    match = x.legal.index(rules.MATCH)
    levels = sorted(set(x.leads.tolist()))
    always = [a for a in levels if x.always(match, (x.leads >= a).tolist())]
    never = [a for a in levels if x.always(1 - match, (x.leads <= a).tolist())]
    cases = [f"in {100 * x.share(match, is_ahead=True):.0f} % of the deals with a lead"]
    cases += [f"always with a lead of {always[0]:g} or more"] if always else []
    cases += [f"never with one of {never[-1]:g} or less"] if never else []
    player = f"After checking, {NAMES[x.who]}" if x.stage == rules.A_ANSWERS else NAMES[x.who]
    return f"{player} matches {max(x.bets)} {', '.join(cases)}."
