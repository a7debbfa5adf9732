"""Positions of Beat It Or Eat It for a census: the results of each choice in all positions, or in a sample.

Rules of thumb are judged in such positions: how well they play, and how well they predict the winner.
"""

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.game import Game, make_game
from upcard.engine.state import PlainState
from upcard.games.beat_it_or_eat_it.certificates.all_rounds import CoverPositions, analyse_rounds, table_kinds
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import BIG, PLIES, scores_before_ply
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, outcomes
from upcard.games.beat_it_or_eat_it.certificates.round_analysis import RoundAnalysis, bits
from upcard.games.beat_it_or_eat_it.rules import EAT, card, deal_to
from upcard.games.beat_it_or_eat_it.strategies import lowest_lead, rank_sum
from upcard.kit.cards import put
from upcard.study.experiment_runner import Lab

NO_LEAD = -2
"""Value in place of a verdict if the leader does not have the card."""

RoundSize = tuple[int, int]


@dataclass(frozen=True)
class EatOrCover:
    """Results of eating and covering, in positions with a card to be covered that can be covered."""

    size: RoundSize
    """Suits and length."""
    positions: int
    """Number of all positions with a card to be covered; 0 for a sample."""
    games: int
    """Number of evaluated positions, in all of which some card covers."""
    eating: int
    covering: int
    """The number of positions in which only eating, or only covering, preserves the verdict."""
    leads: npt.NDArray[np.int8] | None = None
    """For each card and each hand that leads to an empty table, the verdict of leading it: 1, 0, -1, or
    ``NO_LEAD``; None for a sample."""
    stop_requested: bool = False
    """Always false: an interrupt is raised instead."""


@dataclass(frozen=True)
class Position:
    """A position with a card to be covered."""

    hand: int
    other: int
    """The hands of the player to move and of the other player, as bits."""
    top: int
    """The card to be covered, as one bit; the rest of the cards are below it."""


def positions_of(size: RoundSize) -> int:
    """Return the number of positions with a card to be covered."""
    return sum(weight for _, weight in _kinds(*size))


