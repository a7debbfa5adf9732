"""What notebooks show: all that is known, nothing that is hidden, in one piece that needs nothing else."""

import random
import re
import subprocess
import sys
from typing import Any

import pytest
from bs4 import BeautifulSoup

import upcard as uc
from upcard.cli.terminal.console import show
from upcard.engine import notebook_views as notebook
from upcard.engine.registry import game_modules
from upcard.report.charts import interval_bar, stacked_bar
from upcard.report.notebook_sheet import STRONGEST, ground
from upcard.report.result_tables import simulation_table
from upcard.report.svg import read_drawing
from upcard.report.tournament_text import tournament_table
from upcard.simulation.estimate import Estimate
from upcard.solving.best_response.best_responses import best_responses
from upcard.solving.strategy_chart import decisions
from upcard.testing.zone_cells import scrambled

GAMES = sorted(name for name, rules in game_modules().items() if rules.__name__.startswith("upcard."))


def html_of(x: Any) -> str:
    """What a notebook is given."""
    html = x._repr_html_()
    assert html is not None
    return str(html)


def soup_of(x: Any) -> Any:
    return BeautifulSoup(html_of(x), "html.parser")


def numbers(element: Any, *names: str) -> list[float]:
    """Attributes of an element of a drawing."""
    return [float(element.get(name)) for name in names]


def text_of(x):
    return soup_of(x).get_text(" ", strip=True)


def table_of(x, caption):
    """The cells of a table, row by row, headings first."""
    table = next(t for t in soup_of(x).find_all("table") if t.caption.get_text(strip=True) == caption)
    return [[c.get_text(" ", strip=True) for c in row.find_all(["th", "td"])] for row in table.find_all("tr")]


@pytest.fixture(scope="module")
def simulated():
    lineup = ["same-first", "next-first", "random", "random"]
    return uc.simulate("lama", lineup, games=400, seed=1, seating="rotate")


@pytest.fixture(scope="module")
def played():
    return uc.tournament("lama", ["same-first", "next-first", "random"], games=200, seed=1)


@pytest.fixture(scope="module")
def tuned():
    return uc.tune("lama", "folding", ["same-first"], budget=40, games=20, confirm_games=1000, seed=1)


@pytest.fixture(scope="module")
def solved():
    return uc.solve(uc.game("kuhn-poker"))


@pytest.fixture(scope="module")
def shown(simulated, played, tuned, solved):
    """One of each kind."""
    match = uc.game("four-cell").match(seed=1)
    response = best_responses(uc.game("kuhn-poker"), ["random"], 0)
    things = [
        match.game,
        match,
        match.view(1),
        match.hand(1),
        match.state,
        simulated,
        played,
        tuned,
        solved,
        solved.tree,
    ]
    return [html_of(x) for x in [*things, response]]


def test_everything_shown_is_one_element_that_needs_nothing_else(shown):
    for html in shown:
        soup: Any = BeautifulSoup(html, "html.parser")
        assert [x.name for x in soup.find_all(recursive=False)] == ["section"]
        assert not soup.find_all(["script", "style", "link", "img", "iframe", "image"])
        for x in soup.find_all(True):
            assert not [k for k in x.attrs if k.lower().startswith("on") or k.lower() in ("href", "src")]
        assert not re.search(r"url\((?!#)|@import", html)


def test_every_table_and_drawing_has_words(shown):
    for html in shown:
        soup: Any = BeautifulSoup(html, "html.parser")
        assert soup.section["aria-label"]
        for table in soup.find_all("table"):
            assert table.caption.get_text(strip=True)
            assert all(th["scope"] in ("col", "row") for th in table.find_all("th"))
        for svg in (x for x in soup.find_all("svg") if x.find_parent("svg") is None):
            assert svg.get("aria-hidden") == "true" or svg.get("aria-label") or svg.title.get_text()


def strength(ground_colour):
    """How strong a ground is; ``none`` is no ground."""
    return 0 if ground_colour == "none" else float(ground_colour.removesuffix(")").split(",")[3])


