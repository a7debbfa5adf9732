"""Rounds of Smallsum, derived from its rules: open cards, hidden cards, and how pennies change hands.

The open cards determine a *situation*. In it, the other's hidden card is all that a player does not know.
Cards of equal value are one kind. Two kinds are alike, and form one *class*, if nothing changes when they are
exchanged in both hands. A solution may treat them alike, because a mixture of two solutions with the kinds
exchanged is a solution too. Situations with the same classes are one part of the round.

The cards decide only who has the smaller sum. So the betting is unrolled from the rules three times: for a
deal that the first player wins, one that the second player wins, and a tie. Each part puts this tree under
all pairs of hidden classes. Tests compare the result with rounds unrolled deal by deal.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from upcard.engine.chance import Script
from upcard.engine.game import Game, make_game
from upcard.engine.state import PlainState
from upcard.engine.tree.game_tree import GameTree, unroll
from upcard.engine.tree.single_round import RoundWorth, one_round
from upcard.engine.tree.stochastic_game import SEATS, AnyIntArray, Round, StochasticGame, round_of_tree
from upcard.games.smallsum import rules
from upcard.kit.cards import draw, put

FIRST, SECOND, NOBODY, NEVER = 0, 1, 2, -1
"""Winner of a pair of hidden classes; ``NEVER`` if the pair cannot be dealt."""

CardsDealt = tuple[int, ...]  # cards in the order of the deal: two open and a hidden one each
PairWinners = tuple[tuple[int, ...], ...]
_SituationKey = tuple[int, tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class OpenCardSituation:
    """The shared knowledge of both players from the open cards; cards of equal value count as the same."""

    difference: int
    """The first player's open sum minus the second player's."""
    values: tuple[int, ...]
    """The distinct values of the cards that are not open, in increasing order."""
    copies: tuple[int, ...]
    """Number of cards that are not open, by value."""
    classes: tuple[int, ...]
    """The class of each value."""
    part: int
    """Number of the part of the round to which the situation belongs."""
    times: int
    """Number of pairs of open hands that lead to this situation."""
    cards: tuple[int, ...]
    """An example of these open cards: two of the first player, then two of the second."""


@dataclass(frozen=True)
class RoundPart:
    """A part of the round: situations that are the same game."""

    cards: tuple[int, ...]
    """Number of cards of each class."""
    winners: PairWinners
    """Winner for each pair of hidden classes, by the first player's class, then the second's."""
    times: int
    """Number of pairs of open hands that lead to this part."""

    def deals(self) -> list[tuple[int, int, int]]:
        """Return the pairs of classes that can be dealt, each with the number of pairs of cards for it."""
        return [
            (i, j, first * (second - (i == j)))
            for i, first in enumerate(self.cards)
            for j, second in enumerate(self.cards)
            if self.winners[i][j] != NEVER
        ]


# ---- open cards ----


@lru_cache(maxsize=1)
def open_card_situations() -> tuple[tuple[OpenCardSituation, ...], tuple[RoundPart, ...]]:
    """Return all situations, and the parts of a round that they form."""
    counts: Counter[_SituationKey] = Counter()
    example: dict[_SituationKey, tuple[int, ...]] = {}
    for up in combinations(range(rules.CARDS), 2 * rules.OPEN):
        copies = Counter(rules.value(c) for c in range(rules.CARDS) if c not in up)
        values = tuple(sorted(copies))
        for first_hand in combinations(up, rules.OPEN):
            difference = 2 * sum(map(rules.value, first_hand)) - sum(map(rules.value, up))
            key = difference, values, tuple(copies[v] for v in values)
            counts[key] += 1
            example.setdefault(key, (*first_hand, *(c for c in up if c not in first_hand)))
    return _numbered(counts, example)


def _numbered(
    counts: Counter[_SituationKey], example: dict[_SituationKey, tuple[int, ...]]
) -> tuple[tuple[OpenCardSituation, ...], tuple[RoundPart, ...]]:
    """Return the situations in order with numbered parts, and the parts."""
    part_numbers: dict[tuple[tuple[int, ...], PairWinners], int] = {}
    situations, times = [], Counter[int]()
    for key, n in sorted(counts.items()):
        difference, values, copies = key
        classes, cards, winners = merged(copies, [[winner(difference, x, y) for y in values] for x in values])
        part = part_numbers.setdefault((cards, winners), len(part_numbers))
        times[part] += n
        situations.append(OpenCardSituation(difference, values, copies, classes, part, n, example[key]))
    parts = tuple(RoundPart(cards, winners, times[k]) for (cards, winners), k in part_numbers.items())
    return tuple(situations), parts


@lru_cache(maxsize=1)
def plain_parts() -> tuple[RoundPart, ...]:
    """Return every situation as a separate part, with one class for each value: nothing is merged."""
    parts = []
    for x in open_card_situations()[0]:
        winners = [[winner(x.difference, a, b) for b in x.values] for a in x.values]
        for i, n in enumerate(x.copies):
            winners[i][i] = winners[i][i] if n > 1 else NEVER
        parts.append(RoundPart(x.copies, tuple(map(tuple, winners)), x.times))
    return tuple(parts)


def winner(difference: int, first_hidden: int, second_hidden: int) -> int:
    """Return the player with the smaller sum, or ``NOBODY``; `difference` is that of the open sums."""
    margin = difference + first_hidden - second_hidden
    return FIRST if margin < 0 else SECOND if margin > 0 else NOBODY


def merged(
    copies: Sequence[int], winners: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], tuple[int, ...], PairWinners]:
    """Merge alike kinds of cards; return the class of each kind, and cards and winners of all classes."""
    groups: list[list[int]] = []
    classes = []
    for i in range(len(copies)):
        fitting = (
            g for g, group in enumerate(groups) if all(are_alike(i, j, copies, winners) for j in group)
        )
        g = next(fitting, len(groups))
        if g == len(groups):
            groups.append([])
        groups[g].append(i)
        classes.append(g)
    cards = tuple(sum(copies[i] for i in group) for group in groups)
    by_group = tuple(tuple(_winner_of_groups(g, h, copies, winners) for h in groups) for g in groups)
    return tuple(classes), cards, by_group


def are_alike(i: int, j: int, copies: Sequence[int], winners: Sequence[Sequence[int]]) -> bool:
    """Whether nothing changes if the kinds `i` and `j` are exchanged in both hands."""
    others = [k for k in range(len(copies)) if k not in (i, j)]
    return (
        winners[i][j] == winners[j][i]
        and all(winners[k][k] == winners[i][j] for k in (i, j) if copies[k] > 1)
        and all(winners[i][k] == winners[j][k] and winners[k][i] == winners[k][j] for k in others)
    )


def _winner_of_groups(
    g: Iterable[int], h: Iterable[int], copies: Sequence[int], winners: Sequence[Sequence[int]]
) -> int:
    """Return the winner with a card of group `g` against one of group `h`, which may be the same group."""
    return next((winners[i][j] for i in g for j in h if i != j or copies[i] > 1), NEVER)


# ---- betting ----


@dataclass(frozen=True)
class Betting:
    """The betting of a round, without the cards."""

    tree: GameTree
    """The tree for a deal that the first player wins."""
    round: Round
    """The same tree in sequence form."""
    onward: tuple[AnyIntArray, ...]
    """The outcome code at each terminal node, by winner."""


def betting_tree(game: Game, purses: tuple[int, int], code: Any) -> Betting:
    """Return the betting from these purses; `code` maps the state after a round to an outcome code."""
    deals = [dealt_round(game, purses, deal, lambda s, p: (1 - p) * code(s)) for deal in sample_deals()]
    trees = [unroll(deal) for deal in deals]
    rounds = [round_of_tree(tree) for tree in trees]
    return Betting(trees[0], rounds[0], tuple(round.onward for round in rounds))


@lru_cache(maxsize=1)
def sample_deals() -> tuple[CardsDealt, ...]:
    """Return three deals: one that the first player wins, one that the second wins, and a tie."""
    s, examples = make_game(rules.GAME.name).start(), dict[int, CardsDealt]()
    hands = list(combinations(range(8), rules.OPEN + 1))
    for deal in (first + second for first in hands for second in hands if not set(first) & set(second)):
        for p in range(SEATS):
            s.down[p] = deal[3 * p + 2]
            for i in range(rules.OPEN):
                s.up[p, i + 1] = deal[3 * p + i]
        examples.setdefault(rules.winner_of(s), deal)
    return tuple(examples[w] for w in (FIRST, SECOND, rules.NOBODY_WINS))


def dealt_round(
    game: Game, purses: tuple[int, int], deal: Sequence[int], worth: RoundWorth, redraw: bool = False
) -> Game:
    """Return a round of Smallsum as a separate game, with the first seat as A and the six cards of `deal`.

    `purses` are the pennies of both players; `worth` maps the state at the end and a seat to the payoff. With
    `redraw`, chance deals the hidden cards again.
    """
    only = one_round(game, worth, (-MOST_CODE, MOST_CODE), is_zero_sum=False)

    def start(s: PlainState) -> None:
        cells, chance = s.__dict__, s.chance
        cells["chance"] = Script(rules, deal)
        rules.start(s)
        cells["chance"] = chance
        for p in range(SEATS):
            s.pennies[p] += purses[p] - rules.purse_of(s)
        for p in range(SEATS if redraw else 0):
            put(s.stock, s.down[p])
        for p in range(SEATS if redraw else 0):
            s.down[p] = draw(s, s.stock)

    vars(only.rules)["start"] = start
    return only


# ---- the round, and the match ----


def whole_round(bets: Betting, parts: Sequence[RoundPart]) -> Round:
    """Return a whole round: all parts with all pairs of hidden classes, each followed by the betting."""
    sets = [_sets(bets.round, len(part.cards)) for part in parts]
    begins = np.cumsum([0, *(len(x[0]) for x in sets)])
    sequences = np.cumsum([0, *(int(x[1].sum()) for x in sets)])
    ends = [_ends(bets, part, int(base)) for part, base in zip(parts, sequences, strict=False)]
    owner, count = (np.concatenate([x[k] for x in sets]) for k in (0, 1))
    before = np.concatenate(
        [np.where(x[2] < SEATS, x[2], x[2] + base) for x, base in zip(sets, sequences, strict=False)]
    )
    return Round(
        owner=owner, first=SEATS + np.cumsum(count) - count, count=count, before=before,
        ends=np.concatenate([x[0] for x in ends]), onward=np.concatenate([x[1] for x in ends]),
        weight=np.concatenate([x[2] for x in ends]),
        total=sum(part.times * n for part in parts for *_, n in part.deals()),
        sets_from=begins, ends_from=np.cumsum([0, *(len(x[1]) for x in ends)]),
    )  # fmt: skip


def _sets(tree: Round, classes: int) -> tuple[AnyIntArray, AnyIntArray, AnyIntArray]:
    """Return the owner, number of choices and previous sequence of each information set of a part."""
    shift = np.arange(classes)[:, None] * (tree.sequences - SEATS)
    before = np.where(tree.before < SEATS, tree.before, tree.before + shift)
    return np.tile(tree.owner, classes), np.tile(tree.count, classes), before.ravel()


def _ends(bets: Betting, part: RoundPart, base: int) -> tuple[AnyIntArray, AnyIntArray, AnyIntArray]:
    """Return sequences, outcome codes and weights of the ends of a part that starts at sequence `base`."""
    deals = np.array(part.deals(), np.int64).reshape(-1, 3)
    onward = np.array([bets.onward[part.winners[i][j]] for i, j, _ in deals.tolist()], np.int16)
    shift = base + deals[:, None, :SEATS] * (bets.round.sequences - SEATS)
    ends = np.where(bets.round.ends < SEATS, bets.round.ends, bets.round.ends + shift).astype(np.int32)
    weight = np.repeat((part.times * deals[:, 2]).astype(np.int32), len(bets.round.ends))
    return ends.reshape(-1, SEATS), onward.ravel(), weight


def stochastic_game(game: Game, parts: Sequence[RoundPart] | None = None) -> StochasticGame:
    """Return a match of Smallsum from every purse, or the cash game, depending on the options of `game`.

    `parts` are those of :func:`open_card_situations` by default.
    """
    parts, words = open_card_situations()[1] if parts is None else parts, game.option_words()
    if words["objective"] == "pennies":
        return cash_game(game, parts)
    purse = int(words["purse"])
    most = 2 * purse
    keys = range(1, most)

    @cache
    def round_of(k: int) -> Round:
        return whole_round(match_betting(game, keys[k]), parts)

    return StochasticGame(
        tuple(map(str, keys)), round_of, np.array([0.0, 1.0]), 1.0, np.array(keys) / most,
        purse - 1, int(words["rounds"]), words["variant"] != "alternate",
    )  # fmt: skip


def match_betting(game: Game, pennies: int) -> Betting:
    """Return the betting of a round of a match in which A has `pennies`; codes number what follows it."""
    words = game.option_words()
    most, turns = 2 * int(words["purse"]), words["first"] == "rotate"
    rounds = most - 1

    def code(s: PlainState) -> int:
        left = int(s.pennies[0])
        if left in (0, most):
            return 2 * rounds + left // most
        return 2 * rounds - left if turns else left - 1

    return betting_tree(game, (pennies, most - pennies), code)


MOST_CHANGE = 7  # pennies that can change hands in a round: an ante and two bets
MOST_PURSE = 20
MOST_CODE = 10_000


def cash_betting(game: Game) -> Betting:
    """Return the betting of the cash game; an outcome code is the pennies won plus 2 + ``MOST_CHANGE``."""
    purses = (rules.CASH_PURSE, rules.CASH_PURSE)
    return betting_tree(game, purses, lambda s: 2 + MOST_CHANGE + int(rules.score(s, 0)))


def cash_game(game: Game, parts: Sequence[RoundPart]) -> StochasticGame:
    """Return the cash game: one round of these parts that pays pennies."""

    @cache
    def round_of(k: int) -> Round:
        return whole_round(cash_betting(game), parts)

    finals = np.arange(-MOST_CHANGE, MOST_CHANGE + 1.0)
    return StochasticGame(("round",), round_of, finals, 0.0, np.zeros(1))
