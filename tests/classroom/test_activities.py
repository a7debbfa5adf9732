"""Every activity keeps what pages and reports expect of it."""

import pickle
import re
from pathlib import Path

import pytest

from upcard.classroom.activity_registry import activities, find_activity
from upcard.classroom.activity_steps import Contest, Play, Talk, Write
from upcard.classroom.background_tasks import step_parts
from upcard.classroom.class_record import Story
from upcard.classroom.mean_bars import estimate_bar, mean_text, percent_text, share_bar
from upcard.classroom.progress import check_settings
from upcard.classroom.pseudonyms import ANIMALS, pseudonym
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.players import entrant_for
from upcard.games.beat_it_or_eat_it.activity import DEALS, SUITS, options_of
from upcard.games.beat_it_or_eat_it.rules import position_text
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import probe
from upcard.games.stoppers.activity import HIGHER, SAME, chances_of
from upcard.server.bots import check_bot
from upcard.simulation.estimate import Estimate

STEPS = [(a.name, i) for a in activities().values() for i in range(len(a.steps))]


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_a_step_names_games_bots_and_rules_that_there_are(name, number):
    activity = find_activity(name)
    step, settings = activity.steps[number], check_settings(activity, {})
    if isinstance(step, Play):
        options = {**step.options, **(step.chosen(settings) if step.chosen else {})}
        for seats in {step.seats[0], min(step.seats[1], max(step.seats[0], activity.size))}:
            check_bot(step.bot, make_game(step.game, seats, None, **options))
    if isinstance(step, Write) and step.strategy is not None:
        usual = {x.name: x.usual or x.choices[0][0] for x in step.menus}
        contests = [x for x in activity.steps if isinstance(x, Contest) and x.of == number]
        assert contests
        for x in contests:
            entrant_for(step.strategy(usual), make_game(x.game, 2, None, **x.options))
    if isinstance(step, Contest) and step.of is not None:
        assert isinstance(activity.steps[step.of], Write)


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_what_is_told_of_a_class_that_has_done_nothing_is_told_in_another_process(name, number):
    activity = find_activity(name)
    if isinstance(activity.steps[number], Talk):
        story = Story(name, number, check_settings(activity, {}))
        assert pickle.loads(pickle.dumps(story)) == story
        assert step_parts(story)


@pytest.mark.parametrize("name", ["two-buttons", "four-cell"])
def test_numbers_that_nobody_would_see_played_are_refused(name):
    activity, numbers = find_activity(name), "2 2 0 3 3 0 1 1"
    with pytest.raises(Usage, match="entered none"):
        check_settings(activity, {"matrix": "own", "numbers": " "})
    with pytest.raises(Usage, match="chose another matrix"):
        check_settings(activity, {"matrix": "chicken", "numbers": numbers})
    assert check_settings(activity, {"matrix": "own", "numbers": numbers})["numbers"] == numbers
    assert check_settings(activity, {})["matrix"] == "dilemma"


def test_an_unknown_activity_is_told_with_those_known():
    with pytest.raises(Usage, match="smallsum"):
        find_activity("chess")


@pytest.mark.parametrize("deal", DEALS)
def test_in_each_deal_one_lead_alone_wins(deal):
    options = options_of({"deal_of": deal})
    match = make_game("beat-it-or-eat-it", None, None, **options).match(seed=0)
    table = shipped_table(SUITS, int(options["length"]))
    assert table is not None
    verdicts = [x.verdict for x in probe(table, position_text(match.state))]
    assert verdicts.count("win") == 1
    assert len(verdicts) > 3


@pytest.mark.parametrize("held", range(1, 13))
def test_what_may_come_back_adds_up(held):
    assert sum(chances_of(held).values()) == pytest.approx(1)
    assert chances_of(11)[HIGHER] == pytest.approx(4 / 51)
    assert chances_of(held)[SAME] == pytest.approx(3 / 51)


@pytest.mark.parametrize("high", range(9))
def test_an_interval_that_is_told_is_not_wider_than_what_can_be(high):
    found = re.search("± (.*)", mean_text([8.0] * high + [-8.0] * (8 - high)))
    assert found is not None
    assert 2 * float(found[1]) <= 16


def test_numbers_are_told_with_their_errors():
    assert percent_text(0.5234, 0.004) == "52.3 % ± 0.4"
    assert mean_text([1.0, -1.0] * 4) == "0.0 ± 0.9"
    assert mean_text([8.0, -8.0]) == "0.0"
    assert mean_text([-3.5]) == "−3.5"
    assert mean_text([]) == "–"
    assert "3 of 4: 75 %" in share_bar("x", 3, 4).note
    assert list(share_bar("x", 3, 3).span) == pytest.approx([0.4385, 1.0], abs=1e-4)
    assert share_bar("x", 0, 0).note == "none yet"


def test_pseudonyms_do_not_run_out():
    taken: set[str] = set()
    for _ in range(len(ANIMALS) + 5):
        name = pseudonym(taken)
        assert name not in taken
        taken.add(name)


def test_a_person_gets_the_same_pseudonym_again_unless_it_is_taken():
    name = pseudonym((), "key")
    assert pseudonym((), "key") == name != pseudonym((name,), "key") == pseudonym((name.upper(),), "key")
    assert len({pseudonym((), f"key {k}") for k in range(40)}) > 10


def test_a_bar_of_what_is_simulated_has_the_normal_interval():
    bar = estimate_bar("wins", Estimate(0.25, 0.2, 0.3, 0.01))
    assert (bar.label, bar.value, bar.note, bar.is_theory) == ("wins", 0.25, "25.0 % ± 2.0", True)
    assert bar.span == pytest.approx((0.25 - 0.0196, 0.25 + 0.0196), rel=1e-4)


TIMES = re.compile(r"^\| (.+?) \|.*\| (?:(\d+) × )?(\d+) \|$", re.MULTILINE)


def test_the_minutes_of_an_activity_are_those_of_its_steps_and_stand_in_the_how_to():
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "run-a-class.md").read_text(encoding="utf-8")
    told_there = {title: (int(lessons or 1), int(minutes)) for title, lessons, minutes in TIMES.findall(page)}
    listed = [x for x in activities().values() if x.is_listed]
    assert told_there == {x.title: (x.lessons, x.minutes) for x in listed}
    for x in activities().values():
        assert len(x.steps) == x.lessons * x.steps_of_lesson
        assert all(step.minutes > 0 for step in x.steps)
    lessons = [x for x in listed if x.name.startswith("smallsum")]
    assert [(x.title, x.minutes) for x in lessons] == [
        (title, 40) for title in ("Smallsum", "Smallsum Choice", "Smallsum Alternate")
    ]
    assert find_activity("stoppers").minutes == 35
