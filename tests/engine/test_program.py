"""Programs of a game: compiled or interpreted, with tables that no other call shares."""

import numpy as np
import pytest

from upcard.engine.compile.masked_views import CannotMask
from upcard.engine.game import make_game
from upcard.engine.players import entrant_for
from upcard.engine.program import Mode, compiled_for, masked_choice, program
from upcard.engine.state import to_record

GAME = make_game("kuhn-poker")


def make_run(rules, loop):
    """A run that plays one game to its end and stores the scores."""
    prepare, begin, advance, score = loop.prepare, loop.begin, loop.advance, rules.score

    def run(box, views, blank_view, weights, who, holder, seed, scores):
        s = box[0]
        prepare(s, views, blank_view, weights, holder)
        begin(s, views, seed, 0, 0)
        advance(s, views, who, holder)
        for p in range(s.seats):
            scores[p] = score(s, p)

    return run


def plain(v):
    """A strategy outside the compilable subset."""
    return [0][v.me - v.me]


def players_of(*names):
    return [entrant_for(name, GAME) for name in names]


def played(made, seed):
    """The scores of one game between strategies 0 and 1."""
    tables, row, scores = made.buffers(), made.row, np.zeros(2, np.int64)
    order, weights = row([0, 1]), np.zeros((2, 8))
    made(tables.state, tables.views, tables.blank_view, weights, order, order, seed, scores)
    return scores.tolist()


def test_compiled_and_interpreted_programs_play_the_same_games():
    compiled, interpreted = (
        program(GAME, players_of("random", "equilibrium"), make_run, mode)
        for mode in (Mode.FASTEST, Mode.INTERPRETED)
    )
    assert compiled.is_compiled
    assert not interpreted.is_compiled
    assert [played(compiled, i) for i in range(20)] == [played(interpreted, i) for i in range(20)]


def test_no_two_calls_share_a_table():
    compiled, interpreted = (
        program(GAME, players_of("random"), make_run, mode) for mode in (Mode.MASKED, Mode.INTERPRETED)
    )
    first, second = interpreted.buffers(), interpreted.buffers()
    first.state[0].turns = 7
    assert (second.state[0].turns, first.blank_state[0].turns, len(first.views)) == (0, 0, 2)
    first, second = compiled.buffers(), compiled.buffers()
    first.state["turns"] = 7
    assert (second.state["turns"], first.blank_state["turns"], len(first.views)) == (0, 0, 2)


def test_a_strategy_that_cannot_be_compiled_is_interpreted_or_refused():
    players = [entrant_for(plain, GAME)]
    assert not players[0].compiles
    assert not program(GAME, players, make_run).is_compiled
    assert masked_choice(GAME.rules, players) is None
    with pytest.raises(CannotMask):
        program(GAME, players, make_run, Mode.MASKED)


def test_strategies_choose_by_number_in_a_compiled_function():
    choose = masked_choice(GAME.rules, players_of("random", "equilibrium"))
    assert choose is not None
    legal = GAME.rules.legal

    def both(box):
        s = box[0]
        s.me = s.player
        return legal(s, choose(0, s)) and legal(s, choose(1, s))

    assert compiled_for(GAME.rules, both, players_of("random", "equilibrium"))(
        to_record(GAME.rules, GAME.match(seed=3).state)
    )
