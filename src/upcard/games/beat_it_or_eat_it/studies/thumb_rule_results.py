"""How well rules of thumb play Beat It Or Eat It and predict the winner, judged by tablebases."""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.game import Game, make_game
from upcard.engine.state import PlainState
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, outcomes
from upcard.games.beat_it_or_eat_it.rules import EAT, card, deal_to
from upcard.games.beat_it_or_eat_it.strategies import lowest_lead, rank_sum
from upcard.games.beat_it_or_eat_it.studies.census_positions import (
    NO_LEAD,
    EatOrCover,
    Position,
    RoundSize,
    cards_of,
    sample,
    verdicts_of,
)
from upcard.kit.cards import put
from upcard.study.experiment_runner import Lab

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
    """By kind: the number of positions in which some move changes the verdict."""
    preserved: dict[tuple[str, str], float] = field(
        default_factory=lambda: dict.fromkeys(itertools.product(KINDS, (*RULES, ANY)), 0.0)
    )
    """By kind and rule: the number of these positions in which the move preserves the verdict. For a random
    move it is the mean."""
    is_stop_asked: bool = False
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
    """Return the state in which the first seat has to lead, or to cover if there are cards on the table.

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
    """Return how often simple sums predict the winner when a hand leads to an empty table.

    Each is the share of decided hands whose winner has the better sum. Equal sums count for the leader.
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
    """Return the total value of each hand, less that of the other; ranks count from 1."""
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