def test_ink_is_that_of_the_notebook_and_grounds_let_it_be_read(shown):
    for html in shown:
        soup: Any = BeautifulSoup(html, "html.parser")
        for x in soup.find_all(style=True):
            if x.find_parent("svg") is None and x.name != "svg" and x.get("aria-hidden") is None:
                assert set(re.findall(r"(?<![-\w])color:([^;]*)", x["style"])) <= {"inherit"}
                assert all(strength(g) <= STRONGEST for g in re.findall(r"background:([^;]*)", x["style"]))


@pytest.mark.parametrize("name", GAMES)
def test_a_match_shows_what_its_player_sees_and_nothing_else(name):
    match = uc.game(name).match(seed=1)
    before = html_of(match)
    assert f"as {match.seats[match.player]} sees it" in before
    assert soup_of(match).svg is not None
    match.state = scrambled(match.game, match.state, match.player, [0, 1, 2], random.Random(2))
    assert html_of(match) == before


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_drawn_for_its_seat(name):
    match = uc.game(name).match(seed=1)
    last = match.game.players - 1
    html = html_of(match.view(last))
    assert f"as player {last + 1} sees it" in html
    match.state = scrambled(match.game, match.state, last, [0, 1, 2], random.Random(2))
    assert html_of(match.view(last)) == html
    assert "as a spectator sees it" in html_of(match.game.view(match.state, -1))


def test_options_of_a_view_are_those_of_its_game():
    game = uc.game("lama", players=3, target=17)
    assert "L.A.M.A., 3 players" in text_of(game.match().view(0))
    assert "target=17" in text_of(game.match().view(0))


def test_a_match_tells_what_can_be_done_and_what_was():
    match = uc.game("kuhn-poker").match(seed=1)
    assert "player 1 can: check, bet 1." in text_of(match)
    match.do("bet")
    assert "1 action: player 1 bet 1." in text_of(match)
    match.do("pass")
    assert "over, all cards open" in text_of(match)
    assert " can: " not in text_of(match)


def test_the_same_stands_in_words_below_the_picture():
    match = uc.game("lama").match(seed=1)
    words = soup_of(match).details.pre.get_text()
    assert "you are player 1" in words
    assert all(choice in words for choice in match.choices())


def test_names_are_escaped():
    match = uc.game("kuhn-poker").match(seed=1, seats=["<b>Ada</b>", "&amp;"])
    assert soup_of(match).b is None
    assert "<b>Ada</b> can: check, bet 1." in text_of(match)


def test_a_state_shows_all_cards():
    match = uc.game("kuhn-poker").match(seed=1)
    assert "all cards open" in text_of(match.state)
    faces = {x.get_text() for x in soup_of(match.state).select("svg svg > title")}
    assert "a card face down" not in faces
    assert "a card face down" in {x.get_text() for x in soup_of(match.view(0)).select("svg svg > title")}


def test_a_game_shows_its_options_and_its_strategies():
    game = uc.game("lama", preset="paper")
    rows = table_of(game, "Options")
    assert ["count", "every_card"] in [row[:2] for row in rows]
    assert "same-first" in text_of(game)
    assert "Options" not in text_of(uc.game("kuhn-poker"))


def test_a_simulation_shows_every_share_with_its_interval(simulated):
    heads, *rows = table_of(simulated, "Entrants")
    at = heads.index("win share %")
    for row, s in zip(rows, simulated.seats, strict=True):
        e = s.estimates["win_share"]
        value, low_high = row[at].split(" ", 1)
        assert float(value) == pytest.approx(100 * e.value, abs=0.06)
        assert low_high == f"{100 * e.low:.1f}–{100 * e.high:.1f}"
    assert len(table_of(simulated, "First minus second (win shares in percentage points)")) == 7
    assert len(soup_of(simulated).find_all("svg")) == 4


def test_a_tournament_is_a_heat_map_with_the_best_on_top(played):
    soup = soup_of(played)
    rows = table_of(played, "Standings")
    assert [row[1] for row in rows[1:]] == [s.strategy for s in played.standings]
    payoffs = soup.find_all("table")[1]
    cells = [[td.get("style") for td in tr.find_all("td")] for tr in payoffs.find_all("tr")[1:]]
    assert "rgba(0,114,178,0.50)" in cells[0][2]
    assert "rgba(213,94,0,0.50)" in cells[2][0]
    assert all(",0.00)" in cells[i][i] for i in range(3))


