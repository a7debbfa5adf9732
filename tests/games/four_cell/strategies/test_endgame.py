"""``endgame`` plays the last turns perfectly: held to the solver of stages, which asks the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upcard.engine.game import make_game
from upcard.engine.seeds import open_stream
from upcard.games.four_cell.rules import CARDS, card_text
from upcard.games.four_cell.strategies import maximin_column
from upcard.games.four_cell.strategies.crosses_search import ROW, WORTH, search, slots, wholes, widths
from upcard.games.four_cell.strategies.endgame import choose, lay_out
from upcard.kit.matrix_mixtures import ROOM, solve_square
from upcard.kit.strategy import fractions, memory
from upcard.solving.matrix_game import solve_matrix
from upcard.solving.simultaneous_games import SimultaneousSolver

RULES = ("optional", "compulsory", "none")


def laid(cards, n, rotates=""):
    """A position of `n` cards each, dealt from the front."""
    hands = [cards[p * n : (p + 1) * n] for p in range(2)]
    crosses = [cards[i : i + 2] for i in range(2 * n, 2 * n + 8, 2)]
    return "/".join(".".join(map(card_text, part)) for part in (*hands, *crosses)) + rotates


def at(cards, n, rotates="", **options):
    return make_game("four-cell", position=laid(cards, n, rotates), objective="difference", **options)


deals = st.permutations(range(CARDS))


@given(deals, st.sampled_from([2, 2, 3]), st.sampled_from(RULES), st.sampled_from(["10", "11-12-13"]))
@settings(max_examples=25)
def test_a_stage_is_worth_what_the_rules_say(cards, n, rule, courts):
    game = at(cards, n, rotation=rule, courts=courts)
    exact, s = SimultaneousSolver(game).whole(), game.start()
    for seat in range(2):
        m, x = memory(wholes(slots(n))), fractions(widths(slots(n)))
        lay_out(game.view(s, seat), m, n)
        search(m, x, s.rotation)
        assert x[WORTH] == pytest.approx(float(exact), abs=1e-9)
        assert x[WORTH + 1] == pytest.approx(float(exact), abs=1e-9)


@given(deals, st.sampled_from([1, 2]), st.sampled_from(["/S", "/W"]), st.sampled_from(RULES[:2]))
@settings(max_examples=25)
def test_no_rotation_is_better_than_the_one_it_takes(cards, n, rotates, rule):
    game = at(cards, n, rotates, rotation=rule)
    match, found = game.match(), SimultaneousSolver(game)
    best = found.rest(match.state)
    chosen = choose(match.view(match.player), 4)
    assert chosen in match.legal()
    match.do(chosen)
    assert found.rest(match.state) == best


@given(deals, st.integers(0, 1))
@settings(max_examples=25)
def test_every_card_that_it_discloses_is_part_of_a_best_mixture(cards, seat):
    """Against the other's best mixture each card it may draw is worth the value of the stage."""
    game = at(cards, 2)
    s, found = game.start(seed=cards[0]), SimultaneousSolver(game)
    stage = found.stage(s)
    match = game.match(seed=cards[0])
    match.do(match.legal()[0]) if seat else None
    chosen = choose(match.view(seat), 4)
    lines = []
    for a in stage.actions[0]:
        line = []
        for b in stage.actions[1]:
            m = game.match()
            m.do(a)
            m.do(b)
            line.append(game.rules.score(m.state, 0) + found.rest(m.state))
        lines.append(line)
    mine = list(stage.actions[seat]).index(chosen)
    assert solve_matrix(lines).value == stage.value
    if seat == 0:
        worth = sum(y * x for y, x in zip(stage.chances[1], lines[mine], strict=True))
    else:
        worth = sum(x * line[mine] for x, line in zip(stage.chances[0], lines, strict=True))
    assert worth == stage.value


def test_it_draws_cards_as_often_as_the_mixture_says():
    """Hands and crosses in which both mix; over 1,000 draws, at three standard errors."""
    game = make_game("four-cell", position="2S.8C/3S.9C/KH.JD/AH.10C/4C.KD/QS.5D", objective="difference")
    s = game.start()
    m, x = memory(wholes(1)), fractions(widths(1))
    lay_out(game.view(s, 0), m, 2)
    search(m, x, s.rotation)
    share = x[ROW]
    assert 0.1 < share < 0.9
    draws, first = 1000, 0
    v = game.view(s, 0)
    for number in range(draws):
        open_stream(v, 1, number)
        first += card_text(choose(v, 4)) == "2S"
    assert abs(first / draws - share) < 3 * (share * (1 - share) / draws) ** 0.5


def test_before_the_last_turns_and_with_four_it_plays_maximin_column(position):
    for players in (2, 4):
        match = position(make_game("four-cell", players), 3, 9)
        v = match.view(match.player)
        assert choose(v, 7) == maximin_column.choose(match.view(match.player))


# ---- mixtures in floating point ----


@given(
    st.integers(1, 7).flatmap(
        lambda n: st.lists(st.lists(st.integers(-30, 30), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_mixtures_are_sure_of_the_exact_value(lines):
    n = len(lines)
    x = fractions(49 + 14 + ROOM)
    for i, line in enumerate(lines):
        x[7 * i : 7 * i + n] = line
    solve_square(x, 0, 7, n, 49, 56, 63)
    row, column = x[49 : 49 + n], x[56 : 56 + n]
    assert min(row) >= 0 <= min(column)
    assert sum(row) == pytest.approx(1) == sum(column)
    exact = float(solve_matrix(lines).value)
    assert min(sum(row[i] * lines[i][j] for i in range(n)) for j in range(n)) == pytest.approx(exact)
    assert max(sum(column[j] * lines[i][j] for j in range(n)) for i in range(n)) == pytest.approx(exact)
