"""Dealt 2x2 games: the count against dealing small packs out in every way, and against the game itself."""

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import perm

import pytest

from upcard.document.model import FAILS, HOLDS
from upcard.engine.game import make_game
from upcard.games.four_cell.rules import value
from upcard.games.four_cell.studies import four_cell_deals as deals
from upcard.games.four_cell.studies import four_cell_types as study
from upcard.solving.matrix2x2 import COLUMN, ROW, bimatrix, pure_equilibria
from upcard.solving.ordinal2x2 import ordinal_type
from upcard.study.study_registry import find_study, study_modules


@pytest.fixture(scope="module")
def chances():
    return {deck: deals.type_chances(deals.table(deck)) for deck in study.DECKS}


@pytest.fixture(scope="module")
def report():
    return find_study("four-cell-types").run(300, seed=2)


def test_the_study_is_found():
    assert study_modules()["four-cell-types"] is study


# ---- the count ----


def test_packs_are_those_of_the_rules():
    assert deals.copies(deals.table("10")) == (8, *(2,) * 18, 8)
    assert deals.copies(deals.table("11-12-13")) == (2,) * 26


def sizes(values):
    """How many of some values are the lowest, the next, and so on."""
    return tuple(n for _, n in sorted(Counter(values).items()))


def order(values):
    ranks = sorted(set(values))
    return tuple(ranks.index(x) for x in values)


@pytest.mark.parametrize("pack", [(2, 1, 3, 1), (1, 4, 2), (7,), (1, 1, 1, 1, 1)])
@pytest.mark.parametrize("places", [(2, 2), (3, 1), (2, 3)])
def test_ways_are_those_of_dealing_a_small_pack_out_in_every_way(pack, places):
    cards = [x for x, n in enumerate(pack) for _ in range(n)]
    dealt = Counter((order(d[: places[0]]), order(d[places[0] :])) for d in permutations(cards, sum(places)))
    for orders, n in dealt.items():
        assert deals.ways(pack, sizes(orders[0]), sizes(orders[1])) == n
    assert sum(dealt.values()) == perm(len(cards), sum(places))


def test_the_chances_of_all_types_add_up_to_one(chances):
    assert {sum(found.values()) for found in chances.values()} == {1}


def test_every_order_without_ties_is_as_likely_as_any_other(chances):
    """Four ways to name the columns; so a type without ties is dealt in four of 24 * 24 orders."""
    for found in chances.values():
        strict = {x for t, x in found.items() if t.is_strict}
        everything = sum(x for t, x in found.items() if t.is_strict)
        assert strict == {everything / 144}


def elementary(numbers, k):
    """The sum of all products of `k` of some numbers."""
    sums = [1] + [0] * k
    for n in numbers:
        for i in range(k, 0, -1):
            sums[i] += n * sums[i - 1]
    return sums[k]


def test_one_player_has_equal_values_as_often_as_counting_his_four_cards_gives(chances):
    for deck in study.DECKS:
        pack = deals.copies(deals.table(deck))
        different = Fraction(24 * elementary(pack, 4), perm(52, 4))
        alike = Fraction(sum(perm(n, 4) for n in pack), perm(52, 4))
        for player in (ROW, COLUMN):
            found: Counter[str] = Counter()
            for t, x in chances[deck].items():
                found[t.ties(player)] += x
            assert found["no ties"] == different
            assert found["all four"] == alike


def test_players_and_signs_are_alike(chances):
    """Exchanging the players, or red and black, changes no chance."""
    for found in chances.values():
        for t, x in found.items():
            assert found[t.mirrored()] == x
            assert found[turned_over(t)] == x


def turned_over(t):
    """The type with all payoffs of both players negative."""
    game = t.game()
    row, column = ([-m[i][j] for i, j in product((0, 1), repeat=2)] for m in (game.row, game.column))
    return ordinal_type(bimatrix(row, column))


def test_known_chances(chances):
    usual = chances["10"]
    found = {t.name: x for t, x in usual.items() if t.name}
    assert found["Prisoner's Dilemma"] == Fraction(2702929, 774671625)
    assert found["Matching Pennies"] == Fraction(10613, 4389805875)
    assert len(usual) == 1413


