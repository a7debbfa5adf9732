"""The study of rules of thumb over a match: prices known otherwise, a report, the pennies of each round."""

import json

import numpy as np
import pytest
from tests.night import LATE

from upcard.document.model import FAILS, HOLDS
from upcard.engine.game import make_game
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_player import decisions
from upcard.games.smallsum.rules_of_thumb import by_odds, match_tables, plan_of
from upcard.games.smallsum.studies import smallsum_match as study
from upcard.solving.match_of_rounds import evaluate
from upcard.study.study_registry import study_modules


@pytest.fixture
def short(monkeypatch):
    """Matches of the basic game from a penny each."""
    monkeypatch.setattr(study, "PURSE", 1)
    monkeypatch.setattr(study, "VARIANTS", ("basic",))


def test_the_study_is_found():
    assert study_modules()["smallsum-match"] is study


def test_who_decides_has_the_pennies_of_the_round():
    """In Alternate with an ante; who matched a bet of B has them in the pot."""
    for table in match_tables(make_game("smallsum", variant="alternate", purse=4)):
        for view, legal in decisions(table.game, table.bets, table.purses):
            assert sum(view.pennies) + view.pot == 8
            if view.stage == rules.A_PUTS:
                assert list(view.pennies) == [x - 1 for x in table.purses]
                assert max(legal) == min(3, table.purses[0] - 1)


def test_what_optimal_play_is_sure_of_is_what_it_is_worth():
    """A whole match of Alternate in which nobody can bet: both have a penny, the ante."""
    game = make_game("smallsum", variant="alternate", purse=1)
    for name in ("bold", "cautious", by_odds(0.0, 0.0)):
        found = study.sure(match_tables(game), (0.5,), "any", name)
        assert (found.as_a[0], found.as_b[0], found.price) == pytest.approx((0.5, 0.5, 0))


@LATE
def test_nobody_gets_less_than_he_is_sure_of():
    """Neither from the best response to another rule, nor from the same rule."""
    tables = match_tables(make_game("smallsum", variant="basic", purse=2))
    plans = {x: [plan_of(table, x) for table in tables] for x in ("dominant", "bold", "low-upcards")}
    best = tuple(table.purses[0] / 4 for table in tables)
    for name, own in plans.items():
        found = study.sure(tables, best, name, name)
        for other in plans.values():
            as_a = [t.joined(a, b) for t, a, b in zip(tables, own, other, strict=True)]
            as_b = [t.joined(a, b) for t, a, b in zip(tables, other, own, strict=True)]
            assert (evaluate(tables[0].match, as_a) >= np.array(found.as_a) - 1e-12).all()
            assert (1 - evaluate(tables[0].match, as_b) >= np.array(found.as_b) - 1e-12).all()


def test_its_report_holds_what_was_found(short):
    report = study.run(300, seed=3)
    document = json.loads(json.dumps(report.to_json()))
    basic = {x["strategy"]: x for x in document["results"]["prices"]["basic"]}
    assert set(basic) == set(study.thumbs("basic"))
    assert list(basic) == sorted(basic, key=lambda x: basic[x]["price"])
    assert all(x["sure_as_a"] == pytest.approx(x["sure_as_b"]) for x in basic.values())  # both are alike
    assert all(x["price"] == pytest.approx(0.5 - x["sure_as_a"]) for x in basic.values())
    assert [f.verdict for s in report.sections for f in s.findings] == [HOLDS, HOLDS]
    (figure,) = report.sections[0].figures
    assert figure.series[-1].y == pytest.approx([0, 0.5, 1])
    assert f"in basic {next(iter(basic))}, which costs" in report.summary[0]


def test_a_rule_that_cannot_be_beaten_is_found_out():
    unbeaten = study.GuaranteedValue("dominant", (0.5,), (0.5,), (0.5,), (0.5,))
    assert [f.verdict for f in study.notes("basic", [unbeaten])] == [FAILS]


@pytest.mark.parametrize("part", [0.05, 0.4])
def test_an_interrupted_study_reports_what_it_has(short, interrupted_at, part):
    report = study.run(300, on_step=interrupted_at(part))
    priced = report.results["prices"].get("basic", [])
    assert report.summary[0].startswith(f"Stopped early: {len(priced) + 1} of 6 ")  # with the check
    assert len(priced) < len(study.thumbs("basic"))
    assert f"{len(study.thumbs('basic')) - len(priced)} were not played" in report.summary[0]
    assert [s.title for s in report.sections][-1] == "Checked by playing"
