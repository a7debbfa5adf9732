"""Positions of Beat It Or Eat It for a census: all of a size with the results of each choice, or a sample."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.games.beat_it_or_eat_it.certificates.all_rounds import CoverPositions, analyse_rounds, table_kinds
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import BIG, PLIES, scores_before_ply
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable
from upcard.games.beat_it_or_eat_it.certificates.round_analysis import RoundAnalysis, bits
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
    """All positions with a card to be covered; 0 for a sample."""
    games: int
    """The positions evaluated, in which some card covers."""
    eating: int
    covering: int
    """The number of positions in which only eating, or only covering, preserves the verdict."""
    leads: npt.NDArray[np.int8] | None = None
    """For each card and each hand that leads to an empty table, the verdict of leading it: 1, 0, -1, or
    ``NO_LEAD``; None for a sample."""
    is_stop_asked: bool = False
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
    """Return numbers of beaten cards of each suit, with the number of positions that have them."""
    kinds = []
    for on_table, alike, free in table_kinds(suits, length):
        hands = (1 << (free - 1)) - 2 if free > 1 else 0
        kinds.append((on_table, alike * free * hands))
    return tuple(kinds)


def look(lab: Lab, table: LeadTable, is_whole: bool) -> EatOrCover:
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
    """Evaluate all positions of a size; `on_step` is called with the share done."""
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
    """Yield positions with a card that covers, all of a size equally likely, without end."""
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
    """Return the verdict of eating, and those of covering with each card that can, in increasing order."""
    of_round = RoundAnalysis(table)
    cells = of_round.answers(position.hand, position.other, position.top).values()
    return [0 if cell == 0 else 1 if cell % 2 == 1 else -1 for cell in cells]


def cards_of(hand: int) -> list[int]:
    """Return the numbers of the cards of a hand, in increasing order."""
    return [card.bit_length() - 1 for card in bits(hand)]
