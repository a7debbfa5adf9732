"""How a fraction is asked for, where a value is told without one."""

from upcard.solving import tree_solution as solution


def test_the_fraction_that_was_not_computed_is_offered(run, monkeypatch):
    monkeypatch.setattr(solution, "QUICK_EXACT", 0)
    said = " ".join(run("solve", "kuhn-poker").stdout.split())
    assert "is about -0.055555555556, right to the last digit; --exact computes it as a fraction." in said


def test_no_fraction_is_offered_where_there_is_one_or_none_can_be_had_or_none_is_wanted(run):
    assert "--exact" not in run("solve", "kuhn-poker", "--exact").stdout
    assert "--exact" not in run("solve", "kuhn-poker", "--method", "pcfr+", "--gap", "1e-9").stdout
    assert "--exact" not in run("solve", "kuhn-poker", "--no-exact").stdout
