"""Liar's dice: rolls, bids and calls by hand, every end of the small game, and the values that are known."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack
from tests.night import IS_NIGHTLY

from upcard.engine.errors import Illegal, Usage
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import CHANCE, END, unroll
from upcard.games.liars_dice import rules as liars_dice
from upcard.play.series import values_by_seat
from upcard.solving.solve_game import solve

DICE = make_game("liars-dice")
ONES = [f"one {f}" for f in range(1, 7)]
TWOS = [f"two {f}s" for f in range(1, 7)]


def played(faces, bids="", game=DICE):
    """A match in which these faces were rolled; bids are separated by commas."""
    sides = int(game.option_words()["sides"])
    match = game.match(dealt=[str(int(f) - 1) for f in faces.split()])
    assert max(map(int, faces.split())) <= sides
    for words in filter(None, bids.split(", ")):
        match.do(words)
    return match


# ---- the rolls ----


def test_both_roll_one_die_and_see_their_own_only():
    match = played("5 2")
    assert list(match.state.die) == [5, 2]
    assert [list(match.view(p).die) for p in range(2)] == [[5, -1], [-1, 2]]
    assert not liars_dice.GAME.perfect_information


@pytest.mark.parametrize("sides", [2, 6])
def test_the_other_die_is_imagined_with_any_face(imagined, sides):
    match = make_game("liars-dice", sides=sides).match(4)
    for p in range(2):
        dice = [(s.die[p], s.die[1 - p]) for s in imagined(match, p, 200)]
        assert {own for own, _ in dice} == {match.state.die[p]}
        assert {other for _, other in dice} == set(range(1, sides + 1))


@pytest.mark.parametrize("sides", [2, 5, 6])
def test_a_die_has_as_many_faces_as_the_option_says(sides):
    game = make_game("liars-dice", sides=sides)
    rolled = {tuple(game.match(seed).state.die) for seed in range(400)}
    assert rolled == set(itertools.product(range(1, sides + 1), repeat=2))


@pytest.mark.parametrize("sides", [1, 7])
def test_other_dice_are_refused_in_a_sentence(sides):
    with pytest.raises(Usage, match=f"option sides was given {sides}; expected a whole number from 2 to 6"):
        make_game("liars-dice", sides=sides)


# ---- bids ----


def test_the_first_player_may_make_any_bid_and_cannot_call():
    match = played("1 1")
    assert match.player == 0
    assert match.choices() == [*ONES, *TWOS]


def test_bids_are_made_in_turn():
    lines = ("", "one 2", "one 2, one 5", "one 2, one 5, two 1s")
    assert [played("1 1", bids).player for bids in lines] == [0, 1, 0, 1]


def test_a_bid_is_of_more_dice_or_of_a_higher_face():
    assert played("1 1", "one 3").choices() == [*ONES[3:], *TWOS, "liar"]
    assert played("1 1", "two 3s").choices() == [*TWOS[3:], "liar"]


def test_after_the_highest_bid_only_the_call_is_left():
    assert played("1 1", "two 6s").choices() == ["liar"]


def test_there_are_no_bids_of_faces_that_there_are_not():
    match = make_game("liars-dice", sides=2).match(1)
    assert match.choices() == ["one 1", "one 2", "two 1s", "two 2s"]


@pytest.mark.parametrize(
    ("bids", "word", "sides", "reason"),
    [
        ("", "liar", 6, "there is no bid to call a lie"),
        ("two 2s", "one 6", 6, "a bid must be higher than the last one, two 2s"),
        ("one 4", "one 4", 6, "a bid must be higher than the last one, one 4"),
        ("", "one 5", 4, "the highest face is 4"),
    ],
)
def test_what_is_not_allowed_has_its_reason(bids, word, sides, reason):
    match = played("1 1", bids, make_game("liars-dice", sides=sides))
    with pytest.raises(Illegal, match=f"'{word}' is not allowed: {reason}"):
        match.do(word)


def test_the_bids_made_are_seen_by_both():
    match = played("1 6", "one 3, two 3s")
    for seat in range(2):
        v = match.view(seat)
        assert (v.bid, [b for b in range(12) if v.made[b]]) == (8, [2, 8])


# ---- calls ----


PAYS = [
    # one die of the face is enough for a bid of one
    ("3 1", "one 3, liar", [1, -1]),
    ("1 3", "one 3, liar", [1, -1]),
    ("1 2", "one 3, liar", [-1, 1]),
    # and a bid of two needs both
    ("3 3", "two 3s, liar", [1, -1]),
    ("3 1", "two 3s, liar", [-1, 1]),
    # the highest face counts as any other
    ("6 1", "one 3, liar", [1, -1]),
    ("6 3", "two 3s, liar", [1, -1]),
    ("6 6", "two 3s, liar", [1, -1]),
    # and no other as the highest
    ("5 5", "one 6, liar", [-1, 1]),
    ("6 5", "two 6s, liar", [-1, 1]),
    # who called and who bid, after an even number of bids
    ("1 3", "one 2, one 3, liar", [-1, 1]),
    ("1 1", "one 2, one 3, liar", [1, -1]),
]


@pytest.mark.parametrize(("faces", "bids", "scores"), PAYS)
def test_the_bidder_wins_if_the_bid_is_true_and_else_the_caller(faces, bids, scores):
    match = played(faces, bids)
    assert match.is_over
    assert match.scores() == scores


def test_what_one_wins_the_other_loses():
    assert liars_dice.GAME.zero_sum
    assert liars_dice.GAME.payoffs == (-1, 1)
    assert {tuple(scores) for *_, scores in PAYS} == {(1, -1), (-1, 1)}


def test_the_game_goes_on_until_somebody_calls():
    match = played("1 1")
    for words in [*ONES, *TWOS]:
        match.do(words)
        assert not match.is_over
    match.do("liar")
    assert match.is_over
    assert len(match.actions) == liars_dice.GAME.longest


@pytest.mark.parametrize("sides", [2, 3])
def test_every_end_pays_what_counting_the_dice_by_hand_gives(sides):
    """All rolls and all rising sequences of bids, told again without the rules file."""
    game = make_game("liars-dice", sides=sides)
    bids = [(n, f) for n in (1, 2) for f in range(1, sides + 1)]
    for faces in itertools.product(range(1, sides + 1), repeat=2):
        for line in itertools.chain.from_iterable(
            itertools.combinations(bids, k) for k in range(1, len(bids) + 1)
        ):
            n, f = line[-1]
            is_true = sum(face in (f, sides) for face in faces) >= n
            bidder = (len(line) - 1) % 2
            winner = bidder if is_true else 1 - bidder
            words = [f"one {f}" if n == 1 else f"two {f}s" for n, f in line]
            match = played(" ".join(map(str, faces)), ", ".join([*words, "liar"]), game)
            assert match.winners() == [winner]


# ---- known values ----


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_the_tree_has_every_roll_and_every_rising_sequence_of_bids(sides):
    """The sizes that OpenSpiel and Gambit count, by a formula; both rolls are nodes of chance."""
    tree = unroll(make_game("liars-dice", sides=sides))
    sequences = 2 ** (2 * sides)
    assert tree.nodes == 1 + sides + sides**2 * (2 * sequences - 1)
    assert tree.infosets == sides * sequences
    assert int((tree.player == CHANCE).sum()) == 1 + sides


def value(tree):
    """What seat 1 can be sure of, by linear programming on the sequence form (D. Koller and others, 1996).

    Variables: the second player's weight of each of his sequences, then the value of each information set
    of the first and, as number 0, of the root. The weights are a strategy; a value is at least what each
    action yields, and the root's is to be as small as possible.
    """
    edges = np.zeros((tree.nodes, 2), np.int64)
    reach = tree.chance()
    for node in range(1, tree.nodes):
        above = tree.parent[node]
        edges[node], reach[node] = edges[above], reach[node] * reach[above]
        if tree.player[above] >= 0:
            edges[node, tree.player[above]] = tree.edge[node] + 1
    wide = len(tree.legal) + 1
    flows = [[((0, 0), 1.0)], [((0, 0), 1.0)]]
    for k in range(tree.infosets):
        node, p = int((tree.infoset == k).argmax()), int(tree.owner[k])
        flows[p].append(((k + 1, int(edges[node, p])), -1.0))
        flows[p] += [((k + 1, int(tree.first[k] + i + 1)), 1.0) for i in range(tree.count[k])]
    first, second = (
        coo_array(
            ([x for _, x in flow], np.array([at for at, _ in flow]).T), shape=(tree.infosets + 1, wide)
        ).tocsr()
        for flow in flows
    )
    end = tree.player == END
    pays = coo_array((reach[end] * tree.payoff[end, 0], edges[end].T), shape=(wide, wide)).tocsr()
    n = tree.infosets + 1
    mine = np.r_[
        0, [tree.first[k] + i + 1 for k in np.flatnonzero(tree.owner == 0) for i in range(tree.count[k])]
    ]
    done = linprog(
        np.r_[np.zeros(wide), 1.0, np.zeros(n - 1)],
        A_ub=hstack([pays, -first.T]).tocsr()[mine],
        b_ub=np.zeros(len(mine)),
        A_eq=hstack([second, coo_array((n, n))]).tocsr()[np.r_[0, np.flatnonzero(tree.owner == 1) + 1]],
        b_eq=np.r_[1.0, np.zeros(int((tree.owner == 1).sum()))],
        bounds=[(0, None)] * wide + [(None, None)] * n,
    )
    assert done.success
    return done.fun


@pytest.mark.parametrize(
    ("preset", "known"),
    [("two-sided", 1 / 2), ("four-sided", 0.0625)],  # Gambit, in fractions; OpenSpiel, CFR+
)
def test_the_value_is_the_one_that_others_found(preset, known):
    assert value(unroll(make_game("liars-dice", preset=preset))) == pytest.approx(known, abs=1e-9)


SNYD = {
    # thomasahle/snyd on GitHub, "1v1": what the first player gets without a wild face, and with the lowest
    ("none", 2): Fraction(0),
    ("none", 3): Fraction(-1, 9),
    ("lowest", 2): Fraction(1),
    ("lowest", 3): Fraction(1, 3),
}
LARGER = {
    ("none", 4): -1 / 8,
    ("lowest", 4): 0.0,
    ("none", 5): -3 / 25,
    ("lowest", 5): 0.0,
    ("none", 6): -1 / 9,
    ("lowest", 6): -7 / 327,
}


def test_the_values_beside_a_series_are_those_that_are_tested_here():
    for known in (SNYD, LARGER, {("highest", 2): 1 / 2, ("highest", 4): 1 / 16}):
        for (wild, sides), expected in known.items():
            found = values_by_seat(make_game("liars-dice", sides=sides, wild=wild))
            assert float(found[0]) == pytest.approx(float(expected))


@pytest.mark.parametrize(("wild", "sides"), SNYD)
def test_with_another_wild_face_the_values_are_the_published_fractions(wild, sides):
    assert solve(make_game("liars-dice", sides=sides, wild=wild)).value_exact == SNYD[wild, sides]


@pytest.mark.parametrize(("wild", "sides"), [x for x in LARGER if x[1] == 4 or IS_NIGHTLY])
def test_larger_dice_have_the_published_values_too(wild, sides):
    found = solve(make_game("liars-dice", sides=sides, wild=wild), exact=False)
    assert found.value == pytest.approx(LARGER[wild, sides], abs=1e-8)


@pytest.mark.parametrize("sides", [4, *([6] if IS_NIGHTLY else [])])
def test_linear_programming_and_regret_minimization_agree(sides):
    """Of two dice with the highest face wild; that with six sides is compared with nobody's program."""
    game = make_game("liars-dice", sides=sides)
    by_lp, by_regrets = solve(game, "lp", exact=False), solve(game, "cfr+", gap=1e-3)
    assert by_lp.bounds is not None
    assert by_lp.value is not None
    assert by_regrets.bounds is not None
    low, high = by_regrets.bounds
    assert low - 1e-9 <= by_lp.value <= high + 1e-9
    assert by_lp.bounds[1] - by_lp.bounds[0] < 1e-9


