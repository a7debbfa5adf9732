"""The rounds of Smallsum, taken from its rules: what is open, what is hidden, and how pennies go over.

The open cards decide a *situation*, in which each player lacks only the other's hidden card. Cards of equal
value are one kind. Two kinds that are alike, because everything stays the same when both are exchanged in
both hands, become one *class*: some solution treats them alike, since a mixture of two solutions with the
kinds exchanged is one. Situations with the same classes are one part of the round.

The cards decide nothing but who has the smaller sum. So the betting is unrolled from the rules three times,
for a deal that the first player wins, one that the second one wins, and one that nobody wins; each part puts
this tree under all pairs of hidden classes. Tests compare that with rounds unrolled deal by deal.
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
from upcard.engine.tree.single_round import Worth, one_round
from upcard.engine.tree.stochastic_game import SEATS, AnyIntArray, Round, StochasticGame, round_of_tree
from upcard.games.smallsum import rules
from upcard.kit.cards import draw, put

FIRST, SECOND, NOBODY, NEVER = 0, 1, 2, -1
"""The winner of a pair of hidden classes; ``NEVER`` if it cannot be dealt."""

CardsDealt = tuple[int, ...]  # cards in the order of the deal: two open and a hidden one each
PairWinners = tuple[tuple[int, ...], ...]
_SituationKey = tuple[int, tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class OpenCardSituation:
    """The information in the open cards for both players, up to cards of equal value."""

    difference: int
    """The first player's open sum less that of the second one."""
    values: tuple[int, ...]
    """The values of the cards that are not open, in increasing order, each once."""
    copies: tuple[int, ...]
    """How many cards of each value there are."""
    classes: tuple[int, ...]
    """The class of each value."""
    part: int
    """The part of the round."""
    times: int
    """How many pairs of open cards lead to it."""
    cards: tuple[int, ...]
    """Such open cards: the first player's two and the second one's."""


@dataclass(frozen=True)
class RoundPart:
    """A part of the round: situations that are the same game."""

    cards: tuple[int, ...]
    """How many cards there are of each class."""
    who: PairWinners
    """The winner for each pair of hidden classes, the first player's first."""
    times: int
    """How many pairs of open cards lead to it."""

    def deals(self) -> list[tuple[int, int, int]]:
        """Return the pairs of classes that can be dealt, with the number of pairs of cards."""
        pairs = [(i, j) for i in range(len(self.cards)) for j in range(len(self.cards))]
        return [
            (i, j, self.cards[i] * (self.cards[j] - (i == j))) for i, j in pairs if self.who[i][j] != NEVER
        ]


# ---- what can be open ----


@lru_cache(maxsize=1)
def open_card_situations() -> tuple[tuple[OpenCardSituation, ...], tuple[RoundPart, ...]]:
    """Return all situations, and their parts of a round."""
    times: Counter[_SituationKey] = Counter()
    example: dict[_SituationKey, tuple[int, ...]] = {}
    for up in combinations(range(rules.CARDS), 2 * rules.OPEN):
        copies = Counter(rules.value(c) for c in range(rules.CARDS) if c not in up)
        values = tuple(sorted(copies))
        for own in combinations(up, rules.OPEN):
            difference = 2 * sum(map(rules.value, own)) - sum(map(rules.value, up))
            key = difference, values, tuple(copies[v] for v in values)
            times[key] += 1
            example.setdefault(key, (*own, *(c for c in up if c not in own)))
    return _numbered(times, example)


def _numbered(
    counts: Counter[_SituationKey], example: dict[_SituationKey, tuple[int, ...]]
) -> tuple[tuple[OpenCardSituation, ...], tuple[RoundPart, ...]]:
    """Situations in order, with the parts that they are."""
    places: dict[tuple[tuple[int, ...], PairWinners], int] = {}
    out, times = [], Counter[int]()
    for (difference, values, number), n in sorted(counts.items()):
        classes, cards, who = merged(number, [[winner(difference, x, y) for y in values] for x in values])
        part = places.setdefault((cards, who), len(places))
        times[part] += n
        out.append(
            OpenCardSituation(
                difference, values, number, classes, part, n, example[difference, values, number]
            )
        )
    return tuple(out), tuple(RoundPart(cards, who, times[k]) for (cards, who), k in places.items())


