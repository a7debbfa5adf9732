"""The texts of the chapters: their parts, and that no number stands in them that nobody has computed."""

import re

import pytest
from jinja2 import UndefinedError
from tests.lessons.reading import names, numbers_in, running_text, strange_numbers, sums

from upcard.engine.errors import Usage
from upcard.engine.registry import find_rules
from upcard.lessons.chapter_numbers import whole, worked
from upcard.lessons.chapter_registry import Chapter, chapter_of, chapters, find_chapter
from upcard.lessons.chapter_template import chapter_markdown, sheet_markdown
from upcard.lessons.docs_export import manuscript

ALL = sorted(chapters())
PARTS = ("The question", "Play", "Exercises", "For the teacher", "Sources")
INNER = ("By hand", "The theorem", "The computation")
NOTES = ("Time.", "Material.", "What usually happens.", "Questions for the end.")
FEWEST_EXERCISES = 4

every_chapter = pytest.mark.parametrize("name", ALL)


@every_chapter
def test_a_chapter_has_all_its_parts(name):
    source = find_chapter(name).source
    found = re.findall(r"^## (.*)$", source, re.MULTILINE)
    assert [x for x in found if x in PARTS] == list(PARTS)
    topics = found[2:-3]
    assert topics
    for topic in topics:
        section = source.partition(f"\n## {topic}\n")[2].partition("\n## ")[0]
        assert re.findall(r"^### (.*)$", section, re.MULTILINE) == list(INNER), topic
    notes = source.partition("## For the teacher")[2]
    assert [x for x in NOTES if f"**{x}**" not in notes] == []
    assert "{{ play(" in source
    assert "{{ picture(" in source
    assert "{{ cell(" in source


@every_chapter
def test_every_exercise_has_an_answer_that_is_hidden(name):
    exercises = find_chapter(name).source.partition("## Exercises")[2].partition("\n## ")[0]
    asked = re.findall(r"^\*\*(\d+)\.\*\*", exercises, re.MULTILINE)
    assert asked == [str(n + 1) for n in range(len(asked))]
    assert len(asked) >= FEWEST_EXERCISES
    answers = re.findall(r"<details>\n<summary>Answer</summary>\n\n.+?\n\n</details>\n", exercises, re.DOTALL)
    assert len(answers) == len(asked)


@every_chapter
def test_every_number_is_computed_or_printed_in_the_rules(name):
    chapter = find_chapter(name)
    rules = dict(chapter.lesson.RULES)
    for source in (chapter.source, chapter.sheet_source):
        assert strange_numbers(source, rules) == []
    beside = [chapter.lesson.LINE]
    beside += [x.words for x in chapter.lesson.PLAYS.values()]
    for cell in chapter.lesson.CELLS.values():
        beside += [cell.title, *(f.label for f in cell.fields)]
    for text in beside:
        assert strange_numbers(text, rules) == []


@every_chapter
def test_numbers_of_the_rules_are_used_and_few(name):
    chapter = find_chapter(name)
    used = {x for s in (chapter.source, chapter.sheet_source) for x in numbers_in(running_text(s))}
    assert {str(x) for x in chapter.lesson.RULES.values()} >= used
    printed = len(set(chapter.lesson.RULES.values()))
    assert printed <= 14, "a chapter may not declare whatever it likes"


@every_chapter
def test_every_figure_is_used_and_every_sum_is_one(name):
    chapter = find_chapter(name)
    both = chapter.source + chapter.sheet_source
    assert set(chapter.figures) <= names(both)
    assert {f'picture("{x}")' in both for x in chapter.pictures} == {True}
    assert {f'play("{x}")' in both for x in chapter.lesson.PLAYS} == {True}
    assert {f'cell("{x}")' in both for x in chapter.lesson.CELLS} == {True}
    for task in sums(both):
        assert re.search(r"[-+*/×]", task), f"{task} is no sum"


@every_chapter
def test_nothing_is_left_to_fill_in(name):
    chapter = find_chapter(name)
    for text in (manuscript(chapter), sheet_markdown(chapter)):
        assert "{{" not in text
        assert "None" not in text