# ---- deals ----


def test_the_matrix_is_read_as_it_lies_on_the_table():
    """S sees SW and NW on the left, W sees NW and NE there."""
    game = make_game("four-cell")
    for number in range(20):
        s = game.match(7, number).state
        by_name = {name: i for i, name in enumerate(("SW", "NW", "NE", "SE"))}
        lie = (("NW", "SW"), ("NE", "SE"))  # S left, right; W left, right
        found = deals.dealt_game(game, 7, number)
        for i, j in product((0, 1), repeat=2):
            cell = by_name[lie[i][j]]
            assert found.payoff(ROW, (i, j)) == value(s, s.matrix[2 * cell])
            assert found.payoff(COLUMN, (i, j)) == value(s, s.matrix[2 * cell + 1])


def test_dealt_shares_lie_around_the_counted_ones(chances, report):
    assert report.sections[1].findings[0].verdict == HOLDS
    assert [d["dealt"] for d in report.results["courts"]["10"]] != [
        d["dealt"] for d in report.results["courts"]["11-12-13"]
    ]
    rows = report.sections[1].tables[0].rows
    assert len(rows) == sum(len(study.shares(found)) for found in chances.values())
    for *_, counted, dealt, low, high in rows:
        assert low <= dealt <= high
        assert low <= counted <= high


def test_deals_that_do_not_agree_are_named(chances):
    wrong = deals.Deals(1000)
    wrong.types[next(t for t in chances["10"] if len(pure_equilibria(t.game())) == 4)] = 1000
    found = study.features_section(chances, dict.fromkeys(study.DECKS, wrong)).findings[0]
    assert found.verdict == FAILS
    assert "courts 10, pure equilibria: 4" in found.evidence


# ---- the report ----


def test_the_plain_answer_comes_first(report):
    assert report.summary[0].startswith("In 49.8 % of the dealt matrices")
    assert "2702929/774671625, or one in 287 matrices" in report.summary[0]


def test_every_game_with_a_name_has_its_row(report):
    rows = report.sections[0].tables[0].rows
    assert [r[0] for r in rows[:2]] == [111, 112]
    assert {r[1] for r in rows} >= {"Prisoner's Dilemma", "Chicken", "Stag Hunt", "Matching Pennies"}
    assert report.sections[0].findings[0].verdict == HOLDS


def test_results_have_every_type_with_its_chance_as_a_fraction(report):
    document = json.loads(json.dumps(report.to_json()))
    listed = document["results"]["courts"]["10"]
    assert len(listed) == 1413
    assert sum(Fraction(x["chance_exact"]) for x in listed) == 1
    assert sum(x["dealt"] for x in listed) == 300


def test_the_same_seed_gives_the_same_findings():
    assert study.run(100, seed=4).sections == study.run(100, seed=4).sections
    assert study.run(100, seed=5).sections != study.run(100, seed=4).sections


def test_an_interrupted_study_reports_what_it_has(interrupted_at):
    found = study.run(1_500, seed=3, on_step=interrupted_at(0.2))
    assert found.settings["stopped early"] is True
    assert found.summary[0].startswith("Stopped early: ")
    assert found.results["courts"]["10"][0]["games"] == 1_000


def test_progress_grows_from_nothing_to_one():
    steps = []
    study.run(200, on_step=lambda what, part: steps.append(part))
    assert steps == sorted(steps)
    assert steps[-1] == pytest.approx(1)


def test_the_figure_shows_how_many_pure_equilibria_there_are(report, chances):
    (figure,) = report.sections[1].figures
    counted, dealt, *_ = figure.series
    for number, y in zip(counted.x, counted.y, strict=True):
        alike = [x for t, x in chances["10"].items() if len(pure_equilibria(t.game())) == number]
        assert y == pytest.approx(100 * float(sum(alike)))
    assert sum(counted.y) == pytest.approx(100)
    assert sum(dealt.y) == pytest.approx(100)
    assert all(a <= y <= b for a, y, b in zip(dealt.low, dealt.y, dealt.high, strict=True))
