"""Figures that are kept: found again, as they stand or within their errors."""

import json
import math
from fractions import Fraction
from importlib.resources import files

import pytest
from tests.night import IS_NIGHTLY, LATE

from upcard.lessons import cached_figures
from upcard.lessons.cached_figures import (
    COMMAND,
    FILE,
    estimate_of,
    main,
    number_of,
    stored_answers,
    stored_figures,
    usual_answers,
    write_figures,
)
from upcard.lessons.chapter_registry import FigureValue, Slow, chapters
from upcard.simulation.estimate import Estimate

OTHER_SEED, FEWER = 2, 100
APART = 4.5
"""Standard errors that two estimates may lie apart: one of hundreds does so once in a thousand runs."""


SOLVED = "smallsum-prices"
"""What is solved, which fewer games make no shorter."""


def figure(name, key):
    """A figure that takes long, of a chapter."""
    late = [LATE] if f"{name}-{key}" == SOLVED else []
    return pytest.param(name, key, id=f"{name}-{key}", marks=late)


SLOW = [figure(name, key) for name, x in chapters().items() for key in x.slow_figures]


def agree(found: FigureValue, stood: FigureValue) -> bool:
    """Whether a figure that was found again is the one that was kept."""
    if isinstance(found, Estimate):
        assert isinstance(stood, Estimate)
        return abs(found.value - stood.value) <= APART * math.hypot(found.se, stood.se)
    if isinstance(found, Fraction):
        return found == stood
    assert not isinstance(stood, Estimate)
    return math.isclose(found, stood, rel_tol=1e-6, abs_tol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "key"), SLOW)
def test_kept_figures_are_found_again(name, key):
    slow = chapters()[name].slow_figures[key]
    games = slow.games if IS_NIGHTLY else slow.games // FEWER
    found = slow.find(games, OTHER_SEED)
    stood = stored_figures(chapters()[name].package)
    assert found
    for figure, x in found.items():
        assert agree(x, stood[figure]), (figure, x, stood[figure])


@pytest.mark.parametrize("name", [x for x, c in chapters().items() if c.slow_figures])
def test_what_is_kept_says_how_it_was_found(name):
    stated = json.loads(files(chapters()[name].package).joinpath(FILE).read_text(encoding="utf-8"))
    slow = chapters()[name].slow_figures
    assert stated["games"] == {key: x.games for key, x in slow.items()}
    assert stated["command"] == f"{COMMAND} {name}"


def test_the_command_writes_the_chapter_that_it_names(monkeypatch, capsys):
    written = []

    def write(name, *_):
        written.append(name)
        return name

    monkeypatch.setattr(cached_figures, "write_figures", write)
    for name, chapter in chapters().items():
        if chapter.slow_figures:
            main([name])
            assert capsys.readouterr().out == f"{name}\n"
    main([])
    assert written == 2 * [name for name, x in chapters().items() if x.slow_figures]


@pytest.mark.parametrize("name", ["no-such", "four-cell"])
def test_the_command_refuses_a_name_without_stored_numbers(name):
    with pytest.raises(SystemExit, match=r"choose one of .*smallsum"):
        main(["smallsum", name])


@pytest.mark.parametrize("name", chapters())
def test_kept_answers_are_found_again(name):
    chapter = chapters()[name]
    stood, found = stored_answers(chapter.package), usual_answers(chapter.lesson.CELLS)
    assert set(stood) == {x for x, cell in chapter.lesson.CELLS.items() if cell.is_long}
    for cell, answer in found.items():
        assert {**answer, "numbers": {}} == {**stood[cell], "numbers": {}}
        assert answer["numbers"] == pytest.approx(stood[cell]["numbers"])


def test_a_figure_that_is_another_is_noticed():
    assert agree(Estimate(0.5, 0.49, 0.51, 0.005), Estimate(0.51, 0.5, 0.52, 0.005))
    assert not agree(Estimate(0.5, 0.49, 0.51, 0.005), Estimate(0.54, 0.53, 0.55, 0.005))
    assert not agree(Fraction(1, 3), Fraction(1, 2))
    assert agree(0.25, 0.25 + 1e-12)
    assert not agree(0.25, 0.251)


def test_a_file_of_kept_figures_is_read_as_it_was_written(tmp_path, monkeypatch):
    package = tmp_path / "some_chapter"
    package.mkdir()
    (package / "__init__.py").write_text('"""A chapter."""\n')
    monkeypatch.syspath_prepend(tmp_path)
    estimate = Estimate(0.5, 0.4, 0.6, 0.05)

    slow = {"a": Slow(lambda games, seed: {"x": estimate, "y": Fraction(1, 3), "z": 0.25}, 10)}
    write_figures("some-chapter", "some_chapter", slow)
    assert dict(stored_figures("some_chapter")) == {"x": estimate, "y": Fraction(1, 3), "z": 0.25}
    assert estimate_of("some_chapter", "x") == estimate
    assert number_of("some_chapter", "y") == Fraction(1, 3)
    with pytest.raises(TypeError, match="x of some_chapter is an estimate"):
        number_of("some_chapter", "x")
    with pytest.raises(TypeError, match="y of some_chapter is not an estimate"):
        estimate_of("some_chapter", "y")