@pytest.mark.parametrize(
    ("wild", "faces", "bids", "scores"),
    [
        ("lowest", "1 3", "two 3s, liar", [1, -1]),
        ("lowest", "6 3", "two 3s, liar", [-1, 1]),
        ("lowest", "3 3", "one 1, liar", [-1, 1]),
        ("none", "6 3", "two 3s, liar", [-1, 1]),
        ("none", "1 3", "two 3s, liar", [-1, 1]),
        ("none", "3 3", "two 3s, liar", [1, -1]),
    ],
)
def test_another_face_or_none_may_be_wild(wild, faces, bids, scores):
    assert played(faces, bids, make_game("liars-dice", wild=wild)).scores() == scores


def test_the_scene_names_another_wild_face_or_none():
    says = [
        liars_dice.scene(make_game("liars-dice", wild=w).match(1).view(0)).says[0] for w in ("lowest", "none")
    ]
    assert says == ["A 1 is wild: it counts as any face.", "No face is wild."]


def test_the_presets_are_these_options():
    assert {p: make_game("liars-dice", preset=p).option_words() for p in liars_dice.PRESETS} == {
        "two-sided": {"sides": 2, "wild": "highest"},
        "four-sided": {"sides": 4, "wild": "highest"},
        "five-sided": {"sides": 5, "wild": "highest"},
    }
    assert DICE.option_words() == {"sides": 6, "wild": "highest"}


def test_a_face_is_called_by_its_number():
    assert [liars_dice.card_text(k) for k in range(6)] == list("123456")


# ---- the scene ----

WILD = "A 6 is wild: it counts as any face."


def test_the_scene_names_the_wild_face_and_the_standing_bid():
    assert liars_dice.scene(played("1 2").view(0)).says == (
        WILD,
        'Make the first bid on both dice, such as "one 2".',
    )
    assert liars_dice.scene(played("1 2", "two 4s").view(1)).says == (
        WILD,
        'They bid "two 4s": bid higher, or call it a lie.',
    )
    assert liars_dice.scene(played("1 2", "two 4s").view(0)).says == (WILD, 'You bid "two 4s".')


@pytest.mark.parametrize(("faces", "verdict"), [("4 6", "true"), ("4 5", "false")])
def test_the_scene_of_the_end_says_who_was_right(faces, verdict):
    assert (
        liars_dice.scene(played(faces, "two 4s, liar").state).says[-1] == f'The bid "two 4s" was {verdict}.'
    )
