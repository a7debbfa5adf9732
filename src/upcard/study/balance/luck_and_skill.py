"""Luck and skill: what share of the results comes from the players, the deal, later chance and choices.

Players of different strength sit at the table in a random order. Games are then repeated with parts of their
randomness: the same players, or also the same deal, or also the same chance after the deal. How much two such
games agree is the share of the variance that the common part explains (I. Sobol', Mathematical Modelling and
Computational Experiment 1, 1993). The four shares add up to 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from upcard.document.model import Bar, Section, Table, TableCell
from upcard.simulation import estimate
from upcard.simulation.estimate import Estimate
from upcard.simulation.game_recorder import GamePlans
from upcard.study.balance.balance_report import BalanceSection, plain_values
from upcard.study.balance.estimates_of_games import LEVEL
from upcard.study.balance.game_bank import GameBank
from upcard.study.balance.play_levels import LADDER, RANDOM, affordable
from upcard.study.balance.seat_shares import has_score_aim
from upcard.study.verdicts import per_cent, points, text

NAME, TITLE = "luck", "Luck and skill"
GROUP = 4
"""Games of a group, all with the same players."""

GROUP_WORK, STEP_WORK = 3e7, 1.5e7
MOST_GROUPS, MOST_BLOCKS = 2_000, 1_000
STREAMS = 10**9
"""Number of the first stream; games of the levels have smaller numbers."""

SOURCES = ("the players", "the deal", "chance after the deal", "choices and what they change")
ONLY_PLAYERS, ALSO_DEAL, ALSO_CHANCE = ((0, 1), (1, 2), (1, 3)), ((0, 2), (2, 3)), ((0, 3),)
"""Pairs of games of a group that share the players, also the deal, and also later chance."""


@dataclass(frozen=True)
class VarianceShares:
    """The shares of the variance of the result, in the order of ``SOURCES``."""

    field: tuple[str, ...]
    """The strategies that sit at the table, each seat with a random one."""
    groups: int
    shares: tuple[Estimate, ...]


@dataclass(frozen=True)
class LadderStep:
    """One stronger player against weaker ones, with every deal at every seat."""

    stronger: str
    weaker: str
    games: int
    win_share: Estimate
    """Share of the win of the stronger player minus the mean of the others."""
    score: Estimate
    """The same for scores."""


def field_of(bank: GameBank) -> list[str]:
    """Return the strategies of mixed strength, as far as the game has them."""
    usual = [x for x in (RANDOM, *LADDER[:2]) if x in bank.compiled]
    chosen = [x.strategy for x in bank.levels if x.strategy in bank.compiled]
    return usual if len(usual) > 1 else chosen or bank.compiled


def group_plans(bank: GameBank, field: Sequence[str], groups: int) -> GamePlans:
    """Return the plans of groups of four games; see ``ONLY_PLAYERS``."""
    stream = np.random.Generator(np.random.PCG64([STREAMS, bank.seed]))
    entrants = np.array([bank.entrant(x) for x in field], np.int64)
    seating = entrants[stream.integers(len(field), size=(groups, bank.game.players))]
    first = STREAMS + GROUP * np.arange(groups, dtype=np.int64)[:, None]
    deals = first + np.array([0, 1, 0, 0])
    later = STREAMS + first + np.array([0, 1, 2, 0])
    numbers = first + np.arange(GROUP)
    plans = GamePlans.of(bank.seed, np.repeat(seating, GROUP, axis=0), deals.ravel())
    return GamePlans(plans.seed, plans.seating, plans.deals, later.ravel(), numbers.ravel(), plans.bans)


def variance_shares(values: npt.NDArray[np.float64]) -> tuple[Estimate, ...]:
    """Return the shares of variance from results of shape (groups, 4, seats), NaN if all are alike."""
    centred = values - values.mean(axis=(0, 1), keepdims=True)
    variance = (centred**2).mean(axis=(1, 2))
    if not variance.any():
        return (Estimate(np.nan, 0.0, 1.0, np.inf),) * len(SOURCES)

    def agreement(pairs: Sequence[tuple[int, int]]) -> npt.NDArray[np.float64]:
        common = np.mean([(centred[:, a] * centred[:, b]).mean(axis=1) for a, b in pairs], axis=0)
        return estimate.ratio_parts(common, variance)

    players, deal, chance = (agreement(x) for x in (ONLY_PLAYERS, ALSO_DEAL, ALSO_CHANCE))
    parts = (players, deal - players, chance - deal, 1 - chance)
    return tuple(estimate.of_spread(x, LEVEL) for x in parts)


def luck_section(bank: GameBank) -> BalanceSection:
    """Return the section."""
    field = field_of(bank)
    cost = GROUP * sum(bank.work(x) for x in field) / len(field)
    groups = affordable(cost, GROUP_WORK * bank.effort, max(1, int(MOST_GROUPS * bank.effort)))
    bank.begin("games with common deals")
    tallies = bank.record(group_plans(bank, field, groups))
    shape = (groups, GROUP, bank.game.players)
    values = (tallies.scores if has_score_aim(bank.game) else tallies.shares).reshape(shape)
    shares = VarianceShares(tuple(field), groups, variance_shares(values.astype(np.float64)))
    steps = skill_ladder(bank)
    answer = _answer(shares, steps)
    document = Section(
        TITLE, [answer, _explanation(shares)], _tables(bank, shares, steps), bars=_bars(shares)
    )
    numbers = {"variance": plain_values(shares), "sources": list(SOURCES), "ladder": plain_values(steps)}
    return BalanceSection(NAME, answer, document, numbers)


def skill_ladder(bank: GameBank) -> list[LadderStep]:
    """Return how much each step of the ladder is better than the one below; nothing for a single player."""
    if bank.game.players == 1:
        return []
    return [_step(bank, low, high) for low, high in pairwise(bank.ladder)]


def _step(bank: GameBank, weaker: str, stronger: str) -> LadderStep:
    bank.begin(f"{stronger} against {weaker}")
    seats = bank.game.players
    cost = bank.work(stronger) + (seats - 1) * bank.work(weaker)
    most = max(2, int(MOST_BLOCKS * bank.effort))
    blocks = affordable(cost, STEP_WORK * bank.effort, most)
    place = np.tile(np.arange(seats), blocks)
    seating = np.full((len(place), seats), bank.entrant(weaker), np.int64)
    seating[np.arange(len(place)), place] = bank.entrant(stronger)
    deals = 2 * STREAMS + np.repeat(np.arange(blocks, dtype=np.int64), seats)
    tallies = bank.record(GamePlans.of(bank.seed, seating, deals))
    unit = float(bank.game.rules.GAME.unit)
    shares = _leads(tallies.shares, place, blocks)
    scores = _leads(np.asarray(tallies.scores * unit, np.float64), place, blocks)
    return LadderStep(
        stronger, weaker, len(place), estimate.hedged_spread(shares, len(place), LEVEL),
        estimate.of_spread(scores, LEVEL),
    )  # fmt: skip


def _leads(
    values: npt.NDArray[np.float64], place: npt.NDArray[np.int64], blocks: int
) -> npt.NDArray[np.float64]:
    """Return by block the mean lead of the player at `place` over the mean of the others."""
    seats = values.shape[1]
    mine = values[np.arange(len(place)), place]
    lead = mine - (values.sum(axis=1) - mine) / (seats - 1)
    means: npt.NDArray[np.float64] = lead.reshape(blocks, seats).mean(axis=1)
    return means


def _answer(x: VarianceShares, steps: Sequence[LadderStep]) -> str:
    if not np.isfinite(x.shares[0].value):
        return "All games of these players ended alike, so there is neither luck nor skill to measure."
    skill, deal = (f"{100 * max(0.0, e.value):.0f} %" for e in x.shares[:2])
    rest = f"{100 * max(0.0, x.shares[2].value + x.shares[3].value):.0f} %"
    answer = (
        f"Among players of different strength, {skill} of the variance of results comes from their skill, "
        f"{deal} from the deal, and {rest} from all that follows: later chance and choices."
    )
    better = [s for s in steps if s.win_share.low > 0]
    if steps and len(better) == len(steps):
        return f"{answer} Longer thinking helps at every step of the ladder."
    return answer + (
        f" Thinking helps at {len(better)} of {len(steps)} steps of the ladder." if steps else ""
    )


def _explanation(x: VarianceShares) -> str:
    return (
        f"Every seat has a random one of these players: {', '.join(x.field)}. {x.groups:,} groups of {GROUP} "
        "games share players, and some of them the deal or also later chance. The share of the players "
        "depends on how different they are. If another choice changes which cards come later, that counts "
        "for the last share. An estimate below 0 means 0."
    )


def _tables(bank: GameBank, x: VarianceShares, steps: Sequence[LadderStep]) -> list[Table]:
    rows: list[list[TableCell]] = [[source, per_cent(e)] for source, e in zip(SOURCES, x.shares, strict=True)]
    of = "score" if has_score_aim(bank.game) else "share of the win"
    tables = [Table(f"Where the variance of the {of} comes from", ("source", "share"), rows)]
    if steps:
        ladder: list[list[TableCell]] = [
            [s.stronger, s.weaker, s.games, points(s.win_share), text(s.score, 2)] for s in steps
        ]
        columns = ("one player", "against", "games", "win share, points more", "score, more")
        tables.append(Table("Skill ladder", columns, ladder, "Every deal is played at every seat."))
    return tables


def _bars(x: VarianceShares) -> list[Bar]:
    return [
        Bar(source, max(0.0, e.value), per_cent(e), e.low, e.high)
        for source, e in zip(SOURCES, x.shares, strict=True)
        if np.isfinite(e.value)
    ]
