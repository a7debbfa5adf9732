"""Every exercise takes its right answer in usual notations, and names the mistake in typical wrong ones."""

from fractions import Fraction

import pytest

from upcard.engine.errors import Usage
from upcard.lessons.answer_checks import ChoiceExercise, NumberExercise
from upcard.lessons.chapter_registry import chapters, find_exercise
from upcard.lessons.interactive_cells import check

ALL = [(chapter.name, name) for chapter in chapters().values() for name in chapter.exercises]
NUMBERS = [x for x in ALL if isinstance(find_exercise(*x), NumberExercise)]
CHOICES = [x for x in ALL if isinstance(find_exercise(*x), ChoiceExercise)]
TYPICAL, MOST_BELOW = 2, 10**6


def written(x: Fraction) -> list[str]:
    """A number in usual notations: as a fraction, as a decimal with a point and a comma, and in per cent."""
    decimal = f"{float(x):.4f}"
    ways = [decimal, decimal.replace(".", ","), f"{100 * float(x):.1f} %"]
    ways += [str(x)] if x.denominator < MOST_BELOW else []
    return ways if x.denominator > 1 else [str(x), f"{int(x):,}", f"{int(x):,}".replace(",", " ")]


def test_every_exercise_of_the_text_is_checked_and_no_other():
    for chapter in chapters().values():
        asked = chapter.source.partition("## Exercises")[2].partition("\n## ")[0]
        forms = [part.partition('"')[0] for part in asked.split('{{ exercise("')[1:]]
        assert forms == list(chapter.exercises)
        assert asked.count("<summary>Answer</summary>") == len(forms)


@pytest.mark.parametrize(("chapter", "name"), NUMBERS)
def test_a_right_number_is_taken_in_usual_notations(chapter, name):
    exercise = find_exercise(chapter, name)
    assert isinstance(exercise, NumberExercise)
    for text in written(Fraction(exercise.answer)):
        verdict = check(chapter, name, text)
        assert verdict.is_right, text
        assert verdict.title == "Right."


@pytest.mark.parametrize(("chapter", "name"), NUMBERS)
def test_typical_wrong_numbers_are_answered_by_the_name_of_the_mistake(chapter, name):
    exercise = find_exercise(chapter, name)
    assert isinstance(exercise, NumberExercise)
    assert len({Fraction(x.value) for x in exercise.mistakes} - {Fraction(exercise.answer)}) >= TYPICAL
    for mistake in exercise.mistakes:
        for text in written(Fraction(mistake.value)):
            verdict = check(chapter, name, text)
            assert (verdict.is_right, verdict.mistake, verdict.comment) == (
                False,
                mistake.name,
                mistake.comment,
            )


@pytest.mark.parametrize(("chapter", "name"), CHOICES)
def test_one_choice_is_right_and_the_others_name_the_mistake(chapter, name):
    choices = find_exercise(chapter, name).choices
    verdicts = [check(chapter, name, str(n)) for n in range(1, len(choices) + 1)]
    assert [x.is_right for x in verdicts].count(True) == 1
    assert len({x.mistake for x in verdicts if not x.is_right}) >= TYPICAL
    assert all(x.comment and x.title.endswith(".") for x in verdicts)
    for other in ("0", str(len(choices) + 1), "yes", "", "1.5"):
        with pytest.raises(Usage, match="choose one of the answers 1 to"):
            check(chapter, name, other)


def test_the_right_answer_is_not_always_at_the_same_place():
    right = [[x.mistake for x in find_exercise(*x).choices].index("") for x in CHOICES]
    assert {0, 1, 2} <= set(right)
    assert max(map(right.count, right)) <= len(right) / 2


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("0.6", "Not yet: rounded too much."),
        ("0.628", "Not yet: rounding."),
        ("62.7", "Not yet: the % sign is missing."),
        ("63", "Not yet: the % sign is missing."),
        ("32", "Not yet: not a share."),
        ("-0.5", "Not yet: not a share."),
        ("0.5", "Not yet."),
        ("64/102", "Right."),
    ],
)
def test_other_answers_are_told_what_is_wrong_with_their_form(text, title):
    assert check("stoppers", "deck", text).title == title


def test_unknown_names_are_refused():
    with pytest.raises(Usage, match="has no exercise 'none'; choose one of deck, "):
        check("stoppers", "none", "1")
    with pytest.raises(Usage, match="there is no chapter 'none'"):
        check("none", "deck", "1")
