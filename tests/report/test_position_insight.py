"""What is known of a position besides worths: as plain values, and drawn."""

import json
from xml.etree import ElementTree as ET

import pytest

from upcard.engine.errors import Usage
from upcard.engine.game import Match, make_game
from upcard.engine.record import record_text
from upcard.engine.registry import valid_games
from upcard.games.four_cell.rules import gain, meeting
from upcard.report.charts import columns
from upcard.report.position_insight import (
    answer,
    columns_chart,
    document,
    drawing_svg,
    has_insight,
    insight_of,
)


def match_of(
    name: str, players: int, dealt: str = "", actions: tuple[int, ...] = (), **options: str
) -> Match:
    match = make_game(name, players, None, **options).match(seed=3, dealt=dealt.split())
    for a in actions:
        match.do(a)
    return match


@pytest.mark.parametrize("game", sorted(valid_games()[0]))
def test_no_position_of_any_game_is_too_much(game):
    match = make_game(game).match(seed=4)
    for _ in range(6):
        found = document(insight_of(match))
        assert bool(found) <= has_insight(game)
        for drawing in found.get("drawings", []):
            assert ET.fromstring(drawing_svg(drawing)).tag.endswith("svg")
        if match.is_over:
            break
        match.do(match.legal()[0])
    assert has_insight(game) == (game in ("four-cell", "lama", "stoppers"))


def test_stoppers_tells_what_comes_back_and_what_is_assumed():
    match = match_of("stoppers", 4, "3 9 5 K", (1, 0), first_dealer="4")
    found = insight_of(match)
    assert found is not None
    assert "seat 1 swapped, seat 2 kept" in found.says[0]
    assert "as a round is solved" in found.says[1]
    by_name = {row[0]: row[1:] for row in found.tables[0].rows}
    assert by_name["a King stops you"][0] == "7.8 %"
    assert all(sum(s.y) <= 1 for drawing in found.drawings for s in drawing.series)  # type: ignore[union-attr]
    eager = insight_of(match, "13")
    assert eager is not None
    assert "Such players would have acted differently" in eager.says[-1]
    assert len(eager.tables[0].columns) == 3
    assert insight_of(match, "6") != found


def test_a_way_to_play_that_there_is_not_is_refused():
    with pytest.raises(Usage, match="'often'; choose one of solved, 0, 1"):
        insight_of(match_of("stoppers", 3), "often")
    with pytest.raises(Usage, match="choose one of 0, 1"):
        insight_of(match_of("stoppers", 6), "solved")


def test_who_is_to_answer_does_not_swap():
    match = match_of("stoppers", 3, "3 9 5", (1,), first_dealer="3", block="optional")
    assert insight_of(match) is None


def test_the_matrix_of_four_cell_is_that_of_the_turn():
    match = match_of("four-cell", 2)
    found = insight_of(match)
    assert found is not None
    matrix, chart = found.drawings
    s = match.state
    cells = [[meeting(0, i, 1, j) for j in (0, 1)] for i in (0, 1)]
    told = [[f"{gain(s, 0, c)}, {gain(s, 1, c)}".replace("-", "−") for c in row] for row in cells]
    assert matrix.cells == told  # type: ignore[union-attr]
    assert chart.here  # type: ignore[union-attr]
    assert found.tables[0].title == "What theory says"
    assert all(link.startswith("/learn/four-cell?cell=matrix&") for link in found.tables[1].links)
    assert len(found.tables[2].rows) == 4


def test_a_strict_matrix_has_six_neighbours_and_one_with_ties_lies_between():
    counts = set()
    for seed in range(12):
        found = insight_of(make_game("four-cell").match(seed))
        assert found is not None
        is_strict = "Neighbours" in found.tables[1].title
        assert (len(found.tables[1].rows) == 6) == is_strict
        counts.add(is_strict)
    assert counts == {True, False}


def test_a_hand_of_one_colour_of_columns_says_so():
    position = "AS.2H/3C.4D/5S.6H/7C.8D/9S.9H/2S.2D"
    south = insight_of(match_of("four-cell", 2, position=position))
    assert south is not None
    assert south.says[-1] == "S holds no clubs or diamonds, and cannot choose right."


def test_another_process_can_be_asked():
    match = match_of("stoppers", 3)
    text = json.dumps({"record": record_text(match), "assumed": "4"})
    assert answer(text) == document(insight_of(match, "4"))


def test_columns_end_at_a_line_above_the_highest():
    svg = ET.fromstring(columns(columns_chart("t", ["a", "b"], {"x": [0.05, 0.3]})))
    heights = sorted(float(x.attrib["height"]) for x in svg.iter() if x.tag.endswith("rect"))
    assert heights[-1] == pytest.approx(150 * 0.3 / 0.4)
