"""Beat It Or Eat It: small games solved by other means, the figures, and what is said on a screen."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.beat_it_or_eat_it.beat_it_table import NAME, after, at, rounds

from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.rules import EAT, KINDS
from upcard.simulation.simulate_games import simulate

# --- small games, solved by other means


def solved(suits, length):
    """Who wins with best play, and in how many plies: the mover in +n, the other in -n; endless is missing.

    Positions between turns are (mover's cards, other's cards, top card or None), cards as bits suit by suit.
    """
    everything = (1 << suits * length) - 1
    below: dict[object, list[object]] = {}
    waiting: list[tuple[int, int, int | None]] = [(m, everything & ~m, None) for m in range(1, everything)]
    while waiting:
        position = waiting.pop()
        if position not in below:
            found = list(turns(*position, length, everything))
            below[position] = list(found)
            waiting += [p for p in found if p != WON]
    value: dict[object, int] = {WON: LOST}
    for plies in range(1, 1000):
        new = {p: verdict(ways, value) * plies for p, ways in below.items() if p not in value}
        value |= {p: x for p, x in new.items() if x}
        if not any(new.values()):
            break
    return value


WON, LOST = "won", -1


def verdict(ways, value):
    if any(value.get(p, 0) < 0 for p in ways):
        return 1
    return -1 if all(value.get(p, 0) > 0 for p in ways) else 0


def turns(mine, other, top, length, everything):
    """What whole turns lead to: a position, or ``WON``."""
    cards = [c for c in range(everything.bit_length()) if mine >> c & 1]
    if top is None:
        hands = [mine]
    else:
        yield (other, everything & ~other, None)
        hands = [mine & ~(1 << c) for c in cards if c > top and c // length == top // length]
    for left in hands:
        if left == 0:
            yield WON
        for c in cards:
            if left >> c & 1:
                yield WON if left == 1 << c else (other, left & ~(1 << c), c)


def mirror_openings(length):
    ones = (1 << length) - 1
    hands = [m | (ones & ~m) << length for m in range(1 << length)]
    return [(m, (1 << 2 * length) - 1 & ~m, None) for m in hands]


@pytest.mark.parametrize(("length", "won"), [(2, 4), (3, 6), (4, 14)])
def test_the_source_says_that_to_start_is_usually_but_not_always_an_advantage(length, won):
    value = solved(2, length)
    results = [value[p] > 0 for p in mirror_openings(length)]
    assert (results.count(True), results.count(False)) == (won, 2**length - won)


@pytest.fixture(scope="module")
def two_by_three():
    return solved(2, 3)


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_beat_it_or_eat_it_rule_07_the_winner_wins_within_the_plies_to_win(two_by_three, seed):
    rng, match = random.Random(seed), make_game(NAME, length=3, deal="random").match(seed)
    plies = two_by_three[position_of(match.state)]
    winner = 0 if plies > 0 else 1
    while not match.is_over:
        ways = list(plans(match))
        if match.player == winner:
            ways = [min(ways, key=lambda x: quickest(two_by_three, after_plan(match, x)))]
        for a in rng.choice(ways):
            match.do(a)
    assert match.scores()[winner] == 1
    assert match.state.plies <= abs(plies)


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_beat_it_or_eat_it_rule_07_the_winner_hurries_and_the_loser_delays(two_by_three, seed):
    match = make_game(NAME, length=3, deal="random").match(seed)
    plies = two_by_three[position_of(match.state)]
    winner = 0 if plies > 0 else 1
    while not match.is_over:
        judge = quickest if match.player == winner else slowest
        for a in min(plans(match), key=lambda x: judge(two_by_three, after_plan(match, x))):
            match.do(a)
    assert (match.scores()[winner], match.state.plies) == (1, abs(plies))


def plans(match):
    """Every turn of the player whose turn it is, as its one or two choices."""
    for a in match.legal():
        s = after_plan(match, [a])
        if s.over or s.player != match.player:
            yield [a]
        else:
            yield from ([a, b] for b in match.game.legal_actions(s))


def after_plan(match, plan):
    s = match.state.copy()
    for a in plan:
        rules.apply(s, a)
    return s


def quickest(value, s):
    """The plies that the other still has after a turn, many where he does not lose."""
    plies = LOST if s.over else value.get(position_of(s), 0)
    return -plies if plies < 0 else 1000


def slowest(value, s):
    """Minus the plies that the other needs to win after a turn."""
    return -value[position_of(s)]


def position_of(s):
    """The position between turns as :func:`solved` names it."""
    first, second = (
        sum(1 << k % 4 * 3 + k // 4 for k in range(KINDS) if s.hand[p, k]) for p in (s.player, 1 - s.player)
    )
    k = s.table[s.table[0]]
    return (first, second, k % 4 * 3 + k // 4 if s.table[0] else None)


# --- chance, ends and figures


@pytest.mark.parametrize("preset", [None, "taylor", "one-suit"])
def test_games_of_two_random_players_end(preset):
    result = simulate(make_game(NAME, preset=preset), games=2000, seed=1)
    shares = [s.estimates["win_share"].value for s in result.seats]
    assert sum(shares) == pytest.approx(1)
    assert result.seats[0].estimates["drawn_share"].value < 0.1


def test_measures_are_those_of_the_game():
    match = after("s1.2.5/s3.4.6/-", "lead s1, beat with s3, lead s4, eat, lead s6", suits=1, length=6)
    assert match.is_over
    assert [[rules.measure(match.state, p, m) for m in range(3)] for p in (0, 1)] == [[1, 0, 4], [0, 0, 4]]


# --- what is said on a screen


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Lead any card."),
        ("lead s3", "Beat s3 with a higher spade, or eat 1 card."),
        ("lead s3, beat with s6", "s6 is beaten. Lead any card."),
        ("lead s3, beat with s6, lead s4", "Beat s4 with a higher spade, or eat 3 cards."),
    ],
)
def test_the_screen_says_what_is_to_be_done(line, said):
    match = at("s1.3.5/s2.4.6/-", suits=1, length=6)
    for words in line.split(", ") if line else []:
        match.do(words)
    assert rules.scene(match.view(match.player)).says == (said,)


def test_the_screen_says_whose_trumps_there_are_and_who_may_use_them():
    match = after("s1.h2/s2.h1/-", "lead s1", length=2, trumps="own")
    trumps = "Your trumps are hearts, theirs are spades."
    assert rules.scene(match.view(1)).says == (
        trumps,
        "Beat s1 with a higher spade or a trump, or eat 1 card.",
    )
    match = after("s1.h2/s2.h1/-", "lead h2", length=2, trumps="own")
    assert rules.scene(match.view(1)).says == (trumps, "Beat h2 with a higher heart, or eat 1 card.")


def test_the_screen_warns_before_a_repetition_and_says_why_a_game_is_a_draw():
    assert "second time" in rules.scene(rounds(1, "threefold").view(0)).says[0]
    assert rules.scene(rounds(1, "never").view(0)).says == ("Lead any card.",)
    assert rules.scene(rounds(2, "threefold").state).says == ("A draw by repetition.",)
    assert rules.scene(rounds(125, "never").state).says == ("A draw after 1000 decisions.",)
    long = rounds(1, "threefold")
    long.state.turns = 999
    long.do("lead s1")
    assert rules.scene(long.state).says == ("A draw after 1000 decisions.",)
    won = after("s1.2/s3/-", "lead s1, beat with s3", suits=1, length=3)
    assert rules.scene(won.state).says == ()


def test_eating_is_done_by_touching_the_table_too():
    match = at("s1.3.5/s2.4.6/-", suits=1, length=6)
    assert rules.scene(match.view(0)).touches == {EAT: "table"}
