"""Tables in terminals."""

import io
import math
import re

import pytest
from rich.console import Console

from upcard.document.model import FAILS, HOLDS, OPEN, Section, StudyFinding
from upcard.report.number_text import (
    broken,
    cell_text,
    column_decimals,
    error_decimals,
    fixed,
    interval_text,
    is_figures,
    tally,
    verdict,
)
from upcard.report.result_tables import simulation_table, study_summary
from upcard.simulation.simulate_games import simulate
from upcard.study.study_parts import StudyReport


def printed(thing, width=100, **how):
    file = io.StringIO()
    Console(file=file, width=width, **how).print(thing)
    return file.getvalue()


@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("name", ["fixed_seats", "rotating", "one_game"])
def test_a_simulation_fits_the_width_there_is(request, name, width):
    lines = printed(simulation_table(request.getfixturevalue(name)), width).splitlines()
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)


def test_every_measure_of_every_seat_is_shown_at_every_width(fixed_seats):
    for width in (60, 100, 200):
        text = printed(simulation_table(fixed_seats), width)
        for head in ("win", "winners", "score", "points", "over 30", "round"):
            assert head in text
        for label in ("same-first", "next-first", "folding:A=17.576", "D=1.222", "random"):
            assert label in text.replace("\n", "")


def test_one_wide_line_holds_all_measures_where_there_is_room(fixed_seats):
    heads = [line for line in printed(simulation_table(fixed_seats), 160).splitlines() if "strategy" in line]
    assert len(heads) == 1


def test_shares_are_shown_in_per_cent_with_their_intervals(fixed_seats):
    e = fixed_seats.seats[0].estimates["win_share"]
    text = printed(simulation_table(fixed_seats))
    assert f"{100 * e.value:.1f}" in text
    assert f"{100 * e.low:.1f}–{100 * e.high:.1f}" in text


def test_an_interval_below_zero_has_no_dash_between_its_ends(fixed_seats):
    assert re.search(r"-\d+\.\d+ to -\d+\.\d+", printed(simulation_table(fixed_seats)))


def test_differences_are_shown_when_seats_rotate_and_only_then(rotating, fixed_seats):
    assert "First minus second" in printed(simulation_table(rotating))
    assert "neither is shown to be better" in re.sub(r"\s+", " ", printed(simulation_table(rotating)))
    assert "First minus second" not in printed(simulation_table(fixed_seats))


def test_means_per_game_are_shown(fixed_seats):
    text = printed(simulation_table(fixed_seats))
    assert "decisions" in text
    assert f"{fixed_seats.per_game['rounds_mean'].value:.1f}" in text


def test_one_game_has_no_interval_and_says_so(one_game):
    text = printed(simulation_table(one_game))
    assert "no interval" in text
    assert "nan" not in text
    assert "inf" not in text
    assert "1 game " in text


def test_a_terminal_without_unicode_gets_letters_it_knows(fixed_seats, rich_report):
    class Old(io.StringIO):
        encoding = "ascii"

    for thing in (simulation_table(fixed_seats), study_summary(rich_report)):
        file = Old()
        Console(file=file, width=80).print(thing)
        assert file.getvalue().isascii()


def test_a_function_with_brackets_in_its_name_is_printed_as_it_is():
    class Named:
        __name__ = "[bold red]<lambda>[/]"

        def __call__(self, v):
            return 0

    result = simulate("kuhn-poker", [Named(), "random"], games=20)
    assert "[bold red]<lambda>[/]" in printed(simulation_table(result))


def test_what_was_not_asked_for_in_so_many_words_is_said_in_the_heading(fixed_seats):
    table = simulation_table(fixed_seats, "one for each strategy", ["Rounded up.", "At random."])
    lines = printed(table, 120).splitlines()
    assert lines[0].startswith("lama · 4 players, one for each strategy · 500 games · ")
    assert [line.strip() for line in lines[2:4]] == ["Rounded up.", "At random."]
    assert "for each strategy" not in printed(simulation_table(fixed_seats))


