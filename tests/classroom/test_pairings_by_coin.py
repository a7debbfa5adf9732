"""A coin that presses for a pupil who is missing is no part of what the class did."""

import csv
import io
from typing import Any

import pytest

from upcard.classroom.activities import two_buttons
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.class_matrices import AGAIN, ONCE
from upcard.classroom.class_record import Story
from upcard.classroom.class_repository import BOT, ROOM, Run
from upcard.classroom.decision_export import ActivityExport, csv_text
from upcard.classroom.pairings import PLAYERS, coin_choice, matrix_play
from upcard.classroom.progress import check_settings
from upcard.document.model import Section

PUPILS = range(7)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
SETTINGS = check_settings(find_activity("two-buttons"), {"matrix": "dilemma", "rounds": "3"})


def story(step: int, rounds: dict[int, dict[int, Any]]) -> Story:
    """Seven pupils who pressed at a step, by round."""
    answers: dict[tuple[int, str, int], Any] = {(step, PLAYERS, ROOM): list(PUPILS)}
    answers |= {(step, f"round {n}", p): x for n, said in rounds.items() for p, x in said.items()}
    return Story("two-buttons", 3, SETTINGS, NAMES, ((0, 1, 2, 3, 4, 5, 6),), (), answers)


def told_at(step: int, rounds: dict[int, dict[int, Any]]) -> Section:
    """What is told of what they did at a step."""
    return two_buttons.beside_theory(story(step, rounds))[1 + step]


@pytest.mark.parametrize("coin", [0, coin_choice(0)])
def test_seven_who_all_pressed_right_are_told_to_have_done_so(coin):
    part = told_at(1, {n: dict.fromkeys(PUPILS, 1) | {BOT: coin} for n in (1, 2)})
    notes = {x.label: x.note for x in part.bars}
    assert notes["confess – confess"].startswith("6 of 6: 100 %")
    assert notes["confess – stay silent"].startswith("0 of 6")
    assert [list(x.series[0].y) for x in part.figures] == [[0.0, 0.0]]
    assert part.text[0] == "6 games of two pupils; average payoff −3.0 (too few for a margin of error)."
    assert part.text[1].startswith("In 2 games, a coin played")


def test_what_a_pupil_pressed_against_a_coin_counts_in_the_share_of_left():
    part = told_at(0, {1: dict.fromkeys(range(4), 0) | dict.fromkeys(range(4, 7), 1) | {BOT: 0}})
    (left,) = [x.note for x in part.bars if x.label == "stay silent"]
    assert left.startswith("4 of 7: 57 %")
    assert sum(x.value for x in part.bars[:4]) == pytest.approx(1)


def test_a_coin_for_who_has_left_is_none_of_the_class_but_his_own_choices_are():
    part = told_at(1, {1: dict.fromkeys(range(6), 1), 2: {**dict.fromkeys(range(5), 1), 5: coin_choice(0)}})
    assert [list(x.series[0].y) for x in part.figures] == [[0.0, 0.0]]
    assert part.text[0].startswith("5 games of two pupils")
    assert part.text[1].startswith("In 1 game, a coin played")


def test_where_no_coin_played_none_is_named():
    part = told_at(0, {1: dict.fromkeys(range(6), 1)})
    assert len(part.text) == 1


def test_a_class_of_one_is_told_no_share_of_cells():
    said: dict[tuple[str, int], Any] = {
        (PLAYERS, ROOM): [0],
        ("round 1", 0): 1,
        ("round 1", BOT): coin_choice(0),
    }
    (meeting,) = matrix_play(ONCE, SETTINGS, said).complete_meetings()
    assert (meeting.pupil_choices, meeting.is_of_pupils) == ([1], False)
    assert matrix_play(AGAIN, SETTINGS, {}).complete_meetings() == []


def test_the_table_of_decisions_says_that_a_coin_is_chance():
    one = story(1, {2: {0: 1, 5: coin_choice(0), BOT: 0}})
    run = Run(0, "two-buttons", 1, SETTINGS, tuple(map(tuple, one.groups)), 0.0)
    rows = list(csv.DictReader(io.StringIO(csv_text([ActivityExport(run, one)]))))
    choices = [x for x in rows if x["kind"] == "choice"]
    assert {(x["pupil"], x["by"], x["decision"]) for x in choices} == {
        ("Ana", "pupil", "right"), ("Fay", "chance", "left"), ("a coin", "chance", "left"),
    }  # fmt: skip
