"""Two classes side by side: means over pupils, and Welch's interval of the difference."""

import math

import pytest
from scipy import stats

from upcard.classroom.activity_steps import ActivitySetting, Play, Poll, Question, Talk
from upcard.classroom.class_comparison import (
    NO_INTERVAL,
    compare_classes,
    difference_line,
    different_settings,
    welch,
)
from upcard.classroom.decision_export import Row

FIRST, SECOND = [0.1, 0.4, 0.35, 0.8], [0.9, 0.7, 1.0, 0.6, 0.75]


def test_the_interval_is_that_of_welch_with_whole_degrees_of_freedom():
    exact = stats.ttest_ind(SECOND, FIRST, equal_var=False).confidence_interval(0.95)
    low, high = welch(FIRST, SECOND)
    assert (low + high) / 2 == pytest.approx((exact.low + exact.high) / 2)
    assert exact.low - 0.1 < low <= exact.low < exact.high <= high < exact.high + 0.1
    assert welch([0.5], SECOND) == welch([1.0, 1.0], [1.0, 1.0]) == (-math.inf, math.inf)


def test_decisions_of_one_pupil_are_one_value_and_missing_things_are_not_compared():
    def decision(pupil: str, mistake: str, lost: float) -> Row:
        return {
            "kind": "decision",
            "step": 1,
            "by": "pupil",
            "pupil": pupil,
            "mistake": mistake,
            "lost": lost,
        }

    first = [decision("Ana", "yes", 0.5), decision("Ana", "no", 0.0), decision("Ben", "no", 0.0)]
    second = [decision("Cleo", "yes", 1.0), decision("Dan", "yes", 3.0)]
    answers: list[Row] = [
        {"kind": "answer", "step": 1, "pupil": "Ana", "question": "luck", "decision": "only luck"}
    ]
    (section,) = compare_classes([*first, *answers], second, {1: Play("Play"), 2: Talk("Talk")})
    lines = {x[0]: x[1:] for x in section.tables[0].rows}
    assert set(lines) == {
        f"{x} per decision, average of the pupils" for x in ("mistakes", "cost of mistakes")
    }
    mistakes = lines["mistakes per decision, average of the pupils"]
    assert mistakes[:2] == ("0.250 (2)", "1.000 (2)")
    assert str(mistakes[2]).startswith("+0.750 (−")
    assert difference_line("x", [1.0], [2.0]) == ("x", "1.000 (1)", "2.000 (1)", f"+1.000 ({NO_INTERVAL})")


def test_answers_are_compared_by_choice_and_free_texts_are_not():
    def answer(pupil: str, question: str, decision: str) -> Row:
        return {"kind": "answer", "step": 1, "pupil": pupil, "question": question, "decision": decision}

    first = [answer("Ana", "luck", "yes"), answer("Ben", "luck", "no"), answer("Ana", "why", "I guess")]
    second = [answer("Cleo", "luck", "yes"), answer("Cleo", "why", "No idea")]
    questions = (Question("luck", "Is it luck?", ("yes", "no", "perhaps")), Question("why", "Why?"))
    (section,) = compare_classes(first, second, {1: Poll("Before", questions=questions)})
    assert [x[:3] for x in section.tables[0].rows] == [
        ("Is it luck? yes", "0.500 (2)", "1.000 (1)"),
        ("Is it luck? no", "0.500 (2)", "0 (1)"),
    ]


def test_settings_that_differ_are_named_in_words():
    def setting(name: str, value: str) -> Row:
        return {"kind": "setting", "question": name, "decision": value}

    first = [setting("matrix", "stag"), setting("rounds", "5"), setting("numbers", "")]
    second = [setting("matrix", "stag"), setting("matrix", "own"), setting("rounds", "5")]
    settings = [
        ActivitySetting("matrix", "The matrix", (("stag", "Stag Hunt"), ("own", "your own numbers"))),
        ActivitySetting("rounds", "Rounds"),
        ActivitySetting("numbers", "Numbers"),
    ]
    (section,) = different_settings(first, second, settings)
    assert section.tables[0].rows == [("The matrix", "Stag Hunt", "Stag Hunt, your own numbers")]
    assert different_settings(first, first, settings) == []
