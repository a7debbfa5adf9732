"""Best responses in one round of Stoppers to known players, computed over all deals.

At each cell (see :mod:`upcard.games.stoppers.solvers.round_values`) the strategies of the others are called
with a view that the rules made. A strategy that mixes at a cell counts with all of its actions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.chance import Script
from upcard.engine.entrants import Entrant
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.games.stoppers.rules import KEEP, SWAP
from upcard.games.stoppers.solvers.round_values import (
    HISTORIES,
    STOPPED,
    SWAPPED,
    StoppersTurns,
    last_seat_deals,
    turns_of,
)
from upcard.games.stoppers.solvers.swap_rules import LEGEND, SwapSituation, situations, table_of
from upcard.kit.ranks import KING, RANKS, SUITS
from upcard.solving.action_probabilities import StrategyProbabilities
from upcard.solving.best_response.response import Response, ResponseQuery, SeatResponse, estimated, method_of

ViewsByCell = dict[int, PlainState]
WHAT = (
    "One round with a fresh deck; -1 is a life lost. Seats in order of action, the last one deals. " + LEGEND
)

SLIGHT = 1e-12
"""Choices whose values differ by a smaller part of a life are equally good."""


def respond(question: ResponseQuery) -> Response:
    """Find the best responses in one round of Stoppers.

    Raises
    ------
    Failure
        If a strategy chooses an illegal action.
    """
    game = last_seat_deals(question.game)
    question.report("laying out all deals", 0.0)
    turns = turns_of(game)
    table = _ResponseTables(question, game, turns, [views_of_cells(game, p) for p in range(game.players)])
    responses, lines = [], []
    for i, seat in enumerate(question.seats):
        question.report(f"seat {seat + 1}", 0.1 + 0.9 * i / len(question.seats))
        response, chart = _respond(table, seat)
        responses.append(response)
        lines += chart
    return Response(
        game, WHAT, method_of(responses[0]),
        f"{len(turns.ways):,} deals side by side", question.compared_strategy().label,
        tuple(responses), tuple(table_of(lines)), 0.0,
    )  # fmt: skip


@dataclass(frozen=True)
class _ResponseTables:
    """The query, all deals of the round, and the view of every seat at each of its cells."""

    question: ResponseQuery
    game: Game
    turns: StoppersTurns
    views: list[ViewsByCell]

    def swap_chances(self, seat: int, who: Entrant, seed: int) -> tuple[FloatArray, bool]:
        """Return the chance that player `who` swaps at each cell of a seat, and whether all are exact."""
        habits, is_exact = StrategyProbabilities(self.game, who, seed), True
        swaps = np.zeros(HISTORIES**seat * RANKS * RANKS)
        for cell, v in self.views[seat].items():
            (_, swaps[cell]), is_known = habits.chances(v, cell)
            is_exact &= is_known
        return swaps, is_exact

    def others(self, seat: int, seed: int) -> tuple[list[FloatArray], bool]:
        """Return the others' chances to swap at each cell (0 for `seat`), and whether they are exact."""
        chances: list[FloatArray] = [np.zeros(HISTORIES**p * RANKS * RANKS) for p in range(self.turns.seats)]
        is_exact = True
        for p, friend in self.question.others(seat).items():
            chances[p], is_known = self.swap_chances(p, friend, seed)
            is_exact &= is_known
        return chances, is_exact