def test_a_tuning_shows_the_course_of_its_search(tuned):
    assert "candidates tried" in soup_of(tuned).svg.title.text
    assert len(table_of(tuned, "Strength")) == 5
    assert not soup_of(tuned).find_all(id=True), "several may stand in one notebook"


def test_a_solution_is_a_chart_of_its_strategy(solved):
    heads, *rows = table_of(solved, "The strategy")
    assert heads == ["seat", "knows", "does", "how likely", "reached"]
    queen = next(
        row
        for row in rows
        if [row[0].replace("\xa0", " "), row[1]] == ["seat 1", "seat 1: check, seat 2: bet 1; queen"]
    )
    alpha = next(
        row for row in rows if [row[0].replace("\xa0", " "), row[1]] == ["seat 1", "nothing yet; jack"]
    )
    bluffs = float(alpha[3].rpartition(" ")[2]) if "bet" in alpha[3] else 0.0
    bet = float(queen[3].rpartition(" ")[2])
    assert bet == pytest.approx(bluffs + 1 / 3, abs=1e-3)  # a known line of the game's equilibria
    assert "fold" in queen[3]
    assert "call 1" in queen[3]
    assert "exactly -1/18" in text_of(solved)
    assert "Exploitability, the mean of the gaps: 0." in text_of(solved)


def test_bars_of_a_chart_are_as_long_as_choices_are_likely(solved):
    svg = read_drawing(stacked_bar([0.25, 0, 0.75]).svg)
    (wide,) = numbers(svg, "width")
    assert [numbers(x, "x", "width") for x in svg] == [[0, 0.25 * wide], [0.25 * wide, 0.75 * wide]]


def test_decisions_come_as_often_as_chance_and_players_let_them(solved):
    found = decisions(solved.tree, solved.strategy)
    begins = [d for d in found if d.knows.startswith("nothing yet")]
    assert [d.reach for d in begins] == pytest.approx([1 / 3] * 3)
    assert all(sum(d.chances) == pytest.approx(1) for d in found)
    often = sorted((d.reach for d in found), reverse=True)
    some = decisions(solved.tree, solved.strategy, 4)
    assert sorted((d.reach for d in some), reverse=True) == often[:4]


def test_a_tree_tells_how_large_it_is(solved):
    rows = table_of(solved.tree, "Nodes")
    assert sum(int(row[1]) for row in rows[1:]) == solved.tree.nodes
    assert sum(int(row[2] or 0) for row in rows[1:]) == solved.tree.infosets


def test_an_interval_is_drawn_from_its_low_to_its_high_end():
    svg = read_drawing(interval_bar(Estimate(0.5, 0.25, 0.75, 0.1), 0, 1, 0.25).svg)
    bar, whisker, mark = svg
    assert numbers(bar, "x", "width") == [2, 82]
    assert re.fullmatch(r"M43 .*H125m.*", whisker.get("d", ""))
    assert mark.get("d", "").startswith("M43 ")


def test_grounds_are_blue_above_nothing_and_red_below():
    assert ground(1) == "rgba(0,114,178,0.50)"
    assert ground(-0.5) == "rgba(213,94,0,0.25)"
    assert ground(7) == ground(1)


def test_notebooks_show_html_whichever_module_is_imported_first():
    code = "from upcard.engine.game import make_game; print(make_game('kuhn-poker')._repr_html_()[:8])"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == "<section\n"


def test_where_nobody_draws_the_repr_is_shown(monkeypatch):
    monkeypatch.setattr(notebook, "_providers", [])
    assert uc.game("lama")._repr_html_() is None


def test_results_are_printed_as_the_commands_print_them(simulated, played, capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    for result, table in ((simulated, simulation_table(simulated)), (played, tournament_table(played))):
        show(table)
        assert str(result) == capsys.readouterr().out.rstrip("\n")
        assert not re.search(r"Result\(|\x1b| $", str(result), flags=re.MULTILINE)
    assert "same-first" in str(simulated)


def test_a_result_that_nobody_draws_is_printed_as_its_repr(simulated, solved, monkeypatch):
    assert notebook.printed(solved.game) == repr(solved.game)
    monkeypatch.setattr(notebook, "_providers", [])
    assert str(simulated) == repr(simulated)
