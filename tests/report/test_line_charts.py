"""Plots."""

import math
import re
import xml.etree.ElementTree as ET

import pytest

from upcard.document.model import Chart, Series
from upcard.engine.errors import Failure, Usage
from upcard.report.colours import COLOURS
from upcard.report.line_charts import chart_svg, round_axis
from upcard.report.plots import plot_simulation

TEXT = "{http://www.w3.org/2000/svg}text"


def figures(report):
    return [f for s in report.sections for f in s.figures]


@pytest.fixture(scope="module")
def drawn(rich_report):
    return [chart_svg(f) for f in figures(rich_report)]


def texts(svg):
    return [e.text for e in ET.fromstring(svg).iter(TEXT)]


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_figure_is_well_formed_and_names_its_axes_and_series(rich_report, drawn):
    for figure, svg in zip(figures(rich_report), drawn, strict=True):
        words = texts(svg)
        assert figure.x_label in words
        assert figure.y_label in words
        shown = " ".join(words)
        assert all(s.label in shown for s in figure.series)


def test_the_same_figure_gives_the_same_bytes(rich_report, drawn):
    assert [chart_svg(f) for f in figures(rich_report)[-2:]] == drawn[-2:]


def test_a_figure_takes_the_colour_of_the_page_and_has_no_ground(drawn):
    svg = drawn[2]
    assert "currentColor" in svg
    assert "#0102" not in svg
    assert "#000" not in svg
    assert "#fff" not in svg
    assert "<style" not in svg
    assert svg.startswith("<svg ")


def test_a_figure_without_lines_marks_every_point():
    ys = [math.sin(i) for i in range(50)]
    points = [Series("a", [float(i) for i in range(50)], ys)]
    joined, dots = (
        chart_svg(Chart("f", "", "x", "y", points, is_joined=is_joined)) for is_joined in (True, False)
    )
    assert (joined.count("<circle"), dots.count("<circle")) == (1, 51)  # one stands in the legend
    assert (joined.count("<polyline"), dots.count("<polyline")) == (1, 0)


def test_a_figure_has_no_date_and_loads_nothing(drawn):
    svg = drawn[0]
    assert "<metadata" not in svg
    assert "<!DOCTYPE" not in svg
    assert not re.search(r"""(href|src)="(?!#)|url\((?!#)""", svg)


def test_figures_have_no_ids_that_could_be_alike(drawn):
    assert not any(re.search(r'\bid="', svg) for svg in drawn)


def test_labels_are_escaped_and_dollars_and_underscores_are_only_signs():
    label = '<script> & "$x^2$" _hidden'
    figure = Chart(
        'a"b', label, "$x$", "_y", [Series(label, [1.0, 2.0], [0.1, 0.2]), Series("_two", [1.0], [0.3])]
    )
    svg = chart_svg(figure)
    assert "<script" not in svg
    assert label in texts(svg)
    assert "_two" in texts(svg)
    assert "$x$" in texts(svg)


def test_letters_that_the_font_lacks_are_no_trouble():
    figure = Chart("x", "羊駝", "羊駝 🦙", "y", [Series("羊駝", [1.0, 2.0], [0.1, 0.2])])
    assert "羊駝 🦙" in texts(chart_svg(figure))


def test_x_takes_whole_numbers_only():
    figure = Chart("x", "t", "players", "y", [Series("a", [2.0, 3.0, 4.0], [0.5, 0.25, 0.75])])
    shown = texts(chart_svg(figure))
    assert {"2", "3", "4"} <= set(shown)
    assert "2.5" not in shown


def test_many_points_show_their_intervals_as_a_band():
    xs = [float(x) for x in range(100)]
    band = Series("a", xs, xs, [x - 1 for x in xs], [x + 1 for x in xs])
    svg = chart_svg(Chart("x", "t", "x", "y", [band]))
    area = next(x for x in ET.fromstring(svg).iter() if x.tag.endswith("polygon"))
    assert len(area.attrib["points"].split()) == 2 * len(xs)


def test_a_point_that_is_no_number_interrupts_its_line():
    ys = [0.0, 1.0, math.nan, 1.0, 2.0]
    assert chart_svg(Chart("x", "t", "x", "y", [Series("a", list(range(5)), ys)])).count("<polyline") == 2


def test_axes_have_ticks_at_round_numbers():
    assert [text for _, text in round_axis("", [0.0, 1.0]).ticks] == [
        "0.0",
        "0.2",
        "0.4",
        "0.6",
        "0.8",
        "1.0",
    ]
    assert [text for _, text in round_axis("", [-3, 4], whole=True).ticks][:3] == ["−3", "−2", "−1"]
    assert [text for _, text in round_axis("", [0, 9_000]).ticks][-1] == "8,000"


@pytest.mark.parametrize(
    "series",
    [
        [],
        [Series("empty", [], [])],
        [Series("nothing", [1.0], [math.nan], [-math.inf], [math.inf])],
        [Series("endless", [1.0, 2.0], [0.1, math.inf], [math.nan, 0.0], [0.2, 0.3])],
        [Series("outside", [1.0], [0.5], [0.6], [0.7])],
        [Series("", [1.0], [0.5])],
        [Series("far", [0.0, 1e6], [1e5, 2e6])],
        [Series(f"line {i}", [1.0, 2.0], [float(i), i + 1.0]) for i in range(20)],
    ],
)
def test_odd_figures_are_drawn_without_a_word(series):
    ET.fromstring(chart_svg(Chart("x", "t", "x", "y", series, whole_x=False)))
    ET.fromstring(chart_svg(Chart("x", "t", "x", "y", series)))


def test_every_colour_can_be_seen_on_light_and_on_dark():
    for colour in COLOURS:
        assert 1.05 / (luminance(colour) + 0.05) >= 3
        assert (luminance(colour) + 0.05) / (luminance("#1c1f24") + 0.05) >= 3


@pytest.mark.parametrize("name", ["fixed_seats", "rotating", "one_game"])
def test_a_simulation_is_drawn_as_svg_and_png(request, tmp_path, name):
    result = request.getfixturevalue(name)
    plot_simulation(result, tmp_path / "a.svg")
    plot_simulation(result, tmp_path / "a.png")
    words = texts((tmp_path / "a.svg").read_text())
    assert f"{result.seats[0].seat}  {result.seats[0].strategy}" in words
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_a_drawn_simulation_is_the_same_every_time(tmp_path, fixed_seats):
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        plot_simulation(fixed_seats, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_another_ending_is_refused(tmp_path, fixed_seats):
    with pytest.raises(Usage, match=r"ends in '\.gif'; expected \.svg or \.png"):
        plot_simulation(fixed_seats, tmp_path / "a.gif")


def test_a_plot_in_a_missing_folder_fails_in_a_sentence(tmp_path, fixed_seats):
    with pytest.raises(Failure, match="does not exist"):
        plot_simulation(fixed_seats, tmp_path / "no" / "a.svg")


def test_the_settings_of_the_user_are_not_touched(tmp_path, fixed_seats):
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    plot_simulation(fixed_seats, tmp_path / "a.svg")
    assert dict(mpl.rcParams) == before
