"""Polls: how a question is answered, what is right, what changed since, and where a teacher's poll stands."""

from dataclasses import replace

import pytest

from upcard.classroom.activity_registry import activity_of, find_activity
from upcard.classroom.activity_steps import BEFORE, OWN_POLLS, OwnPoll, Poll, Question
from upcard.classroom.class_repository import PupilAnswer, RoomSnapshot, Run, StoredRoom
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.poll_results import PollResult, poll_results
from upcard.engine.errors import Usage

LUCK = Question(
    "luck", "Luck or strategy?", ("only luck", "mostly strategy"), right=1, reason="It pays to count."
)
CHANCE = Question("chance", "How likely?", right=3 / 11, is_number=True, tolerance=0.005)
WHY = Question("why", "Why?")


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [(LUCK, "1", 1), (CHANCE, "3/11", 3 / 11), (CHANCE, " 27 % ", 0.27), (CHANCE, "−0,5", -0.5),
     (WHY, " so ", "so")],
)  # fmt: skip
def test_an_answer_is_read_as_its_question_asks(question, text, answer):
    assert question.read(text) == answer


@pytest.mark.parametrize(
    ("question", "text", "words"),
    [(LUCK, "2", "press one of the buttons"), (LUCK, "٣", "press one"), (CHANCE, "often", "is not a number"),
     (CHANCE, "1/0", "is not a number"), (WHY, "  ", "at least one"), (WHY, "x" * 301, "301 characters")],
)  # fmt: skip
def test_another_answer_is_refused_in_a_sentence(question, text, words):
    with pytest.raises(Usage, match=words):
        question.read(text)


def test_what_is_right_is_an_index_or_a_number_within_its_tolerance():
    assert LUCK.is_right(1)
    assert not LUCK.is_right(0)
    assert CHANCE.is_right(0.27)
    assert not CHANCE.is_right(0.28)
    assert not WHY.is_right("because")
    assert LUCK.right_text == "mostly strategy"


def result(question: Question, now: dict[int, object], **more: object) -> PollResult:
    values = {"before": None, "is_last": True, **more}
    return PollResult(question, now, **values)  # type: ignore[arg-type]


def test_who_came_from_wrong_to_right_is_a_number_and_the_right_bar_is_marked():
    poll = result(LUCK, {0: 1, 1: 1, 2: 0, 3: 1}, before={0: 0, 1: 1, 2: 1})
    assert poll.learned == 1
    assert poll.section.text == [
        "Right answer: mostly strategy. It pays to count.",
        "From a wrong answer to the right one: 1 pupil.",
    ]
    assert [(x.label, x.note, x.is_right) for x in poll.section.bars] == [
        ("only luck", "1 (before: 1)", False), ("✓ mostly strategy", "3 (before: 2)", True),
    ]  # fmt: skip


def test_a_poll_that_is_asked_again_gives_nothing_away():
    part = result(LUCK, {0: 1}, is_last=False).section
    assert part.text == []
    assert [x.label for x in part.bars] == ["only luck", "mostly strategy"]


def test_numbers_have_bars_and_texts_have_no_names():
    part = result(CHANCE, {0: 0.27, 1: 0.5, 2: 0.5}).section
    assert [(x.label, x.note) for x in part.bars] == [("✓ 0.27", "1"), ("0.5", "2")]
    assert "Half of the answers are at most 0.5; all are from 0.27 to 0.5." in part.text
    many = result(CHANCE, {i: i / 10 for i in range(10)}).section
    assert [(x.label, x.note) for x in many.bars] == [("✓ right", "0 of 10")]
    assert result(WHY, {0: "no", 1: "rude"}, hidden=[1]).section.text == ["“no”"]
    assert result(WHY, {0: "no", 1: "no", 2: "so"}).section.text == ["“no”, 2 times", "“so”"]


def own(after: int, *questions: Question) -> dict[str, object]:
    return OwnPoll(after, Poll("Mine", questions=questions)).stored


def test_own_polls_stand_where_the_teacher_put_them_and_other_steps_keep_their_numbers():
    plain = find_activity("stoppers")
    assert plain.with_own_polls({"size": "3"}) is plain
    activity = plain.with_own_polls({OWN_POLLS: [own(BEFORE, LUCK), own(1, CHANCE, WHY), own(5, WHY)]})
    assert [x for x, _ in activity.course] == [4, 0, 1, 5, 6, 2, 3]
    assert activity.position(5) == 3
    assert activity.position(BEFORE) == activity.position(99) == BEFORE
    assert activity.step_at(1) is plain.steps[1]
    assert activity.own_polls[1].poll.questions == (CHANCE, WHY)
    assert (activity.minutes, activity.steps_of_lesson) == (plain.minutes, plain.steps_of_lesson)


def test_the_same_question_before_and_after_is_compared_and_old_answers_of_another_form_do_not_count():
    settings = {OWN_POLLS: [own(0, LUCK, WHY), own(1, LUCK, WHY)]}
    run = Run(0, "stoppers", 5, settings, ((0, 1),), 0.0)
    answers = [(4, "luck", 0, 0), (4, "luck", 1, 1), (5, "luck", 0, 1), (5, "why", 0, 2), (5, "why", 1, "so")]
    stored = {x.key: x for x in (PupilAnswer(0, *answer, at=0.0) for answer in answers)}
    live = LiveRoom(RoomSnapshot(StoredRoom("ABCDE", "", run=0), runs=(run,), answers=stored))
    polls = activity_of(run)
    first, second = (polls.step_at(x) for x in (4, 5))
    assert isinstance(first, Poll)
    assert isinstance(second, Poll)
    luck, why = poll_results(live, second, run, 5)
    assert (luck.before, luck.now, luck.is_last, luck.learned) == ({0: 0, 1: 1}, {0: 1}, False, 1)
    assert why.now == {1: "so"}
    assert poll_results(live, first, replace(run, step=4), 4)[0].before == {}