def test_a_stopped_simulation_says_that_it_was_stopped(fixed_seats):
    from dataclasses import replace

    assert "Stopped early" in printed(simulation_table(replace(fixed_seats, interrupted=True)))


def test_a_summary_names_every_finding_and_verdict_in_words_and_signs(rich_report):
    text = printed(study_summary(rich_report), 100)
    flat = re.sub(r"\s+", " ", text)
    assert rich_report.title in flat
    assert "4 findings: ✓ 2 hold ✗ 1 does not hold ? 1 undecided" in flat
    for sentence in rich_report.summary:
        assert sentence in flat
    for section in rich_report.sections:
        for finding in section.findings:
            assert finding.claim.split()[0] in flat
            assert finding.evidence.split()[0] in flat


def test_a_summary_has_colours_where_there_are_colours(rich_report):
    text = printed(study_summary(rich_report), force_terminal=True, color_system="standard")
    assert "\x1b[1;32m✓ holds" in text
    assert "\x1b[1;31m✗ does not hold" in text


def test_a_study_without_findings_has_a_summary_all_the_same():
    report = StudyReport("x", "Title", ["One thing."], {}, [Section("Empty")], {})
    assert "One thing." in printed(study_summary(report))


def test_one_finding_is_counted_in_the_singular():
    section = Section("S", findings=[StudyFinding("c", "strange", "")])
    text = printed(study_summary(StudyReport("x", "T", [], {}, [section], {})))
    assert "1 finding: ? 1 strange" in text


def test_the_digits_of_an_estimate_follow_its_error():
    assert [error_decimals([h]) for h in (52, 2.2, 0.44, 0.0012)] == [0, 1, 2, 4]
    assert error_decimals([0.0, math.inf, math.nan]) == 2


def test_numbers_are_written_without_surprises():
    assert fixed(-0.0001, 2) == "0.00"
    assert fixed(math.nan, 2) == "n/a"
    assert (fixed(math.inf, 2), fixed(-math.inf, 2)) == ("∞", "-∞")
    assert fixed(1234567.0, 0) == "1,234,567"
    assert (fixed(-1234.56, 1), cell_text(1000, 0), cell_text(-10_000, 0)) == ("-1,234.6", "1,000", "-10,000")
    assert fixed(0.5, 1, signed=True) == "+0.5"
    assert interval_text(-math.inf, math.inf, 2) == "no interval"
    assert interval_text(0.1, 0.2, 1) == "0.1–0.2"


def test_a_column_of_fractions_has_one_number_of_digits():
    decimals = column_decimals([17.576, 12.24196, 3.92])
    assert [cell_text(x, decimals) for x in (17.576, 3.92, 200_000, True, "x")] == [
        "17.6", "3.9", "200,000", "yes", "x",
    ]  # fmt: skip
    assert cell_text(1e-9, 2) == "1.0e-09"


def test_text_made_of_figures_counts_as_a_number():
    assert all(
        is_figures(x)
        for x in (1, 0.5, "0.33 (0.30, 0.36)", "-3 ± 1", "27 %", "1e-9", "0.2 to 0.27", "51.6–56.1")
    )
    assert not any(is_figures(x) for x in (True, "1 same-first", "", "none", "x2", "1 to x", "to 3"))


def test_verdicts_are_counted_in_a_fixed_order():
    counts = tally([OPEN, HOLDS, FAILS, HOLDS, FAILS])
    assert [words for words, _ in counts] == ["2 hold", "2 do not hold", f"1 {OPEN}"]
    assert len({verdict(v).symbol for v in (HOLDS, FAILS, OPEN)}) == 3


def test_a_label_is_broken_after_commas_and_nothing_is_lost():
    label = "folding:A=17.576,B=12.24196,C=3.92"
    assert broken(label, 18).split("\n") == ["folding:A=17.576,", "B=12.24196,C=3.92"]
    assert broken("x" * 30, 14).replace("\n", "") == "x" * 30
    assert broken("", 14) == ""
