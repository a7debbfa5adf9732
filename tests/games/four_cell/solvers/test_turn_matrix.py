"""The matrix of a turn of Four-Cell, beside what the rules pay."""

import random

import pytest

from upcard.engine.game import make_game
from upcard.games.four_cell.rules import ROTATE, column
from upcard.games.four_cell.solvers.turn_matrix import turn_matrix
from upcard.solving.matrix2x2 import COLUMN, ROW


@pytest.mark.parametrize("objective", ["own", "difference"])
@pytest.mark.parametrize(("players", "pairs"), [(2, "fixed"), (4, "fixed"), (4, "revolving")])
def test_a_cell_pays_what_both_scores_gain_when_it_is_chosen(players, pairs, objective):
    game = make_game("four-cell", players, pairs=pairs, objective=objective)
    match, pick, score = game.match(seed=3), random.Random(4), game.rules.score
    for _ in range(12):
        matrix, before = turn_matrix(match.state), match.state.copy()
        columns, movers = [], []
        for _ in (ROW, COLUMN):
            a = pick.choice(match.legal())
            columns.append(column(a))
            movers.append(match.player)
            match.do(a)
        gained = [score(match.state, p) - score(before, p) for p in movers]
        assert gained == [matrix.payoff(p, (columns[0], columns[1])) for p in (ROW, COLUMN)]
        while not match.is_over and match.state.rotating:
            match.do(pick.choice([a for a in match.legal() if a >= ROTATE]))
