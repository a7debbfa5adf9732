"""Le Her: its rules on deals by hand, and the known value of the game, exactly."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from upcard.engine.chance import Script
from upcard.engine.game import make_game
from upcard.games.le_her import rules as le_her
from upcard.games.le_her.rules import CHANGE, KEEP, PAUL, PETER
from upcard.games.le_her.strategies import le_her_mixed, le_her_threshold
from upcard.kit.ranks import KING, card_text
from upcard.play.scene import make_scene
from upcard.simulation.simulate_games import simulate

LE_HER = make_game("le-her")
RANKS = range(13)
VALUE = Fraction(11327, 22100)
"""Paul's probability of winning; see the test of the four numbers for where it comes from."""


def played(cards, line):
    """A match after a line of actions; `cards` are Paul's, Peter's and the one Peter draws."""
    match = LE_HER.match(dealt=cards.split())
    for word in line.split():
        match.do(word)
    return match


# ---- the rules ----

WINS = [
    # both keep: the higher card wins, equal cards are Peter's
    ("9 8", "keep keep", 1),
    ("8 9", "keep keep", -1),
    ("8 8", "keep keep", -1),
    # Paul changes
    ("2 J", "change keep", 1),
    ("J 2", "change keep", -1),
    ("5 5", "change keep", -1),
    # a King refuses, and Peter still has his choice
    ("2 K", "change keep", -1),
    ("2 K A", "change change", 1),
    # Peter draws
    ("9 8 10", "keep change", -1),
    ("9 8 9", "keep change", -1),
    ("9 8 7", "keep change", 1),
    ("8 9 2", "keep change", 1),
    # a King from the deck does not count: Peter has to keep his card
    ("9 8 K", "keep change", 1),
    ("8 9 K", "keep change", -1),
    ("J 2 K", "change change", -1),
    ("2 J K", "change change", 1),
]


@pytest.mark.parametrize(("cards", "line", "paul"), WINS)
def test_who_wins(cards, line, paul):
    match = played(cards, line)
    assert match.is_over
    assert match.scores() == [paul, -paul]


def test_a_game_is_one_point_to_either():
    assert le_her.GAME.payoffs == (min(x for *_, x in WINS), max(x for *_, x in WINS)) == (-1, 1)
    assert le_her.GAME.zero_sum


def test_paul_goes_first_and_both_have_one_choice():
    match = played("5 6", "")
    assert (match.player, match.choices()) == (PAUL, ["keep", "swap"])
    match.do("keep")
    assert (match.player, match.choices()) == (PETER, ["keep", "swap"])
    match.do("keep")
    assert match.is_over


def test_after_a_change_each_knows_the_others_card_and_else_neither():
    changed = played("5 6", "change")
    assert [changed.view(p).known[p] for p in (PAUL, PETER)] == [5, 6]
    for cards, line in (("5 6", "keep"), ("5 K", "change")):
        match = played(cards, line)
        assert [match.view(p).known[p] for p in (PAUL, PETER)] == [0, 0]
        assert [match.view(p).card[1 - p] for p in (PAUL, PETER)] == [-1, -1]


def test_the_known_card_may_be_imagined_at_the_very_end_of_the_deck():
    s = played("9 3", "change").state
    for k in range(1, s.stock[0] + 1):
        s.stock[k] = 0
    s.card[PETER], s.stock[s.stock[0]] = 5, 8  # Paul knows that Peter has the 9, which he got from him
    le_her.imagine(s, PAUL)
    assert (s.card[PETER], s.stock[s.stock[0]]) == (8, 5)


