"""Goofspiel: bids, prizes, ties and orders by hand, and the values that are known."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Illegal, Usage
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.games.goofspiel import rules as goofspiel
from upcard.games.goofspiel.strategies import match_prize
from upcard.simulation.simulate_games import simulate


def played(pairs, prizes="", **options):
    """A match after these pairs of bids; prizes come in this order, or in the one of the options."""
    match = make_game("goofspiel", length=4, **options).match(seed=1, dealt=prizes.split())
    for pair in pairs.split():
        for word in pair.split("-"):
            match.do(f"bid {word}")
    return match


def cards(zone):
    return [zone[i] + 1 for i in range(1, zone[0] + 1)]


# ---- the deal ----


@pytest.mark.parametrize("length", [2, 5, 13])
def test_each_has_all_cards_and_one_of_as_many_prizes_is_turned_up(length):
    s = make_game("goofspiel", length=length).match(4).state
    assert [sum(s.hand[p, k] for k in range(13)) for p in range(2)] == [length] * 2
    assert sorted([*cards(s.prizes), s.prize + 1]) == list(range(1, length + 1))


@pytest.mark.parametrize("length", [1, 14])
def test_a_length_out_of_range_is_refused_in_a_sentence(length):
    with pytest.raises(
        Usage, match=f"option length was given {length}; expected a whole number from 2 to 13"
    ):
        make_game("goofspiel", length=length)


def test_any_prize_may_come_first():
    game = make_game("goofspiel")
    assert {game.match(seed).state.prize for seed in range(200)} == set(range(13))


@pytest.mark.parametrize(("order", "prizes"), [("descending", [4, 3, 2]), ("ascending", [1, 2, 3])])
def test_prizes_may_come_in_a_fixed_order(order, prizes):
    found = [played(bids, order=order).state.prize + 1 for bids in ("", "1-2", "1-2 2-3")]
    assert found == prizes


@pytest.mark.parametrize(
    ("order", "left"),
    [("descending", [[1, 2, 3], [1, 2], [1]]), ("ascending", [[2, 3, 4], [3, 4], [4]])],
)
def test_in_a_fixed_order_the_prizes_to_come_lie_face_down(order, left):
    assert [sorted(cards(played(x, order=order).state.prizes)) for x in ("", "1-2", "1-2 2-3")] == left


# ---- bids ----


def test_a_bid_is_seen_by_its_owner_alone_until_both_are_in():
    match = make_game("goofspiel", length=4).match(1)
    match.do("bid 3")
    v = match.view(1)
    assert [v.bid[0], v.hand[0, 2], v.shown[0, 0]] == [-1, -1, 0]
    assert match.view(0).bid[0] == 2


def test_shown_bids_are_seen_by_both():
    match = played("3-1 1-4")
    assert [[cards(match.view(p).shown[q]) for q in range(2)] for p in range(2)] == [[[3, 1], [1, 4]]] * 2


def test_hidden_bids_stay_hidden_and_only_the_winner_is_told():
    v = played("3-1 1-4", order="descending", bids="hidden").view(1)
    assert [v.shown[p, 0] for p in range(2)] == [0, 0]
    assert [v.hand[0, k] for k in range(4)] == [-1] * 4
    assert [cards(v.won[p]) for p in range(2)] == [[4], [3]]


@pytest.mark.parametrize(("bids", "spent"), [("shown", {3, 4}), ("hidden", {1, 2, 3, 4})])
def test_a_closed_bid_is_imagined_to_be_any_card_that_the_other_may_have(imagined, bids, spent):
    """Seat 1 has shown, or only played, a 1 and a 2 of 4 and bids; with hidden bids any three may be gone."""
    match = played("1-2 2-1", "4 3 2", bids=bids)
    match.do("bid 3")
    found = set()
    for s in imagined(match, 1, 100):
        own, other = ([k + 1 for k in range(4) if s.hand[p, k]] for p in (1, 0))
        assert own == [3, 4]
        assert len(other) == 1
        assert s.bid[0] + 1 not in other
        assert cards(s.prizes) == [1]
        found.add(s.bid[0] + 1)
    assert found == spent


def test_a_seat_imagines_its_own_cards_among_the_spent_ones_where_bids_stay_hidden(imagined):
    match = played("1-2 2-1", "4 3 2", bids="hidden")
    for s in imagined(match, 0, 60):
        other = {k + 1 for k in range(4) if not s.hand[1, k]}
        assert sorted(cards(s.spent)) == sorted([1, 2, *other])


def test_a_bid_near_the_prize_is_imagined_most_often():
    """The square of the length less twice the distance, and at least 1."""
    s = played("", "4").state
    assert [goofspiel.lean(s, a) for a in range(4)] == [1, 1, 4, 16]


def test_a_card_can_be_bid_once():
    match = played("3-1")
    assert match.choices() == ["bid 1", "bid 2", "bid 4"]
    with pytest.raises(Illegal, match="'bid 3' is not allowed: there is no 3 in your hand"):
        match.do("bid 3")


def test_the_last_card_of_each_hand_bids_itself():
    match = played("4-3 3-2 2-1", order="ascending")
    assert match.is_over
    assert [cards(match.state.shown[p]) for p in range(2)] == [[4, 3, 2, 1], [3, 2, 1, 4]]
    assert [cards(match.state.won[p]) for p in range(2)] == [[1, 2, 3], [4]]


# ---- prizes and scores ----


PAYS = [
    # prizes, bids, options, scores
    ("4 3 2 1", "4-3 3-2 2-1", {}, [8, -8]),
    ("4 3 2 1", "1-4 2-3 3-2", {}, [-4, 4]),
    ("4 3 2 1", "1-4 2-1 3-2", {}, [2, -2]),
    # ties: the prize of 4 is lost, or goes to the winner of the 3 or, after another tie, of the 2
    ("4 3 2 1", "1-1 3-2 2-4", {}, [2, -2]),
    ("4 3 2 1", "1-1 3-2 2-4", {"ties": "carried"}, [6, -6]),
    ("4 3 2 1", "1-1 2-2 4-3", {"ties": "carried"}, [8, -8]),
    ("4 3 2 1", "1-1 2-2 4-3", {}, [1, -1]),
    # a tie at the end is nobody's
    ("4 3 2 1", "2-3 3-4 4-2", {"ties": "carried"}, [-5, 5]),
    ("4 3 2 1", "2-2 3-3 4-4", {"ties": "carried"}, [0, 0]),
    # win or loss
    ("4 3 2 1", "4-3 3-2 2-1", {"objective": "win"}, [1, -1]),
    ("4 3 2 1", "1-4 2-3 3-2", {"objective": "win"}, [-1, 1]),
    ("4 3 2 1", "2-2 3-3 4-4", {"objective": "win"}, [0, 0]),
]


@pytest.mark.parametrize(("prizes", "bids", "options", "scores"), PAYS)
def test_bids_pay_what_they_should(prizes, bids, options, scores):
    match = played(bids, prizes, **options)
    assert match.is_over
    assert match.scores() == scores


def by_hand(prizes, bids, carried):
    """Points of both, in the plainest way."""
    points, left = [0, 0], 0
    for prize, (mine, other) in zip(prizes, bids, strict=True):
        if mine == other:
            left += prize if carried else 0
        else:
            points[0 if mine > other else 1] += prize + left
            left = 0
    return points


@given(*[st.permutations(range(1, 7))] * 3, st.sampled_from(("discarded", "carried")))
def test_a_whole_game_is_what_counting_by_hand_gives(prizes, mine, other, ties):
    match = make_game("goofspiel", length=6, ties=ties).match(dealt=map(str, prizes[:-1]))
    for one, two in list(zip(mine, other, strict=True))[:-1]:
        match.do(f"bid {one}")
        match.do(f"bid {two}")
    points = by_hand(prizes, zip(mine, other, strict=True), ties == "carried")
    assert match.is_over
    assert [goofspiel.measure(match.state, p, 0) for p in range(2)] == points
    assert match.scores() == [points[0] - points[1], points[1] - points[0]]
    assert [goofspiel.measure(match.state, p, 1) for p in range(2)] == [
        match.state.won[p, 0] for p in range(2)
    ]


def test_no_difference_exceeds_all_points_but_twice_the_least():
    """All games of 4 cards, and the line of 13 cards that reaches the bound that the game declares."""
    orders = list(itertools.permutations(range(1, 5)))
    points = [
        by_hand(prizes, zip(bids, range(1, 5), strict=True), carried)
        for prizes in orders
        for bids in orders
        for carried in (False, True)
    ]
    assert max(mine - other for mine, other in points) == 10 - 2
    match = make_game("goofspiel", order="descending").match(1)
    for k in range(12):
        match.do(f"bid {k + 2}")
        match.do(f"bid {k + 1}")
    assert match.scores() == [91 - 2, 2 - 91]
    assert goofspiel.GAME.payoffs == (2 - 91, 91 - 2)
    assert goofspiel.GAME.zero_sum


# ---- known values ----


def test_random_bids_lose_what_ross_found_to_matched_prizes():
    """Sum of v (2 v - n - 1) / n over the prizes v: (n^2 - 1) / 6, which is 28 for 13 cards."""
    result = simulate("goofspiel", ["match-prize", "random"], games=50_000, seed=2, threads=1)
    found = result.seats[0].estimates["score_mean"]
    assert abs(found.value - 28) < 4.5 * found.se


@pytest.mark.parametrize("order", ["random", "descending", "ascending"])
def test_matching_the_prize_is_the_best_reply_to_random_bids(order):
    """Exact, from the tree of three cards: nothing scores more than (3^2 - 1) / 6."""
    game = make_game("goofspiel", length=3, order=order)
    best, matching = replies(game)
    assert best == pytest.approx(8 / 6)
    assert matching == pytest.approx(8 / 6)


def replies(game):
    """What the best reply and ``match-prize`` score on seat 1 against random bids, from the tree.

    With bids shown, seat 1 knows the whole past when it bids, so the best of each node is the best of all.
    """
    tree = unroll(game)
    below: list[list[int]] = [[] for _ in range(tree.nodes)]
    for node in range(1, tree.nodes):
        below[tree.parent[node]].append(node)
    chance = tree.chance()

    def value(node, choose):
        if tree.player[node] == 0:
            children = below[node]
            wanted = choose(node) if choose else None
            return max(value(c, choose) for c in children if wanted is None or tree.action[c] == wanted)
        if not below[node]:
            return tree.payoff[node, 0]
        share = chance if tree.player[node] < 0 else dict.fromkeys(below[node], 1 / len(below[node]))
        return sum(share[c] * value(c, choose) for c in below[node])

    return value(0, None), value(0, lambda node: matched_at(game, tree, node))


def matched_at(game, tree, node):
    """The action of ``match-prize`` at a node of seat 1, found by playing the way there again."""
    way = []
    while node > 0:
        way.append(node)
        node = int(tree.parent[node])
    dealt = [str(tree.action[n] + 1) for n in reversed(way) if tree.player[tree.parent[n]] < 0]
    match = game.match(dealt=dealt)
    for n in reversed(way):
        if tree.player[tree.parent[n]] >= 0:
            match.do(int(tree.action[n]))
    v = match.view(0)
    v.__dict__["chance"] = match.chance
    return match_prize.choose(v)


def test_the_presets_are_these_options():
    words = {preset: make_game("goofspiel", preset=preset).option_words() for preset in goofspiel.PRESETS}
    usual = {"length": 13, "order": "random", "ties": "discarded", "bids": "shown", "objective": "difference"}
    assert words == {
        "classic": usual,
        "three": usual | {"length": 3},
        "fixed": usual | {"length": 4, "order": "descending"},
        "hidden": usual | {"length": 4, "order": "descending", "bids": "hidden"},
    }
    assert make_game("goofspiel").option_words() == usual


def test_cards_have_their_numbers():
    assert [goofspiel.card_text(k) for k in range(13)] == [str(n) for n in range(1, 14)]


# ---- the scene ----


def scene(match):
    return goofspiel.scene(match.state if match.is_over else match.view(match.player))


def test_the_scene_says_what_is_won_and_what_the_other_has_left():
    picture = scene(played("1-2", prizes="4 1 2 3"))
    assert picture.says == ("Bid a card for the prize 1: the higher bid wins it.", "They still hold 1 3 4.")
    assert picture.badges == {0: "0 points", 1: "4 points"}
    assert picture.shown == {"round": "2 of 4"}
    assert picture.quiet == ("tied", "spent", "bid")


@pytest.mark.parametrize(("ties", "says"), [("carried", 3), ("discarded", 2)])
def test_the_scene_counts_tied_prizes_where_they_go_with_the_next_one(ties, says):
    found = scene(played("1-1", prizes="4 2 1 3", ties=ties)).says
    assert len(found) == says
    assert ("The tied prizes, worth 4, go with this one." in found) == (ties == "carried")


@pytest.mark.parametrize("bids", ["shown", "hidden"])
def test_the_scene_does_not_tell_a_closed_bid(bids):
    scenes = []
    for bid in range(1, 5):
        match = played("", prizes="4 1 2 3", bids=bids)
        match.do(f"bid {bid}")
        scenes.append(scene(match))
    assert all(picture == scenes[0] for picture in scenes)


def test_the_scene_does_not_tell_the_cards_left_where_bids_stay_hidden():
    assert scene(played("1-2", bids="hidden", prizes="4 1 2 3")).says == (
        "Bid a card for the prize 1: the higher bid wins it.",
    )


def test_the_scene_of_the_end_says_what_each_has_won():
    picture = scene(played("1-2 2-3 3-4", prizes="4 1 2 3"))
    assert (picture.says, picture.badges) == ((), {0: "3 points", 1: "7 points"})
    assert picture.quiet == ("tied", "spent", "prize", "bid", "prizes")
