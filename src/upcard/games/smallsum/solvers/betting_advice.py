"""When to put pennies into a round of Smallsum, told in sentences that are made from a solution.

A *lead* is how much likelier a smaller sum is than a larger one, by the cards that are not seen, all alike.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.game import Game
from upcard.engine.tree.game_tree import GameTree
from upcard.engine.tree.stochastic_game import Round
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_rounds import OpenCardSituation, cash_betting, open_card_situations
from upcard.solving.infoset_views import views

SURE = 1e-9
NAMES = ("A", "B")
LEAD = "A lead is the chance of a smaller sum less that of a larger one, all unseen cards alike."
ONE_OF_SEVERAL = "Other strategies may be as good."


@dataclass(frozen=True)
class BettingDecision:
    """A decision of a round, with all cards that it is come to with."""

    who: int
    """0 for A, 1 for B."""
    stage: int
    """As in the rules."""
    bets: tuple[int, ...]
    """The bets of A and B before."""
    legal: tuple[int, ...]
    """The legal actions."""
    leads: FloatArray
    """The lead with each kind of cards."""
    chances: FloatArray
    """The probabilities of the actions."""
    weights: FloatArray
    """In how many deals they come."""

    def share(self, choice: int, is_ahead: bool) -> float:
        """Return the share of the deals with a lead, or of all others, in which a choice is made."""
        here = (self.leads > 0) == is_ahead
        return float(self.chances[here, choice] @ self.weights[here] / self.weights[here].sum())

    def always(self, choice: int, among: Sequence[bool]) -> bool:
        """Return whether a choice is always made with some of the cards."""
        return bool((self.chances[np.array(among), choice] > 1 - SURE).all())

    @property
    def is_plain(self) -> bool:
        """Whether everything is put with a lead, and nothing without."""
        ahead = self.leads > 0
        return self.always(-1, ahead.tolist()) and self.always(0, (~ahead).tolist())


def decisions(game: Game, round: Round, strategy: FloatArray) -> Iterator[BettingDecision]:
    """Yield the decisions of the cash game, in the order of the tree.

    Parameters
    ----------
    game : Game
        Smallsum for pennies.
    round : Round
        Its round.
    strategy : float64 array of shape (sequences - 2,), 0 to 1
        The probability of every choice.
    """
    tree = cash_betting(game).tree
    plan = round.plan(strategy)
    for number, v in enumerate(views(tree)):
        first = int(tree.first[number])
        legal = tuple(tree.legal[first : first + int(tree.count[number])].tolist())
        who = int(tree.owner[number])
        rows = list(_cards(tree, number, round, plan, strategy))
        if rows:
            leads, chances, weights = (np.array(x) for x in zip(*rows, strict=True))
            bets = tuple(int(x) for x in v.bet)
            yield BettingDecision(who, int(v.stage), bets, legal, leads, chances, weights)


def _cards(
    tree: GameTree, number: int, round: Round, plan: FloatArray, strategy: FloatArray
) -> Iterator[tuple[float, FloatArray, int]]:
    """Yield the lead, the chances and the deals for all cards that reach a decision."""
    for x in open_card_situations()[0]:
        begin = int(round.sets_from[x.part])
        for value, c, copies in zip(x.values, x.classes, x.copies, strict=True):
            at = begin + c * tree.infosets + number
            if plan[round.before[at]] > 0:
                first = int(round.first[at]) - 2
                chances = strategy[first : first + int(round.count[at])]
                yield lead(x, value, int(tree.owner[number])), chances, x.times * copies


def lead(x: OpenCardSituation, value: int, who: int) -> float:
    """Return the lead of a player with a hidden card of some value, -1 to 1.

    Parameters
    ----------
    x : OpenCardSituation
        The open cards.
    value : int
        Value of the player's hidden card.
    who : int
        0 for A, 1 for B.
    """
    ahead = x.difference if who == 0 else -x.difference
    left = [(v, n - (v == value)) for v, n in zip(x.values, x.copies, strict=True)]
    signs = sum(n * int(np.sign(v - value - ahead)) for v, n in left)
    return signs / sum(n for _, n in left)


def betting_sentences(game: Game, round: Round, strategy: FloatArray) -> list[str]:
    """When to put how much, as sentences; see :func:`decisions`."""
    all_decisions = list(decisions(game, round, strategy))
    puts = [x for x in all_decisions if x.stage in (rules.A_PUTS, rules.B_PUTS) and not any(x.bets)]
    if all(x.is_plain for x in puts):
        who = " and ".join(NAMES[x.who] for x in puts)
        what = f"{who} put {puts[0].legal[-1]} with a lead"
        return [f"{what}, and else nothing: no other bets, and no mixing.", LEAD]
    sentences = [_bets_text(x) for x in puts]
    most = max(puts[0].legal)
    answers = [x for x in all_decisions if rules.MATCH in x.legal and sorted(x.bets) == [0, most]]
    return [*sentences, *map(_answers_text, answers), f"{LEAD} {ONE_OF_SEVERAL}"]


def _bets_text(x: BettingDecision) -> str:
    """Say how often a player puts something, and how much."""
    often = [f"{a} in {100 * x.share(i, is_ahead=True):.0f} %" for i, a in enumerate(x.legal) if a]
    bluffs = 100 * (1 - x.share(0, is_ahead=False))
    after = "" if x.stage == rules.A_PUTS else ", after A has put nothing,"
    who = f"{NAMES[x.who]}{after} puts {', '.join(often)} of the deals with a lead"
    return f"{who}, and something in {bluffs:.0f} % of those without."


def _answers_text(x: BettingDecision) -> str:
    """Say from which lead on the most is always matched, and up to which it never is."""
    match = x.legal.index(rules.MATCH)
    levels = sorted(set(x.leads.tolist()))
    always = [a for a in levels if x.always(match, (x.leads >= a).tolist())]
    never = [a for a in levels if x.always(1 - match, (x.leads <= a).tolist())]
    limits = [f"always with a lead of {always[0]:g} or more"] if always else []
    limits += [f"never with one of {never[-1]:g} or less"] if never else []
    often = f"in {100 * x.share(match, is_ahead=True):.0f} % of the deals with a lead"
    after = ", having put nothing," if x.stage == rules.A_ANSWERS else ""
    return f"{NAMES[x.who]}{after} matches {max(x.bets)} {', '.join([often, *limits])}."
