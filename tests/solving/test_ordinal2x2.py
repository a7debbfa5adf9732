"""Types of 2x2 games: how many there are, who is whose neighbour, and the games everybody knows."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.solving.relabelling import relabelled

from upcard.solving.matrix2x2 import COLUMN, ROW, bimatrix, dominance, equilibria, pure_equilibria
from upcard.solving.ordinal2x2 import (
    ACCORD,
    DISCORD,
    NAMES,
    all_types,
    ordinal_type,
    strict_types,
)

PAYOFFS = st.lists(st.integers(-4, 4), min_size=4, max_size=4)
GAMES = st.builds(bimatrix, PAYOFFS, PAYOFFS)
LOW, MIDDLE, HIGH = 1, 2, 3

KNOWN = {
    # payoffs of the row player, of the column player; number, code, name
    "dilemma": ((3, 0, 5, 1), (3, 5, 0, 1), 111, "PdPd", "Prisoner's Dilemma"),
    "chicken": ((3, 1, 4, 0), (3, 4, 1, 0), 122, "ChCh", "Chicken"),
    "hunt": ((4, 0, 3, 2), (4, 3, 0, 2), 322, "ShSh", "Stag Hunt"),
    # two who would rather be together, each in another place, alone rather in the own one, or in the other
    "hero": ((4, 2, 1, 3), (3, 2, 1, 4), 144, "HrHr", "Hero"),
    "battle": ((4, 1, 2, 3), (3, 1, 2, 4), 133, "BaBa", "Battle"),
    "deadlock": ((2, 1, 4, 3), (2, 4, 1, 3), 166, "DlDl", "Deadlock"),
    "bluff": ((3, 0, 5, 1), (3, 4, 1, 0), 112, "PdCh", "Called Bluff"),
    # the samaritan rather helps whatever happens; who is helped rather does not work
    "samaritan": ((4, 3, 2, 1), (3, 4, 2, 1), 462, "HaCh", "Samaritan's Dilemma"),
}


@pytest.mark.parametrize("which", KNOWN)
def test_a_game_that_everybody_knows_has_its_number_code_and_name(which):
    row, column, number, code, name = KNOWN[which]
    found = ordinal_type(bimatrix(row, column))
    assert (found.number, found.code, found.name) == (number, code, name)


def test_pennies_have_a_name_whoever_wants_to_match():
    one = bimatrix((1, -1, -1, 1), (-1, 1, 1, -1))
    assert {ordinal_type(g).name for g in (one, one.transposed(), relabelled(one, True, False))} == {
        "Matching Pennies"
    }
    assert sum(t.name == "Matching Pennies" for t in all_types()) == 1


def test_the_battle_of_the_sexes_lies_between_battle_and_hero():
    """As Luce and Raiffa tell it, it is as bad to be alone in one place as in the other."""
    sexes = ordinal_type(bimatrix((2, -1, -1, 1), (1, -1, -1, 2)))
    assert (sexes.name, sexes.ties(ROW)) == ("Battle of the Sexes", "the lowest two")
    assert [t.code for t in sexes.between()] == ["BaBa", "BaHr", "HrBa", "HrHr"]


# ---- how many ----


def test_there_are_as_many_types_as_the_literature_counts():
    """144: Robinson and Goforth; 1,413: Bruns; 78 and 726 with the players exchanged: Rapoport and Guyer
    1966, Guyer and Hamburger 1968."""
    assert (len(strict_types()), len(all_types())) == (144, 1413)
    for types, apart in ((strict_types(), 78), (all_types(), 726)):
        assert len({min(t, t.mirrored()) for t in types}) == apart
    assert sum(t.is_symmetric for t in strict_types()) == 12


def test_strict_types_have_the_dominance_and_equilibria_that_are_known():
    """Two dominant actions in 36, one in 72, none in 36, which have two pure equilibria or none."""
    found = Counter(
        (sum(dominance(t.game(), p) is not None for p in (ROW, COLUMN)), len(pure_equilibria(t.game())))
        for t in strict_types()
    )
    assert found == {(2, 1): 36, (1, 1): 72, (0, 2): 18, (0, 0): 18}


def test_every_type_without_ties_has_its_own_number_and_code():
    types = strict_types()
    assert len({t.code for t in types}) == 144
    assert [t.number for t in types] == [
        100 * layer + 10 * row + column
        for layer in (1, 2, 3, 4)
        for row in range(1, 7)
        for column in range(1, 7)
    ]
    assert len({t.text for t in all_types()}) == 1413


# ---- the same game ----


@given(GAMES, st.booleans(), st.booleans())
def test_the_names_of_actions_do_not_matter(game, rows, columns):
    assert ordinal_type(relabelled(game, rows, columns)) == ordinal_type(game)


@given(GAMES, st.integers(1, 9), st.integers(-9, 9))
def test_only_the_order_of_payoffs_matters(game, scale, shift):
    row, column = ([m[i][j] for i in (0, 1) for j in (0, 1)] for m in (game.row, game.column))
    other = bimatrix([scale * x + shift for x in row], [x**3 for x in column])
    assert ordinal_type(other) == ordinal_type(game)


@given(GAMES)
def test_a_type_is_the_type_of_its_own_ranks_and_its_mirror_is_undone_by_mirroring(game):
    found = ordinal_type(game)
    assert ordinal_type(found.game()) == found
    assert found.mirrored() == ordinal_type(game.transposed())
    assert found.mirrored().mirrored() == found
    assert found.name == found.mirrored().name


@given(GAMES)
def test_a_type_has_as_many_pure_equilibria_as_its_games(game):
    assert len(pure_equilibria(ordinal_type(game).game())) == len(pure_equilibria(game))
    for player in (ROW, COLUMN):
        kinds = {getattr(dominance(g, player), "kind", "") for g in (game, ordinal_type(game).game())}
        assert len(kinds) == 1


def test_a_strict_type_is_turned_as_in_the_book():
    """The row player's best cell lies in the right column, the column player's in the upper row."""
    for t in strict_types():
        assert max(t.row[1], t.row[3]) == max(t.column[0], t.column[1]) == 4


def test_layers_are_told_by_where_the_best_cells_lie():
    for t in strict_types():
        row, column = divmod(t.row.index(4), 2), divmod(t.column.index(4), 2)
        is_same_row, is_same_column = row[0] == column[0], row[1] == column[1]
        places = {(False, False): 1, (False, True): 2, (True, True): 3, (True, False): 4}
        assert t.number // 100 == places[is_same_row, is_same_column]


# ---- neighbours ----


def test_patterns_follow_rings_of_swaps_of_the_lowest_and_the_middle_two():
    for ring in (DISCORD, ACCORD):
        codes = list(ring)
        for i, code in enumerate(codes):
            after = codes[(i + 1) % 6]
            low = LOW if i % 2 == 0 else MIDDLE
            swapped = tuple({low: low + 1, low + 1: low}.get(k, k) for k in ring[code])
            assert swapped == ring[after], (code, after)


def test_every_strict_type_has_six_neighbours_and_is_a_neighbour_of_each():
    for t in strict_types():
        near = t.neighbours()
        assert len(set(near.values())) == len(near) == 6
        assert t not in near.values()
        assert all(other.neighbours()[how] == t for how, other in near.items())


def test_swaps_of_the_lower_payoffs_stay_in_the_layer_and_of_the_highest_leave_it():
    for t in strict_types():
        for (_, low), other in t.neighbours().items():
            assert (other.number // 100 == t.number // 100) == (low != HIGH)


def test_the_dilemma_becomes_chicken_deadlock_or_a_hunt_when_both_swap():
    dilemma = ordinal_type(bimatrix(*KNOWN["dilemma"][:2]))
    both = [dilemma.swapped(ROW, low).swapped(COLUMN, low).name for low in (LOW, MIDDLE, HIGH)]
    assert both == ["Chicken", "Deadlock", "Stag Hunt"]
    assert dilemma.swapped(COLUMN, LOW).name == "Called Bluff"


def test_ranks_that_there_are_not_cannot_be_swapped():
    pennies = ordinal_type(bimatrix((1, 0, 0, 1), (0, 1, 1, 0)))
    assert len(pennies.neighbours()) == 2
    with pytest.raises(ValueError, match="there are no ranks 2 and 3 to swap in"):
        pennies.swapped(ROW, 2)


# ---- ties ----


def test_a_tie_of_two_lies_between_the_two_types_of_a_swap():
    """Half-swaps: with one pair of equal payoffs there are two ways to break it."""
    row, column = (1, 3, 2, 4), (4, 3, 2, 1)
    tied = ordinal_type(bimatrix((1, 3, 1, 4), column))
    assert [t.code for t in tied.between()] == ["PdPd", "ChPd"]
    assert (tied.ties(ROW), tied.ties(COLUMN)) == ("the lowest two", "no ties")
    assert (tied.number, tied.code, tied.name) == (0, "", "")
    assert ordinal_type(bimatrix(row, column)).between() == (ordinal_type(bimatrix(row, column)),)


@given(GAMES)
def test_every_strict_game_near_enough_is_among_those_that_come_of_breaking_ties(game):
    found = ordinal_type(game).between()
    rows, columns = ([m[i][j] for i in (0, 1) for j in (0, 1)] for m in (game.row, game.column))
    near = bimatrix(
        [100 * x + k for k, x in enumerate(rows)], [100 * x + 7 * k % 5 for k, x in enumerate(columns)]
    )
    assert ordinal_type(near) in found
    assert all(t.is_strict for t in found)


def test_all_ties_lie_between_all_types():
    assert ordinal_type(bimatrix((0,) * 4, (0,) * 4)).between() == strict_types()


# ---- what the names mean ----


def games_named(name):
    return [t.game() for t in strict_types() if t.name == name]


def test_every_name_belongs_to_a_type_and_its_mirror_image():
    assert {t.name for t in strict_types() if t.name} == set(NAMES.values())
    assert sum(bool(t.name) for t in strict_types()) == 12 + 2 * 4


def outcomes(game):
    """What both get in the pure equilibria."""
    return sorted((int(game.payoff(ROW, c)), int(game.payoff(COLUMN, c))) for c in pure_equilibria(game))


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Prisoner's Dilemma", [(2, 2)]),
        ("Deadlock", [(3, 3)]),
        ("Compromise", [(3, 3)]),
        ("Chicken", [(2, 4), (4, 2)]),
        ("Battle", [(3, 4), (4, 3)]),
        ("Hero", [(3, 4), (4, 3)]),
        ("Stag Hunt", [(2, 2), (4, 4)]),
        ("Assurance", [(3, 3), (4, 4)]),
        ("Coordination", [(3, 3), (4, 4)]),
        ("Peace", [(4, 4)]),
        ("Harmony", [(4, 4)]),
        ("Concord", [(4, 4)]),
    ],
)
def test_named_symmetric_games_have_these_equilibria(name, found):
    assert [outcomes(g) for g in games_named(name)] == [found]


def test_in_the_alibi_game_the_equilibrium_is_worse_for_both_than_another_cell():
    for game in games_named("Alibi"):
        assert sorted(outcomes(game)[0]) == [2, 3]
        assert len(equilibria(game)) == 1
        assert any(
            game.payoff(ROW, c) + game.payoff(COLUMN, c) == 7 for c in ((0, 0), (0, 1), (1, 0), (1, 1))
        )