def _respond(table: _ResponseTables, seat: int) -> tuple[SeatResponse, list[SwapSituation]]:
    """Return the best response of one seat, and its actions in each situation."""
    question, turns = table.question, table.turns
    chances, is_exact = table.others(seat, 0)
    worth, reach = weighed(turns, chances, seat)
    best = worth[SWAP] > worth[KEEP]
    value = float(worth.max(axis=0).sum()) / turns.scale
    is_pure = is_exact and all(set(np.unique(x)) <= {0.0, 1.0} for x in chances)
    exact = Fraction(int(worth.max(axis=0).sum()), turns.scale) if is_pure else None
    mine, is_baseline_exact = table.swap_chances(seat, question.compared_strategy(), 0)
    baseline = _mean_of(turns, worth, mine)
    response = SeatResponse(seat, question.names(), value, exact, None, baseline)
    if not (is_exact and is_baseline_exact):

        def estimate(seed: int) -> dict[str, float]:
            again, _ = weighed(turns, table.others(seat, seed)[0], seat)
            by_best = float(np.where(best, again[SWAP], again[KEEP]).sum()) / turns.scale
            by_own = _mean_of(turns, again, table.swap_chances(seat, question.compared_strategy(), seed)[0])
            return {"value": by_best, "own": by_own}

        response = estimated(response, estimate, is_exact)
    cells = np.flatnonzero(reach > 0)
    alike = np.abs(worth[SWAP] - worth[KEEP]) <= SLIGHT * turns.scale
    return response, situations(seat, cells, best[cells], alike[cells])


def _mean_of(turns: StoppersTurns, worth: FloatArray, chance: FloatArray) -> float:
    """Return the expected payoff of a seat that swaps with probability `chance` at each cell."""
    return float((worth[KEEP] * (1 - chance) + worth[SWAP] * chance).sum()) / turns.scale


def weighed(turns: StoppersTurns, chances: Sequence[FloatArray], seat: int) -> tuple[FloatArray, FloatArray]:
    """Return the values of keeping and swapping at each cell of a seat, while the others mix.

    `chances` are all seats' chances to swap at each of their cells. The values, float64 of shape (2, cells),
    are multiplied by ``turns.scale``. The second result is the number of deals that reach each cell, float64
    of shape (cells,).
    """
    number = len(chances[seat])
    worth, reach = np.zeros((2, number)), np.zeros(number)
    mixed = [p for p, x in enumerate(chances) if p == seat or ((x > 0) & (x < 1)).any()]
    for actions in product((KEEP, SWAP), repeat=len(mixed)):
        forced = dict(zip(mixed, actions, strict=True))
        plan = [np.full(len(x), bool(forced[p])) if p in forced else x > 0 for p, x in enumerate(chances)]
        course, weight = turns.course(plan), turns.ways.astype(np.float64)
        for p, action in forced.items():
            if p != seat:
                swaps = chances[p][course.cells[p]]
                weight = weight * (swaps if action == SWAP else 1 - swaps)
        cell = course.cells[seat]
        worth[forced[seat]] -= np.bincount(cell, weight * turns.losses(course, seat), number)
        reach += np.bincount(cell, weight, number) / 2  # once for each of the two actions
    return worth, reach


def views_of_cells(game: Game, seat: int) -> ViewsByCell:
    """Return the view of a seat (from 0, in order of action) at each of its cells that can occur.

    In `game`, ``block`` is automatic and the last seat deals.
    """
    views = {}
    histories = product(range(HISTORIES), repeat=seat)
    for cell, (did, dealt, held) in enumerate(product(histories, range(RANKS), range(RANKS))):
        if did[-1:] == (SWAPPED,) or dealt == held:
            v = _played(game, seat, did, (dealt, held))
            if v is not None:
                views[cell] = v
    return views


def _played(game: Game, seat: int, did: tuple[int, ...], cards: tuple[int, int]) -> PlainState | None:
    """Return a seat's view after these actions, if it can occur; the others' cards are chosen to fit."""
    dealt, held = cards
    first = seat
    while first > 0 and did[first - 1] == SWAPPED:
        first -= 1  # the card that was passed on to `seat` comes from seat `first`
    deal = [1 + q for q in range(game.players)]
    for q, x in enumerate(did):
        deal[q + 1] = KING if x == STOPPED else deal[q + 1]
    deal[first], deal[seat] = held, dealt
    if max(map(deal.count, deal)) > SUITS:
        return None
    s = game.start(Script(game.rules, deal))
    for x in did:
        game.rules.apply(s, SWAP if x else KEEP)
    is_so = tuple(s.did[q] - 1 for q in range(seat)) == did and s.card[seat] == held
    return game.view(s, seat) if is_so else None
