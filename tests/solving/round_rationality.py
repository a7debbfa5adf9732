"""Checks that a certificate of a match is sequentially rational, in parts of its rounds."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from tests.solving.rationality import SLIGHT, Tree, at, worst_regret

from upcard.certificates.match_certificate import unpack_probabilities
from upcard.engine.tree.stochastic_game import SEATS, Round, StochasticGame
from upcard.solving.quasi_perfect import trembling_plans
from upcard.solving.round_lp import RoundPrograms

GAMES = Path(__file__).parents[2] / "src/upcard/games"
UNIT = 10**9
"""Values of continuations are rounded to this part of one."""


@lru_cache
def certificate(name: str) -> Any:
    return json.loads((GAMES / name).read_text())


def strategy_of(stated: Any, k: int, round: Round) -> list[Any]:
    """The probabilities of all choices of a round in a certificate."""
    return unpack_probabilities(stated["strategy"][k], round.sequences - SEATS, "the round")


def worth_of(match: StochasticGame, values: list[float]) -> Any:
    """The value of each continuation to the first player, as whole numbers."""
    mine = np.array(values)
    return np.rint(match.worth(mine, match.together - mine, 0) * UNIT).astype(np.int64)


def part_tree(round: Round, part: int, worth: Any, sequences: Any) -> Tree:
    """One part of a round: sequences are numbered from 0, those of no choice first, as in a tree."""
    place = {int(s): n for n, s in enumerate(sequences)}
    begin, end = round.sets_from[part], round.sets_from[part + 1]
    sets = [
        (int(round.owner[i]), place[int(round.before[i])], place[int(round.first[i])], int(round.count[i]))
        for i in range(begin, end)
    ]
    span, middle = int(worth.max() - worth.min()), int(worth.max() + worth.min())
    ends = slice(round.ends_from[part], round.ends_from[part + 1])
    rows = zip(
        round.ends[ends].tolist(),
        round.weight[ends].tolist(),
        worth[round.onward[ends]].tolist(),
        strict=True,
    )
    paid = ((a, b, w, (2 * x - middle) / span) for (a, b), w, x in rows)
    return Tree(sets, [(place[a], place[b], w, (x, -x)) for a, b, w, x in paid])


def part_regret(programs: RoundPrograms, part: int, worth: Any, strategy: list[Any]) -> Any:
    """The worst regret of a strategy in a part, as a share of half the span of payoffs; 0 without choices."""
    round = programs.round
    if programs.refine(part, worth.astype(np.float64)) is None:
        assert round.sets_from[part] == round.sets_from[part + 1]
        return 0
    ends = slice(round.ends_from[part], round.ends_from[part + 1])
    paid = round.weight[ends].astype(object) * worth[round.onward[ends]].astype(object)
    rows, columns, entries = programs.cells(part, paid)
    whole = np.array([int(x) for x in entries], object)
    plans = trembling_plans(programs.trembling(part, rows, columns, whole), programs.refined[part])
    assert plans is not None
    first, second = programs.sequences[part]
    order = np.concatenate([first[:1], second[:1], np.sort(np.concatenate([first[1:], second[1:]]))])
    weights = dict(
        zip([*first.tolist(), *second.tolist()], [*at(plans.first), *at(plans.second)], strict=True)
    )
    return worst_regret(
        part_tree(round, part, worth, order),
        [strategy[s - SEATS] for s in order[SEATS:].tolist()],
        [weights[s] for s in order.tolist()],
    )


__all__ = ["SLIGHT", "certificate", "part_regret", "strategy_of", "worth_of"]
