"""The neighbour: what the grudge is worth, what is recorded of her cards, and how the claims are judged."""

import json

import numpy as np
import pytest

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.engine.game import make_game
from upcard.engine.wording import signed
from upcard.games.stoppers.rules import SWAPPED, next_living
from upcard.games.stoppers.studies import stoppers_neighbour as study
from upcard.games.stoppers.studies.study_tables import CLASSROOM
from upcard.games.stoppers.studies.swap_statistics import LOW, SwapMemory, swaps
from upcard.kit.ranks import KING
from upcard.simulation.estimate import Estimate
from upcard.study.experiment_runner import Lab
from upcard.study.study_registry import find_study, study_modules

GOOD, BAD, VAGUE = (
    Estimate(0.1, 0.05, 0.15, 0.02),
    Estimate(-0.1, -0.15, -0.05, 0.02),
    Estimate(0, -0.1, 0.1, 0.05),
)
NOTHING = Estimate(0, -0.01, 0.01, 0.005)


@pytest.fixture(scope="module")
def report():
    return find_study("stoppers-neighbour").run(100, seed=3)


def memory(low_low: int, low_high: int, high_low: int, high_high: int, games: int = 50) -> SwapMemory:
    """In every game so many swaps with a low or a high card after a low or a high one."""
    seen = np.zeros((games, KING + 1, KING + 1), np.int64)
    for before, now, count in ((2, 3, low_low), (2, 9, low_high), (8, 3, high_low), (8, 9, high_high)):
        seen[:, before, now] = count
    seen[0] += 1  # so that games are not all alike
    return SwapMemory(seen)


def torn() -> SwapMemory:
    """Two games that say the opposite."""
    seen = np.zeros((2, KING + 1, KING + 1), np.int64)
    for game, before, now in ((0, 2, 3), (0, 8, 9), (1, 2, 9), (1, 8, 3)):
        seen[game, before, now] = 1
    return SwapMemory(seen)


def test_the_study_is_found():
    assert study_modules()["stoppers-neighbour"] is study


def test_she_forgets_when_the_interval_lies_within_the_margin():
    assert (study.forgets(NOTHING), study.forgets(GOOD), study.forgets(VAGUE)) == (HOLDS, FAILS, OPEN)


def test_low_cards_get_rarer_when_the_interval_lies_below_nothing():
    assert (study.makes_rarer(BAD), study.makes_rarer(GOOD), study.makes_rarer(VAGUE)) == (HOLDS, FAILS, OPEN)


def test_shares_are_of_all_swaps_after_a_low_or_a_high_card():
    found = memory(3, 1, 2, 2, games=1_000)
    assert found.after_low().value == pytest.approx(0.75, abs=0.01)
    assert found.after_high().value == pytest.approx(0.5, abs=0.01)
    assert found.change().value == pytest.approx(0.25, abs=0.01)
    assert found.mean_after(2).value == pytest.approx((3 * 3 + 9) / 4, abs=0.05)


def test_what_was_never_seen_is_undecided():
    empty = SwapMemory(np.zeros((5, KING + 1, KING + 1), np.int64))
    assert study.forgets(empty.change()) == study.makes_rarer(empty.change()) == OPEN


@pytest.mark.parametrize(
    ("gaps", "fresh", "opening", "lesson"),
    [
        ([-0.1] * 4, (5, 5, 5, 5), "No,", "cards remember nothing"),
        ([0.1] * 4, (9, 1, 1, 9), "Yes,", "That is not the same"),
        ([0] * 4, None, "These games are too few", "too few to show"),
    ],
)
def test_the_answer_follows_the_numbers(pair, gaps, fresh, opening, lesson):
    found = {study.EVERY: memory(*fresh) if fresh else torn(), study.UNSHUFFLED: memory(4, 6, 6, 4)}
    said = study.answer([pair(g) for g in gaps], found)
    assert said.startswith(opening)
    assert lesson in said
    assert f"{signed(100 * gaps[1], 2)} (" in said