@lru_cache(maxsize=1)
def plain_parts() -> tuple[RoundPart, ...]:
    """Return all situations as parts of their own, in which every value is a class."""
    out = []
    for x in open_card_situations()[0]:
        who = [[winner(x.difference, a, b) for b in x.values] for a in x.values]
        for i, n in enumerate(x.copies):
            who[i][i] = who[i][i] if n > 1 else NEVER
        out.append(RoundPart(x.copies, tuple(map(tuple, who)), x.times))
    return tuple(out)


def winner(difference: int, own: int, other: int) -> int:
    """Return who has the smaller sum with these hidden values and this difference of the open sums."""
    margin = difference + own - other
    return FIRST if margin < 0 else SECOND if margin > 0 else NOBODY


def merged(
    copies: Sequence[int], who: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], tuple[int, ...], PairWinners]:
    """Put kinds of cards that are alike into classes: the class of each kind, their cards, who wins."""
    groups: list[list[int]] = []
    classes = []
    for i in range(len(copies)):
        fitting = (g for g, group in enumerate(groups) if all(are_alike(i, j, copies, who) for j in group))
        g = next(fitting, len(groups))
        if g == len(groups):
            groups.append([])
        groups[g].append(i)
        classes.append(g)
    cards = tuple(sum(copies[i] for i in group) for group in groups)
    return tuple(classes), cards, tuple(tuple(_who(g, h, copies, who) for h in groups) for g in groups)


def are_alike(i: int, j: int, copies: Sequence[int], who: Sequence[Sequence[int]]) -> bool:
    """Return whether everything stays the same when kinds `i` and `j` are exchanged."""
    others = [k for k in range(len(copies)) if k not in (i, j)]
    return (
        who[i][j] == who[j][i]
        and all(who[k][k] == who[i][j] for k in (i, j) if copies[k] > 1)
        and all(who[i][k] == who[j][k] and who[k][i] == who[k][j] for k in others)
    )


def _who(g: Iterable[int], h: Iterable[int], copies: Sequence[int], who: Sequence[Sequence[int]]) -> int:
    """Return who wins with a card of one group against one of another; the groups may be the same."""
    return next((who[i][j] for i in g for j in h if i != j or copies[i] > 1), NEVER)


# ---- how pennies go over ----


@dataclass(frozen=True)
class Betting:
    """The betting of a round, the cards left out."""

    tree: GameTree
    """For a deal that the first player wins."""
    round: Round
    """The same in sequence form."""
    onward: tuple[AnyIntArray, ...]
    """The next round or end after each end, by the winner."""


def betting_tree(game: Game, purses: tuple[int, int], code: Any) -> Betting:
    """Unroll the betting from the rules.

    Parameters
    ----------
    game : Game
        Smallsum with its options.
    purses : tuple of int
        The pennies of the first player and of the second one.
    code : function
        The number of what comes next, of the state at the end of the round.
    """
    deals = [dealt_round(game, purses, deal, lambda s, p: (1 - p) * code(s)) for deal in sample_deals()]
    trees = [unroll(deal) for deal in deals]
    rounds = [round_of_tree(tree) for tree in trees]
    return Betting(trees[0], rounds[0], tuple(round.onward for round in rounds))


@lru_cache(maxsize=1)
def sample_deals() -> tuple[CardsDealt, ...]:
    """Return a deal for each player that wins it, and one that nobody wins, as the rules say."""
    s, deals = make_game(rules.GAME.name).start(), dict[int, CardsDealt]()
    hands = list(combinations(range(8), rules.OPEN + 1))
    for deal in (own + other for own in hands for other in hands if not set(own) & set(other)):
        for p in range(SEATS):
            s.down[p] = deal[3 * p + 2]
            for i in range(rules.OPEN):
                s.up[p, i + 1] = deal[3 * p + i]
        deals.setdefault(rules.winner_of(s), deal)
    return tuple(deals[w] for w in (FIRST, SECOND, rules.NOBODY_WINS))