@pytest.mark.parametrize(("cards", "line"), [("9 3", "change"), ("9 3", "keep"), ("9 K", "change")])
def test_each_imagines_that_the_other_knows_the_cards_that_he_does(imagined, cards, line):
    """Both know both cards after a change. After a King both know too who has it, and nothing of it."""
    match = played(cards, line)
    has_changed = (cards, line) == ("9 3", "change")
    for p in (PAUL, PETER):
        states = []
        for s in imagined(match, p, 60):
            states.append((s.card[0], s.card[1], s.known[1 - p]))
            pack = [s.card[0], s.card[1], *(s.stock[i] for i in range(1, s.stock[0] + 1))]
            assert sorted(pack) == [k // 4 for k in range(52)]
        assert {x[p] for x in states} == {match.state.card[p]}
        assert len({x[1 - p] for x in states}) == (1 if has_changed else 13)
        assert {x[2] for x in states} == {match.state.card[p] + 1 if has_changed else 0}


@pytest.mark.parametrize(("cards", "laid", "held"), [("9 8 10", "8", "10"), ("9 8 K", "K", "8")])
def test_the_card_that_peter_does_not_keep_is_laid_open(cards, laid, held):
    s = played(cards, "keep change").state
    assert (card_text(s.laid), card_text(s.card[PETER])) == (laid, held)


@pytest.mark.parametrize(
    ("cards", "line", "did"),
    [
        ("5 6", "keep keep", [1, 1]),
        ("5 6 7", "change change", [2, 2]),
        ("5 K 7", "change change", [3, 2]),
        ("5 6 K", "keep change", [1, 3]),
    ],
)
def test_what_was_done_is_public(cards, line, did):
    assert list(played(cards, line).view(PAUL).did) == did


# ---- the known value ----


def after(s, action, *drawn):
    """The state after an action, with the card that is drawn for it."""
    other = s.copy(Script(le_her, drawn))
    le_her.apply(other, action)
    return other


def mean_score(s, action):
    """Paul's exact mean score when Peter does `action` in state `s`."""
    if action == KEEP:
        return Fraction(le_her.score(after(s, KEEP), PAUL))
    stock = [s.stock[i] for i in range(1, s.stock[0] + 1)]
    scores = {k: le_her.score(after(s, CHANGE, k), PAUL) for k in set(stock)}
    return Fraction(sum(scores[k] for k in stock), len(stock))


def seen(s):
    """What the player whose turn it is goes by: an information set."""
    return (s.player, s.did[PAUL], s.card[s.player], s.known[s.player])


@pytest.fixture(scope="module")
def lines():
    """Every deal and pair of actions: its weight, both information sets and actions, Paul's mean score."""
    found = []
    for cards in product(RANKS, RANKS):
        weight = Fraction(4 * (4 - (cards[0] == cards[1])), 52 * 51)
        s = LE_HER.start(Script(le_her, cards))
        for paul in (KEEP, CHANGE):
            t = after(s, paul)
            found += [
                (weight, seen(s), paul, seen(t), peter, mean_score(t, peter)) for peter in (KEEP, CHANGE)
            ]
    return found


@pytest.fixture(scope="module")
def states():
    """One state for every information set."""
    found = {}
    for cards in product(RANKS, RANKS):
        s = LE_HER.start(Script(le_her, cards))
        for t in (s, after(s, KEEP), after(s, CHANGE)):
            found[seen(t)] = t
    return found


def probabilities(states, choose, *parameters):
    """For every information set the exact probability with which a strategy keeps and changes."""
    found = {}
    for key, s in states.items():
        v = LE_HER.view(s, s.player)
        chosen = []
        for i in range(8):  # whatever below(8) may give
            v.__dict__["chance"] = Script(le_her, [i])
            chosen.append(choose(v, *parameters))
        found[key] = [Fraction(chosen.count(a), 8) for a in (KEEP, CHANGE)]
    return found


def score_of(lines, paul, peter):
    """Paul's exact mean score when both play given probabilities."""
    return sum(w * paul[i][a] * peter[j][b] * x for w, i, a, j, b, x in lines)


def best_score(lines, seat, other):
    """Paul's exact mean score when `seat` answers the probabilities `other` as well as it can."""
    totals: defaultdict[tuple[int, ...], list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for w, i, a, j, b, x in lines:
        if seat == PAUL:
            totals[i][a] += w * other[j][b] * x
        else:
            totals[j][b] += w * other[i][a] * x
    return sum(max(both) if seat == PAUL else min(both) for both in totals.values())


def as_score(probability):
    """A probability of winning as a mean score."""
    return 2 * Fraction(probability) - 1


@pytest.mark.parametrize(("paul", "peter", "wins"), [(8, 9, 2828), (7, 9, 2834), (8, 8, 2838), (7, 8, 2828)])
def test_the_four_numbers_of_1713_are_found_again(lines, states, paul, peter, wins):
    """Paul's chances in 5525, whether he changes a 7 or keeps it, and Peter an 8: Bellhouse and Fillion 2015.

    The value 11327/22100 of the game is that of the two by two matrix of these numbers.
    """
    both = probabilities(states, le_her_threshold.choose, paul, peter)
    assert score_of(lines, both, both) == as_score(Fraction(wins, 5525))
    assert Fraction(2834 * 2838 - 2828 * 2828, 2834 + 2838 - 2 * 2828) / 5525 == VALUE


def test_the_mixed_strategies_are_optimal_so_that_the_value_is_11327_in_22100(lines, states):
    """Neither can do better against them with any strategy at all, of a threshold or not."""
    both = probabilities(states, le_her_mixed.choose)
    assert score_of(lines, both, both) == as_score(VALUE)
    assert best_score(lines, PAUL, both) == as_score(VALUE)
    assert best_score(lines, PETER, both) == as_score(VALUE)


def test_no_pair_of_thresholds_is_optimal_for_both(lines, states):
    """Where either changes his choice with one card the other has a better answer, as was argued in 1713."""
    for paul, peter in product(range(6, 10), range(7, 11)):
        both = probabilities(states, le_her_threshold.choose, paul, peter)
        gains = best_score(lines, PAUL, both) - best_score(lines, PETER, both)
        assert gains > 0


def test_the_value_also_follows_without_the_rules_file():
    """The mixed strategies once more, by counting deals and draws."""
    wins = Fraction(0)
    for a, b, c in product(range(1, 14), repeat=3):
        copies = 4 * (4 - (b == a)) * (4 - (c == a) - (c == b))
        for paul, x in ((8, Fraction(3, 8)), (7, Fraction(5, 8))):
            for peter, y in ((9, Fraction(5, 8)), (8, Fraction(3, 8))):
                wins += copies * x * y * paul_wins(a, b, c, paul, peter)
    assert wins / (52 * 51 * 50) == VALUE


def paul_wins(mine, his, drawn, paul, peter):
    """Whether Paul wins with thresholds, cards by value; `drawn` is what Peter would draw."""
    knows = mine < paul and his != 13
    if knows:
        mine, his = his, mine
    changes = his < mine if knows else his < peter
    return mine > (drawn if changes and drawn != 13 else his)


def test_simulation_sees_the_value():
    result = simulate(LE_HER, ["le-her-mixed", "le-her-mixed"], games=400_000, seed=1)
    mean = result.seats[PAUL].estimates["score_mean"]
    assert abs(mean.value - float(as_score(VALUE))) < 4 * mean.se


def test_a_king_is_the_highest_rank():
    assert [card_text(k) for k in (0, 1, 9, 10, 11, KING)] == ["A", "2", "10", "J", "Q", "K"]


# ---- the scene ----


def scene(match):
    return le_her.scene(match.state if match.is_over else match.view(match.player))


def test_the_scene_says_who_is_who_and_what_is_to_be_decided():
    picture = scene(played("9 8", ""))
    assert picture.says == ("You are Paul.", "Keep your card, or swap it with Peter's.")
    assert picture.badges == {0: "Paul", 1: "Peter deals"}
    picture = scene(played("9 8", "keep"))
    says = "Keep your card, or swap it for the top card of the deck."
    assert picture.says == ("You are Peter, the dealer.", says)


@pytest.mark.parametrize(
    ("cards", "did", "says"),
    [("J 2", "swapped", ("You know that Paul holds a 2.",)), ("J K", "refused by a King", ())],
)
def test_the_scene_tells_peter_of_a_change_and_of_the_card_he_knows(cards, did, says):
    match = played(cards, "change")
    drawn = make_scene(match.game, match.view(1), 1)
    assert drawn.badges == (("Paul", did), ("Peter deals",))
    assert drawn.says[2:] == says


def test_the_scene_shows_what_peter_laid_down_and_nothing_else_that_is_not_there():
    assert scene(played("9 8", "keep")).quiet == ("known", "laid")
    assert scene(played("9 8 7", "keep change")).quiet == ("known",)
    assert scene(played("9 8 7", "keep change")).says == ()
