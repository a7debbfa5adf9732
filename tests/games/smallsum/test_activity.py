"""The lessons of Smallsum: three entries, and a debrief of the class's bets beside the optimum."""

import pytest

from upcard.classroom.activity_registry import activities, find_activity
from upcard.classroom.background_tasks import step_parts
from upcard.classroom.class_record import Played, Story
from upcard.classroom.progress import check_settings
from upcard.engine.game import make_game
from upcard.engine.record import record_text
from upcard.games.smallsum import debrief
from upcard.games.smallsum.evaluator import evaluator_of
from upcard.games.smallsum.rules import answering, most
from upcard.server.repository import PERSON

ENTRIES = ("smallsum-basic", "smallsum-choice", "smallsum-alternate")


def played_by_lead(variant: str, least: float, number: int = 0, winners: tuple[int, ...] = (0,)) -> Played:
    """A match of six rounds by persons who bet the maximum if their lead is at least `least`, and match."""
    match = make_game("smallsum", None, None, variant=variant, rounds="6").match(seed=7 + number)
    while not match.is_over:
        s = match.state
        bold = most(s) if debrief.lead_of(s) >= least else 0
        match.do(4 if answering(s) else bold)
    by = (PERSON,) * len(match.actions)
    names = (f"Ana {number}", f"Ben {number}")
    who = tuple(names[i % 2] for i in range(len(by)))
    return Played(0, 0, number, names, who, record_text(match), by, (0.0,) * len(by), True, winners=winners)


def test_choice_and_alternate_are_one_tap_from_the_list_and_old_classes_keep_their_steps():
    listed = [x.name for x in activities().values() if x.is_listed]
    assert [x for x in listed if x.startswith("smallsum")] == list(ENTRIES)
    for name in ENTRIES:
        assert [x.kind for x in find_activity(name).steps] == ["play", "write", "contest", "talk"]
        assert check_settings(find_activity(name), {})["rounds"] == "10000", "until one has all the pennies"
        assert find_activity(name).about == "smallsum"
    kinds = [x.kind for x in find_activity("smallsum").steps]
    assert kinds == ["play", "write", "contest"] * 3


@pytest.mark.parametrize("name", ENTRIES)
def test_the_debrief_of_a_class_that_has_not_played_says_so(name):
    first, tally = step_parts(Story(name, 3, check_settings(find_activity(name), {})))
    assert "Nobody in the class has bet yet." in first.text
    assert list(tally.text) == ["No match is over yet."]


def test_bets_by_lead_stand_beside_those_of_the_optimum_with_the_same_cards():
    matches = [played_by_lead("basic", 0.01, i) for i in range(3)]
    bets = [x for one in matches for x in debrief.bets_of(one)]
    assert len(bets) == sum(len(x.by) for x in matches)
    section = debrief.bets_section(bets, "Smallsum")
    mine, optimum = section.figures[0].series
    for name, part, best in zip(section.figures[0].names, mine.y, optimum.y, strict=True):
        if name.startswith(("20", "60")):
            assert part == 1.0, "whoever has the lead bets"
            assert best == pytest.approx(1.0, abs=0.35)
        if name.startswith("−100"):
            assert part == 0.0
            assert best == pytest.approx(0.0, abs=0.35)
    assert sum(int(x.split("(")[1][:-1]) for x in section.figures[0].names) == len(bets)
    assert evaluator_of(matches[0].replayed().game) is not None


def test_the_tally_counts_each_role_and_only_matches_that_count():
    left = played_by_lead("basic", 0.0, 1)
    matches = [
        played_by_lead("basic", 0.0, 0, (1,)),
        Played(**{**vars(left), "counts": (False, True)}),
        played_by_lead("basic", 0.0, 2, (0, 1)),
    ]
    table = debrief.tally_section(matches).tables[0]
    assert table.columns == ("matches won", "as A", "as B", "together")
    assert ("Ben 0", "–", "1 of 1", "1 of 1") in table.rows
    assert ("Ana 2", "0.5 of 1", "–", "0.5 of 1") in table.rows
    assert table.rows[-1] == ("everyone", "0.5 of 2", "1.5 of 3", "")