def dealt_round(
    game: Game, purses: tuple[int, int], deal: Sequence[int], worth: Worth, redraw: bool = False
) -> Game:
    """Make a round of Smallsum a game of its own, with the first seat as A and known cards.

    Parameters
    ----------
    game : Game
        Smallsum with its options.
    purses : tuple of int
        The pennies of the first player and of the second one.
    deal : sequence of int
        The six cards.
    worth : function
        The payoff of a seat at an end state.
    redraw : bool
        Whether chance deals the hidden cards again.
    """
    only = one_round(game, worth, (-MOST_CODE, MOST_CODE), is_zero_sum=False)

    def start(s: PlainState) -> None:
        own, chance = s.__dict__, s.chance
        own["chance"] = Script(rules, deal)
        rules.start(s)
        own["chance"] = chance
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
    """Return the round: all parts with all pairs of hidden classes, each with the betting."""
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
    """Return owner, number of choices and sequence before of a part's information sets."""
    shift = np.arange(classes)[:, None] * (tree.sequences - SEATS)
    before = np.where(tree.before < SEATS, tree.before, tree.before + shift)
    return np.tile(tree.owner, classes), np.tile(tree.count, classes), before.ravel()


def _ends(bets: Betting, part: RoundPart, base: int) -> tuple[AnyIntArray, AnyIntArray, AnyIntArray]:
    """Sequences, what comes next, and weight of the ends of a part; `base` sequences come before its own."""
    deals = np.array(part.deals(), np.int64).reshape(-1, 3)
    onward = np.array([bets.onward[part.who[i][j]] for i, j, _ in deals.tolist()], np.int16)
    shift = base + deals[:, None, :SEATS] * (bets.round.sequences - SEATS)
    ends = np.where(bets.round.ends < SEATS, bets.round.ends, bets.round.ends + shift).astype(np.int32)
    weight = np.repeat((part.times * deals[:, 2]).astype(np.int32), len(bets.round.ends))
    return ends.reshape(-1, SEATS), onward.ravel(), weight


def stochastic_game(game: Game, parts: Sequence[RoundPart] | None = None) -> StochasticGame:
    """Return a match of Smallsum from every purse, or its cash game, as its options say.

    Parameters
    ----------
    game : Game
        Smallsum with its options.
    parts : sequence of RoundPart, optional
        Those of :func:`open_card_situations` by default.
    """
    parts = open_card_situations()[1] if parts is None else parts
    if game.option_words()["objective"] == "pennies":
        return cash_game(game, parts)
    words = game.option_words()
    purse = int(words["purse"])
    most, turns = 2 * purse, words["first"] == "rotate"
    keys = range(1, most)

    def code(s: PlainState) -> int:
        own = int(s.pennies[0])
        if own in (0, most):
            return 2 * len(keys) + own // most
        return 2 * len(keys) - own if turns else own - 1

    @cache
    def round_of(k: int) -> Round:
        return whole_round(betting_tree(game, (keys[k], most - keys[k]), code), parts)

    return StochasticGame(
        tuple(map(str, keys)), round_of, np.array([0.0, 1.0]), 1.0, np.array(keys) / most,
        purse - 1, int(words["rounds"]), words["variant"] != "alternate",
    )  # fmt: skip


MOST_CHANGE = 7  # pennies that can go over: an ante and two bets
MOST_PURSE = 20
MOST_CODE = 10_000


def cash_betting(game: Game) -> Betting:
    """Return the betting of the cash game; what comes next are pennies, ``2 + MOST_CHANGE`` for none."""
    purses = (rules.CASH_PURSE, rules.CASH_PURSE)
    return betting_tree(game, purses, lambda s: 2 + MOST_CHANGE + int(rules.score(s, 0)))


def cash_game(game: Game, parts: Sequence[RoundPart]) -> StochasticGame:
    """Return one round with these parts, whose ends are pennies."""

    @cache
    def round_of(k: int) -> Round:
        return whole_round(cash_betting(game), parts)

    finals = np.arange(-MOST_CHANGE, MOST_CHANGE + 1.0)
    return StochasticGame(("round",), round_of, finals, 0.0, np.zeros(1))
