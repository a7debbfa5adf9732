"""Cells, tables to play at, pictures and examples of the chapters."""

import itertools
import re
from xml.etree import ElementTree as ET

import pytest
from tests.docs.pages import play
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.lessons.chapter_registry import chapters, find_cell, find_chapter
from upcard.lessons.docs_export import manuscript
from upcard.lessons.interactive_cells import ask
from upcard.lessons.questions import CellResult, LessonCell
from upcard.play.input_field import InputField
from upcard.server.bots import check_bot

ALL = sorted(chapters())
CELLS = [(x.name, cell) for x in chapters().values() for cell in x.lesson.CELLS]
PLAYS = [(x.name, play) for x in chapters().values() for play in x.lesson.PLAYS]
LONG = ("beat-it-or-eat-it", "four-cell", "lama", "stoppers")
MOST_CASES = 40


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(x, marks=[LATE] if x in LONG else []) for x in ALL])
def test_the_code_of_a_chapter_does_what_it_says(name, tmp_path):
    page = tmp_path / "chapter.md"
    page.write_text(manuscript(find_chapter(name)), encoding="utf-8")
    played = play(page, tmp_path, does_less=not IS_NIGHTLY)
    assert played.code == 0, played.told
    count = int(re.findall(r"(\d+) examples", played.told)[0])
    lesson = find_chapter(name).lesson
    assert count >= len(lesson.CELLS) + len(lesson.PLAYS)


@pytest.mark.parametrize(("name", "cell"), CELLS)
def test_a_cell_answers_at_the_ends_of_what_can_be_chosen(name, cell):
    found = find_cell(name, cell)
    ends: list[list[int | str]] = [
        [x for x, _ in f.choices[:1] + f.choices[-1:]] if f.choices else [f.low, f.high] for f in found.fields
    ]
    few = itertools.islice(itertools.product(*ends), 4 if found.is_long else MOST_CASES)
    for values in [*few, [f.usual for f in found.fields]]:
        given = dict(zip((f.name for f in found.fields), values, strict=True))
        try:
            answer = ask(name, cell, **given)
        except Usage as fault:
            assert str(fault), "what cannot be asked is told in a sentence"  # noqa: PT017
            continue
        assert answer.text.endswith((".", "?"))
        assert all(len(row) == len(answer.head) for row in answer.rows)
        assert all(isinstance(x, (int, float)) for x in answer.numbers.values())


@pytest.mark.parametrize(("name", "cell"), CELLS)
def test_a_cell_refuses_what_cannot_be_chosen(name, cell):
    for f in find_cell(name, cell).fields:
        for wrong in ("", "many", "1.5", "-", "1" * 30, f.high + 1, f.low - 1):
            with pytest.raises(Usage, match=f"{f.name} was given as"):
                ask(name, cell, **{f.name: wrong})
    with pytest.raises(Usage, match="there is no field 'x'"):
        ask(name, cell, x=1)


def test_a_cell_that_is_not_there_is_refused():
    with pytest.raises(Usage, match="the chapter smallsum has no cell 'nothing'; choose one of odds"):
        ask("smallsum", "nothing")


def test_an_answer_is_told_with_its_table():
    answer = CellResult("It is so.", {"x": 1.0}, ["card", "share"], [["A", "1/2"], ["10", "1/3"]])
    assert str(answer) == "It is so.\ncard  share\nA     1/2\n10    1/3"
    assert str(CellResult("It is so.")) == "It is so."


def test_fields_read_numbers_and_words():
    cell = LessonCell(
        "?", (InputField("n", "n", 1, 1, 5), InputField("c", "c", "A", choices=(("A", "ace"),))), CellResult
    )
    assert cell.read({}) == {"n": 1, "c": "A"}
    assert cell.read({"n": " 5 ", "c": "A"}) == {"n": 5, "c": "A"}


@pytest.mark.parametrize(("name", "play"), PLAYS)
def test_a_table_to_play_at_can_be_opened(name, play):
    wished = find_chapter(name).lesson.PLAYS[play]
    game = make_game(wished.game, wished.players, **wished.options)
    check_bot(wished.against, game)


@pytest.mark.parametrize("name", ALL)
def test_pictures_take_the_colours_of_the_page_and_are_named(name):
    for picture in find_chapter(name).pictures.values():
        svg = ET.fromstring(picture.svg)
        tags = {x.tag.rpartition("}")[2] for x in svg.iter()}
        assert tags & {"script", "style", "image", "use", "a"} == set()
        assert not [x for x in svg.iter() if "style" in x.attrib or "id" in x.attrib]
        title = next(x for x in svg if x.tag.endswith("title"))
        assert title.text
        assert picture.caption.endswith((".", "?"))
        assert svg.attrib["role"] == "img"


@pytest.mark.parametrize("name", ALL)
def test_nothing_of_a_picture_lies_outside(name):
    """Text that begins or ends beyond the drawing would be cut off."""
    from upcard.report.deck.deck_fonts import width_of

    for key, picture in find_chapter(name).pictures.items():
        svg = ET.fromstring(picture.svg)
        wide, high = map(float, svg.attrib["viewBox"].split()[2:])
        for text in (x for x in svg if x.tag.endswith("text")):
            size = float(text.attrib["font-size"])
            long = width_of(text.text or "", size, is_bold=text.get("font-weight") == "bold")
            begin = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.attrib["text-anchor"]]
            left = float(text.attrib["x"]) - begin * long
            assert left >= -1, (key, text.text)
            assert left + long <= wide + 1, (key, text.text)
            assert 0 < float(text.attrib["y"]) <= high, (key, text.text)
