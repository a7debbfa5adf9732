"""The judge of Beat It Or Eat It: a move that repeats a position for the third time is a draw."""

from fractions import Fraction

from tests.games.beat_it_or_eat_it.beat_it_table import rounds

from upcard.games.beat_it_or_eat_it.rules import EAT
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_point, review

HALF = Fraction(1, 2)


def before_the_last_move(draw):
    """A match in which eating now leads to the same hands and an empty table for the third time."""
    again = rounds(2, draw)
    match = again.from_start()
    for a in again.actions[:-1]:
        match.do(a)
    assert again.actions[-1] == EAT
    return match


def test_eating_that_ends_the_match_is_judged_as_the_draw_that_it_is():
    match = before_the_last_move("threefold")
    evaluator = evaluator_for(match.game)
    known = evaluator.prospects(decision_point(match))
    assert known[EAT].worth == HALF
    assert known[EAT].words == "draws by repetition"
    assert evaluator.after(match.state, EAT) == (HALF, HALF)
    assert evaluator.worth(match.state)[match.player] == max(x.worth for x in known.values())
    assert review(rounds(2, "threefold"), evaluator).result == (HALF, HALF)


def test_without_the_rule_the_table_decides():
    match = before_the_last_move("never")
    evaluator = evaluator_for(match.game)
    by_rule = evaluator_for(before_the_last_move("threefold").game).prospects(
        decision_point(before_the_last_move("threefold"))
    )
    by_table = evaluator.prospects(decision_point(match))
    assert by_table[EAT].words != "draws by repetition"
    assert by_table[EAT].worth != by_rule[EAT].worth