@lru_cache(maxsize=64)
def _kinds(suits: int, length: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return pairs: how many cards of each suit are beaten, and the number of such positions."""
    kinds = []
    for on_table, alike, free in table_kinds(suits, length):
        hands = (1 << (free - 1)) - 2 if free > 1 else 0
        kinds.append((on_table, alike * free * hands))
    return tuple(kinds)


def evaluate_size(lab: Lab, table: LeadTable, is_whole: bool) -> EatOrCover:
    """Evaluate all positions of a size, or a sample of them; a quick study always takes a sample."""
    size = (table.suits, table.length)
    if is_whole and not lab.is_hurrying:
        report = lab.meter(f"choices in {table.suits} x {table.length}", cost(lab, size, is_whole))
        return all_choices(table, lambda share: report(int(1000 * share), 1000))
    return sampled_choices(table, lab.in_part(1), lab.seed)


def cost(lab: Lab, size: RoundSize, is_whole: bool) -> float:
    """Return the cost of a size, in games of the usual kind."""
    return positions_of(size) / 10_000 if is_whole else lab.games


def all_choices(table: LeadTable, on_step: Any = None) -> EatOrCover:
    """Evaluate all positions of a size; `on_step` is called with the share that is done."""
    hands = np.arange(1 << table.cards)
    leads = np.full((table.cards, 1 << table.cards), NO_LEAD, np.int8)
    count = np.zeros(4, np.int64)

    def note(answers: CoverPositions) -> None:
        can = answers.covering > -BIG
        can[[0, -1]] = False
        eating, covering = np.sign(answers.eating[can]), np.sign(answers.covering[can])
        count[:] += max(0, len(can) - 2), len(eating), (eating > covering).sum(), (eating < covering).sum()
        if not answers.table:
            verdicts = np.sign(scores_before_ply(np.maximum(answers.eating, answers.covering)))
            verdicts[0] = 1  # the last card
            leads[answers.card, (hands >> answers.card) & 1 == 1] = verdicts

    analyse_rounds(table.suits, table.length, PLIES.scores_of(table.distances), PLIES, note, on_step)
    positions, games, eating, covering = map(int, count)
    return EatOrCover((table.suits, table.length), positions, games, eating, covering, leads)


def sampled_choices(table: LeadTable, games: int, seed: int) -> EatOrCover:
    """Evaluate a number of random positions of a size in which some card covers, all equally likely."""
    size = (table.suits, table.length)
    eating = covering = 0
    for position in itertools.islice(sample(size, seed), games):
        by_eating, *by_covering = verdicts_of(table, position)
        eating += by_eating > max(by_covering)
        covering += by_eating < max(by_covering)
    return EatOrCover(size, 0, games, eating, covering)


def sample(size: RoundSize, seed: int) -> Iterator[Position]:
    """Yield random positions without end; all those of a size with a card that covers are equally likely."""
    rng = random.Random(f"{seed} {size}")
    suits, length = size
    kinds, weights = zip(*_kinds(suits, length), strict=True)
    while True:
        (on_table,) = rng.choices(kinds, weights)
        below = {r * suits + u for u, k in enumerate(on_table) for r in rng.sample(range(length), k)}
        free = [k for k in range(suits * length) if k not in below]
        top = free.pop(rng.randrange(len(free)))
        split = rng.randrange(1, (1 << len(free)) - 1)
        hand = sum(1 << k for i, k in enumerate(free) if split >> i & 1)
        if any(k > top and (k - top) % suits == 0 and hand >> k & 1 for k in free):
            yield Position(hand, sum(1 << k for k in free) - hand, 1 << top)


def verdicts_of(table: LeadTable, position: Position) -> list[int]:
    """Return the verdicts of eating, then of covering with each possible card in increasing order."""
    of_round = RoundAnalysis(table)
    cells = of_round.answers(position.hand, position.other, position.top).values()
    return [0 if cell == 0 else 1 if cell % 2 == 1 else -1 for cell in cells]


def cards_of(hand: int) -> list[int]:
    """Return the numbers of the cards of a hand, which is given as bits, in increasing order."""
    return [card.bit_length() - 1 for card in bits(hand)]


# ---- rules of thumb, judged by tablebases ----

RULES: dict[str, Callable[[Any], int]] = {
    "lowest-lead": lowest_lead.choose,
    "rank-sum": lambda v: rank_sum.choose(v, *(p.default for p in rank_sum.STRATEGY.parameters)),
}
ANY = "any move, by lot"
LEADS, ANSWERS = "leads to an empty table", "a card can be covered"
KINDS = (LEADS, ANSWERS)


@dataclass
class JudgedRules:
    """Results of rules of thumb in positions of one size."""

    size: RoundSize
    """Suits and length."""
    games: int = 0
    """Number of positions of each kind."""
    matters: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    """By kind: the number of positions in which some move spoils the verdict."""
    preserved: dict[tuple[str, str], float] = field(
        default_factory=lambda: dict.fromkeys(itertools.product(KINDS, (*RULES, ANY)), 0.0)
    )
    """By kind and rule: the number of these positions in which the rule preserves the verdict; for random
    moves, the expected number."""
    stop_requested: bool = False
    """Always false: an interrupt is raised instead."""


def judge(lab: Lab, table: LeadTable, choices: EatOrCover) -> JudgedRules:
    """Let the rules of thumb choose in positions of both kinds, all of a size equally likely."""
    size, games = choices.size, lab.in_part(1)
    game = make_game(
        "beat-it-or-eat-it", None, None, suits=size[0], length=size[1], deal="random", draw="never"
    )
    report = lab.meter(f"rules of thumb in {size[0]} x {size[1]}", 2.0 * lab.games)
    rng, answers = random.Random(f"{lab.seed} leads {size}"), sample(size, lab.seed)
    judged = JudgedRules(size)
    for number in range(games):
        _judge_lead(judged, game, choices, rng.randrange(1, (1 << table.cards) - 1))
        _judge_answer(judged, game, table, next(answers))
        judged.games += 1
        if number % 50 == 0:
            report(number, games)
    return judged


def _judge_lead(judged: JudgedRules, game: Game, choices: EatOrCover, hand: int) -> None:
    if choices.leads is None:
        return
    verdicts = {k: int(choices.leads[k, hand]) for k in cards_of(hand)}
    state = set_up(game, hand, (1 << len(choices.leads)) - 1 - hand, [])
    by_action = {card(state, k): verdict for k, verdict in verdicts.items()}
    _count(judged, LEADS, game, state, by_action)


def _judge_answer(judged: JudgedRules, game: Game, table: LeadTable, position: Position) -> None:
    taken = position.hand | position.other | position.top
    below = cards_of((1 << table.cards) - 1 - taken)
    state = set_up(game, position.hand, position.other, [*below, position.top.bit_length() - 1])
    eating, *covering = verdicts_of(table, position)
    covers = [k for k in cards_of(position.hand) if game.rules.legal(state, card(state, k))]
    by_action = {EAT: eating, **{card(state, k): x for k, x in zip(covers, covering, strict=True)}}
    _count(judged, ANSWERS, game, state, by_action)


def _count(judged: JudgedRules, kind: str, game: Game, state: PlainState, verdicts: dict[int, int]) -> None:
    best = max(verdicts.values())
    if min(verdicts.values()) == best:
        return
    judged.matters[kind] += 1
    view = game.view(state, 0)
    for name, choose in RULES.items():
        judged.preserved[kind, name] += verdicts[choose(view)] == best
    judged.preserved[kind, ANY] += sum(x == best for x in verdicts.values()) / len(verdicts)


def set_up(game: Game, hand: int, other: int, table: list[int]) -> PlainState:
    """Return a state in which the first seat must lead, or beat or eat if there are cards on the table.

    Both hands are bits; the last card of `table` is the top one.
    """
    state = game.blank()
    state.player, state.leads = 0, 0 if table else 1
    for seat, cards in ((0, hand), (1, other)):
        for k in cards_of(cards):
            deal_to(state, seat, card(state, k))
    for k in table:
        put(state.table, card(state, k))
    return state


# ---- predictions from a simple sum over a hand ----


def glances(table: LeadTable) -> dict[str, float]:
    """Return how well simple sums predict the winner when a hand leads to an empty table.

    The values are shares of the decided hands: those whose winner has the better sum. Equal sums count for
    the leader.
    """
    hands = np.arange(1, len(table.distances) - 1)
    outcome = outcomes(table.distances[1:-1])
    middle = table.length / 2
    compared = {
        "fewer cards": _sum_over(hands, table, lambda rank: -1.0),
        "the greater sum of ranks": _sum_over(hands, table, float),
        "the greater sum of ranks less half the length": _sum_over(hands, table, lambda rank: rank - middle),
    }
    decided = outcome != 0
    return {name: float(((more >= 0) == (outcome > 0))[decided].mean()) for name, more in compared.items()}


def _sum_over(
    hands: npt.NDArray[np.int64], table: LeadTable, value_of: Callable[[int], float]
) -> npt.NDArray[np.float64]:
    """Return the total value of each hand less that of the other hand; ranks count from 1."""
    total = np.zeros(len(hands))
    for k in range(table.cards):
        total += np.where((hands >> k) & 1 == 1, 1.0, -1.0) * value_of(k // table.suits + 1)
    return total


def lowest_leads(choices: EatOrCover, table: LeadTable) -> float:
    """Return the share of hands that can lead the lowest card of some suit without losing anything."""
    if choices.leads is None:
        raise ValueError("this size was only sampled")
    hands = np.arange(1 << table.cards)
    best, lowest = choices.leads.max(axis=0), np.full(1 << table.cards, NO_LEAD, np.int8)
    for k, verdicts in enumerate(choices.leads):
        below = sum(1 << lower for lower in range(k % table.suits, k, table.suits))
        first = hands & below == 0
        lowest[first] = np.maximum(lowest[first], verdicts[first])
    return float((lowest == best)[1:-1].mean())


def higher_cards(table: LeadTable) -> tuple[int, int]:
    """Count all exchanges of a card of the leader for the next higher one of its suit.

    Returns the number of exchanges, and the number after which the leader is worse off.
    """
    hands, outcome = np.arange(len(table.distances)), outcomes(table.distances)
    exchanges = worse = 0
    for k in range(table.cards - table.suits):
        higher = k + table.suits
        before = hands[((hands >> k) & 1 == 1) & ((hands >> higher) & 1 == 0)]
        after = before - (1 << k) + (1 << higher)
        exchanges += len(before)
        worse += int((outcome[after] < outcome[before]).sum())
    return exchanges, worse
