"""The paper's search for parameters: what its repetitions say, and when they say nothing."""

import math

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.games.lama.studies.lama_paper import paper_search as search
from upcard.games.lama.studies.lama_paper.paper_search import (
    PaperSearch,
    curse,
    search_figure,
    search_findings,
    searches,
)
from upcard.games.lama.studies.lama_paper.paper_statements import NOT_PLAYED, estimate_from_error
from upcard.study.experiment_runner import Lab

PUBLISHED = estimate_from_error(0.279, 0.0005)


def made(*pairs: tuple[float, float]) -> list[PaperSearch]:
    return [PaperSearch({}, found, true) for found, true in pairs]


LUCKY = made((0.332, 0.288), (0.336, 0.290), (0.330, 0.287), (0.333, 0.289), (0.340, 0.283))


def verdicts(found: list[PaperSearch]) -> list[str]:
    return [f.verdict for f in search_findings(found, PUBLISHED)]


def test_lucky_sets_show_more_than_they_are_worth():
    assert verdicts(LUCKY) == [HOLDS, FAILS, HOLDS]
    assert curse(LUCKY).value == pytest.approx(0.0468)


def test_what_is_known_of_the_falls_is_said_plainly():
    told = search_findings(LUCKY, PUBLISHED)[0].evidence
    paper = (
        "The paper's set fell from 0.334 to 0.302 in the paper's second run, by 0.032 (outside that range)"
    )
    assert f"Single searches lose 0.043 to 0.057. {paper}" in told
    assert told.endswith(", and to 0.279 in our games, by 0.055 (inside that range).")


def test_the_figure_has_a_dot_for_each_search_in_the_order_of_what_it_showed():
    figure = search_figure(LUCKY)
    assert not figure.is_joined
    shown, worth = (s.y for s in figure.series)
    assert shown == sorted(shown)
    assert set(zip(shown, worth, strict=True)) == {(s.search_share, s.fresh_share) for s in LUCKY}


def test_honest_searches_have_no_curse():
    honest = made(*((0.280 + 0.001 * i, 0.280 - 0.001 * i) for i in range(-3, 4)))
    assert verdicts(honest)[:2] == [OPEN, OPEN]
    assert verdicts(honest * 20)[1] == HOLDS


def test_an_interval_holds_the_worth_up_to_its_half():
    half = 1.959963984540054 * math.sqrt(0.334 * 0.666 / 1000)
    assert PaperSearch({}, 0.334, 0.334 - half + 1e-6).is_fresh_share_inside
    assert not PaperSearch({}, 0.334, 0.334 - half - 1e-6).is_fresh_share_inside


@pytest.mark.parametrize("found", [[], LUCKY[:1]])
def test_fewer_than_two_searches_say_nothing(found):
    findings = search_findings(found, PUBLISHED)
    assert {(f.verdict, f.evidence) for f in findings} == {(OPEN, NOT_PLAYED)}
    assert {f.evidence for f in search_findings(LUCKY, None)} == {NOT_PLAYED}


def test_two_searches_have_the_wide_interval_of_two_numbers():
    gap = curse(LUCKY[:2])
    assert gap.high - gap.value == pytest.approx(12.706 * gap.se, rel=1e-3)


def test_no_search_begins_after_an_interrupt():
    lab = Lab(2_000, 3, 1, None, None)
    lab.hurry()
    assert searches(lab) == []


def test_a_search_that_is_interrupted_is_dropped_at_once(monkeypatch):
    monkeypatch.setattr(search, "SEARCH_GAMES", 10)
    steps = []

    def on_step(what: str, part: float) -> None:
        steps.append(what)
        if len(steps) == 3:
            raise KeyboardInterrupt

    lab = Lab(2_000, 3, 1, on_step, None)
    assert searches(lab) == []
    assert len(steps) == 3
    assert lab.is_hurrying