@every_chapter
def test_a_chapter_names_its_game_and_source(name):
    chapter = find_chapter(name)
    rules = find_rules(chapter.lesson.GAME)
    assert chapter_of(rules.GAME.name) == name
    assert rules.GAME.title in chapter.source
    assert chapter.source.partition("## Sources")[2].strip()


def test_the_book_is_in_order():
    places = [x.lesson.ORDER for x in chapters().values()]
    assert places == sorted(set(places))
    assert chapter_of("kuhn-poker") == ""


STRANGE = {
    "a number": "You win 7 of them.",
    "a number with a point": "It is worth 0.25 pennies.",
    "a share": "You win 37 % of the games.",
    "a number in bold": "You win **7** of them.",
    "a number in a heading": "## The 7 cards",
    "a number in an answer": "<details>\n<summary>Answer</summary>\n\nIt is 7.\n\n</details>",
    "a number in a table": "| a | 7 |",
    "a number beside a name": "{{ wins }} of 7",
    "a large number": "There are 38,610 deals.",
    "a year that is no source": "In 2005 somebody won.\n",
    "a number among sources": "## Sources\n\nA book (2005) says 7.",
    "a number that begins like one of the rules": "It is 8.5 pennies.",
}


@pytest.mark.parametrize("text", [pytest.param(x, id=k) for k, x in STRANGE.items()])
def test_a_number_that_nobody_computed_is_noticed(text):
    assert len(strange_numbers(text, {"purse": 8})) == 1


PLAIN = (
    "You have 8 pennies.",
    "You win {{ wins_8_of_16 }} of them: {{ worked('2 + 3') }}.",
    "1. First\n2. Second",
    "**1.** An exercise",
    "```python\n>>> 7 + 7\n14\n```",
    "Type `upcard deck 7`.",
    "## Sources\n\nA book (2005).",
)


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_computed_or_printed_is_let_through(text):
    assert strange_numbers(text, {"purse": 8}) == []


@pytest.mark.parametrize(
    ("task", "digits", "said"),
    [
        ("2 + 3 + 10", None, "2 + 3 + 10 = 15"),
        ("( 6 - 2 ) / 8", None, "(6 − 2) / 8 = 1/2"),
        ("2 / 3", None, "2/3"),
        ("wins / 8", None, "6 / 8 = 3/4"),
        ("2 / 3", 3, "2 / 3 ≈ 0.667"),
        ("1 / 4", 2, "1 / 4 = 0.25"),
        ("2 × 3", None, "2 × 3 = 6"),
        ("wins - owed", None, "6 − (−3) = 9"),
    ],
)
def test_sums_are_worked_out(task, digits, said):
    assert worked(task, {"wins": whole(6), "owed": whole(-3)}, digits) == said


@pytest.mark.parametrize("task", ["2 +", "losses + 1", "2 ** 3", "print(1)", "1 / 0", "1.5 + 1"])
def test_what_is_no_sum_is_refused(task):
    with pytest.raises(Usage, match="cannot be computed"):
        worked(task, {"wins": whole(6)})


class Plain:
    """Blocks as words."""

    def picture(self, chapter, name, picture):
        return f"a picture of {name}"

    def play(self, chapter, name, play):
        return play.words

    def cell(self, chapter, name, cell):
        return cell.title

    def exercise(self, chapter, name, exercise):
        return exercise.label

    def experiment(self, chapter, name, experiment):
        return experiment.title


PACKAGE = "upcard.games.smallsum.chapter"


def with_text(source: str) -> Chapter:
    return Chapter("smallsum", PACKAGE, find_chapter("smallsum").lesson, source, "# x")


def test_a_name_that_nothing_has_is_refused():
    with pytest.raises(UndefinedError, match="no_such_number"):
        chapter_markdown(with_text("{{ no_such_number }}"), Plain())
    for kind in ("picture", "play", "cell", "exercise", "experiment"):
        with pytest.raises(Usage, match=f"has no {kind} 'nothing'"):
            chapter_markdown(with_text(f'{{{{ {kind}("nothing") }}}}'), Plain())


def test_a_chapter_that_is_not_there_is_refused():
    with pytest.raises(Usage, match="there is no chapter 'chess'; choose one of"):
        find_chapter("chess")
