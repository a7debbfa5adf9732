"""Tournaments as tables and heat maps."""

import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from rich.console import Console

from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Usage
from upcard.report.heatmap import plot_tournament
from upcard.report.tournament_text import names_of, tournament_table
from upcard.simulation.play_tournament import tournament

LONG = "folding:A=17.576,B=12.24196,C=3.92,D=1.25"
STRATEGIES: list[StrategyLike] = ["same-first", "next-first", "folding", LONG, "random"]


@pytest.fixture(scope="module")
def fixed():
    return tournament("lama", STRATEGIES, 100, players=2)


@pytest.fixture(scope="module")
def sequential():
    return tournament("lama", STRATEGIES, 1_000, players=2, until_decided=True, margin=0.25)


def printed(thing, width=100, **how):
    file = io.StringIO()
    Console(file=file, width=width, **how).print(thing)
    return file.getvalue()


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("name", ["fixed", "sequential"])
def test_a_tournament_fits_the_width_there_is_and_nothing_is_left_out(request, name, width):
    result = request.getfixturevalue(name)
    text = printed(tournament_table(result), width)
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    for part in ("same-first", "next-first", "B=12.24196", "random", "Nash", "alpha-rank"):
        assert part in text
    payoff = f"{100 * result.pairing(1, 2).payoff.value:+.0f}"
    assert text.count(payoff) >= 1


def test_the_pairs_are_listed_where_each_stopped_for_a_reason(fixed, sequential):
    assert "What became" not in printed(tournament_table(fixed))
    text = printed(tournament_table(sequential))
    for verdict, words in (("first", "the first is better"), ("equal within", "equal within 25")):
        assert any(p.verdict == verdict for p in sequential.pairs)
        assert words in text


def test_open_pairs_say_why_they_are_open(sequential):
    pairs = [replace(p, verdict="open") for p in sequential.pairs]
    assert "open at the most games" in printed(tournament_table(replace(sequential, pairs=pairs)))
    stopped = replace(sequential, pairs=pairs, interrupted=True)
    text = printed(tournament_table(stopped))
    assert "open when stopped" in text
    assert "Stopped early" in text


def test_notes_and_small_print_say_what_the_numbers_promise(fixed, sequential):
    text = re.sub(r"\s+", " ", printed(tournament_table(fixed, ["Rounded up."])))
    assert "Rounded up." in text
    assert "by Holm's method; the probability of any error is at most 5 %" in text
    assert "Each interval has 95 % confidence for its own pair" in text
    text = re.sub(r"\s+", " ", printed(tournament_table(sequential)))
    assert "the probability that any pair is decided wrongly is at most 5 %" in text


def test_the_heat_map_shows_every_payoff_best_on_top_and_is_the_same_every_time(fixed, tmp_path):
    for name in ("a.svg", "b.svg", "c.png"):
        plot_tournament(fixed, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    words = [e.text for e in ET.parse(tmp_path / "a.svg").iter("{http://www.w3.org/2000/svg}text")]
    assert f"{100 * fixed.pairing(1, 2).payoff.value:+.1f}" in words
    places = [next(i for i, x in enumerate(words) if x and x.startswith(f"{n} ")) for n in range(1, 6)]
    assert places == sorted(places)
    assert words[places[-1]] == f"5 {fixed.standings[-1].strategy}"


def test_a_heat_map_of_many_strategies_has_no_figures(fixed, tmp_path, monkeypatch):
    monkeypatch.setattr("upcard.report.heatmap.MOST_WITH_FIGURES", 4)
    plot_tournament(fixed, tmp_path / "a.svg")
    words = [e.text for e in ET.parse(tmp_path / "a.svg").iter("{http://www.w3.org/2000/svg}text")]
    assert not [w for w in words if w and re.fullmatch(r"[+−]\d+\.\d", w)]


def test_a_picture_of_another_kind_is_refused(fixed, tmp_path):
    with pytest.raises(Usage, match=r"expected \.svg or \.png"):
        plot_tournament(fixed, tmp_path / "a.gif")


def test_strategies_have_one_name_everywhere_with_what_is_set(fixed):
    text = printed(tournament_table(fixed), 200)
    below = text[text.index("Row minus column") :]
    assert below.count("A=17.576") == 2  # the heading of its column, and its row
    assert not re.search(r"\d (same-first|next-first|folding|random)", below)


def test_two_of_one_name_are_numbered():
    result = tournament("kuhn-poker", [lambda v: 0, "random", lambda v: 1], 20, players=2)
    assert sorted(names_of(result).items()) == [(1, "<lambda> (1)"), (2, "random"), (3, "<lambda> (2)")]
