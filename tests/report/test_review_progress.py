"""What a page says of a review that is not finished."""

from typing import Any

from upcard.report.review_progress import costliest

LOSSES = {1: 0.4, 2: 0.3, 3: 0.2, 4: 0.1}


def progress(highest: dict[int, float]) -> dict[str, Any]:
    """The document of a review with four mistakes of seat 0, and decisions whose judgement is not final."""
    kind = {"is_mistake": True, "is_unclear": False}
    decisions = {n: {"number": n, "loss": x, **kind} for n, x in LOSSES.items()}
    return {"decisions": decisions, "highest": highest, "movers": [0] * (len(decisions) + len(highest)) + [1]}


def test_mistakes_are_counted_only_when_all_decisions_are_judged():
    """A fifth decision cannot be among the three costliest, but it may be one more mistake."""
    early = costliest(progress({5: 0.15}), {0})
    assert [d["number"] for d in early.decisions] == [1, 2, 3]
    assert (early.mistakes, early.is_settled, early.is_counted) == (4, True, False)
    assert costliest(progress({}), {0}).is_counted


def test_a_decision_that_may_cost_more_leaves_the_costliest_open():
    assert not costliest(progress({5: 0.25}), {0}).is_settled


def test_a_loss_below_twice_its_error_is_none_of_the_costliest():
    document = progress({})
    document["decisions"][4] |= {"is_mistake": False, "is_unclear": True}
    first = costliest(document, {0})
    assert (first.mistakes, first.unclear, [d["number"] for d in first.decisions]) == (3, 1, [1, 2, 3])