def test_swaps_are_those_of_the_match_that_is_played_by_the_same_rule():
    table = make_game("stoppers", 4, "classroom")
    match = table.match(seed=7, number=3)
    seen = np.zeros((2, KING + 1, KING + 1), np.int64)
    last: dict[tuple[int, int], tuple[int, int]] = {}
    while not match.is_over:
        p, dealer, neighbour = match.player, match.state.dealer, next_living(match.state, match.player)
        match.do(int(match.view(p).card[p] < LOW))
        if p != dealer and match.state.did[p] == SWAPPED:
            given, shuffles = match.view(p).received[p, neighbour], match.state.shuffles
            if (p, neighbour) in last:
                before, then = last[p, neighbour]
                seen[int(shuffles > then), before, given] += 1
            last[p, neighbour] = given, shuffles
    assert seen.sum() > 0
    assert (swaps(table, 7, 3) == seen).all()


def test_a_king_is_never_given():
    table = make_game("stoppers", 4, "classroom")
    seen = np.sum([swaps(table, 7, k) for k in range(40)], axis=0)
    assert seen.shape == (2, KING + 1, KING + 1)
    assert seen[:, 1 : KING + 1, 1 : KING + 1].sum() == seen.sum() > 200


def test_a_deck_that_is_shuffled_every_round_is_always_shuffled_between_swaps():
    fresh = make_game("stoppers", 4, "classroom", reshuffle="every_round")
    seen = np.sum([swaps(fresh, 7, k) for k in range(10)], axis=0)
    assert seen[0].sum() == 0 < seen[1].sum()


def test_the_same_game_is_recorded_in_the_same_way():
    table = make_game("stoppers", 4, "classroom")
    assert (swaps(table, 7, 3) == swaps(table, 7, 3)).all()
    assert (swaps(table, 7, 3) != swaps(table, 7, 4)).any()


def test_an_interrupted_record_keeps_its_games(interrupted_at):
    lab = Lab(100_000, 3, 1, interrupted_at(0.0), None)
    with pytest.raises(KeyboardInterrupt):
        study.record(lab, CLASSROOM)
    lab = Lab(100_000, 3, 1, interrupted_at(1e-9), None)
    lab.plan([], study.record_cost(100_000))
    kept = study.record(lab, CLASSROOM)
    assert kept.stop_requested
    assert kept.games == study.REPORT_EVERY


def test_every_finding_has_a_verdict_and_numbers(report):
    findings = [f for s in report.sections for f in s.findings]
    assert len(findings) == 6
    assert all(f.verdict in (HOLDS, FAILS, OPEN) and "(" in f.evidence for f in findings)
    memories = report.sections[1].findings
    assert memories[0].verdict == memories[2].verdict == OPEN


def test_nothing_held_against_anybody_changes_nothing(report):
    grudge = next(f for f in report.sections[0].figures if f.name == "grudge").series[0]
    assert (grudge.x[0], grudge.y[0]) == (0, 0)
    assert grudge.low[0] < 0 < grudge.high[0]


def test_figures_show_the_grudge_and_the_memory(report):
    assert [f.name for s in report.sections for f in s.figures] == ["grudge", "memory"]
    assert len(report.sections[1].figures[0].series) == 3


def test_report_is_a_json_document(report):
    document = json.loads(json.dumps(report.to_json()))
    assert [m["place"] for m in document["results"]["memory"]] == [
        study.EVERY,
        study.UNSHUFFLED,
        study.SHUFFLED,
    ]


@pytest.mark.usefixtures("few_tables")
def test_the_same_seed_gives_the_same_findings_for_any_threads():
    one, two = (study.run(100, seed=4, threads=n) for n in (1, 2))
    assert one.summary == two.summary
    assert one.results["memory"] == two.results["memory"]
    assert study.run(100, seed=5).summary != one.summary


@pytest.mark.usefixtures("few_tables")
@pytest.mark.parametrize("done", [0.0, 0.5, 0.95])
def test_an_interrupted_study_reports_what_it_has(done, interrupted_at):
    found = study.run(2_000, seed=3, on_step=interrupted_at(done))
    assert found.settings["stopped early"] is True
    assert found.summary[0].startswith("Stopped early: ")
    assert len(found.results["memory"]) == 3


@pytest.mark.usefixtures("few_tables")
def test_progress_grows_from_nothing_to_one():
    steps = []
    study.run(100, on_step=lambda what, part: steps.append(part))
    assert steps == sorted(steps)
    assert steps[0] == 0
    assert steps[-1] == pytest.approx(1)
