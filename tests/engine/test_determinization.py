"""Imagined tables: what a seat sees stays, what it does not see is dealt again."""

from collections import Counter
from types import ModuleType

import pytest

from upcard.engine import seeds
from upcard.engine.determinization import World
from upcard.engine.errors import Usage
from upcard.engine.game import Game, make_game
from upcard.engine.state import PlainState
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama import rules as lama
from upcard.games.smallsum import rules as smallsum
from upcard.testing import ConformanceError
from upcard.testing.imagined_checks import check_imagination, check_imagined_secrets
from upcard.testing.random_walk import Walk


def imagined(game: Game, s: PlainState, seat: int, stream: int) -> PlainState:
    world, v = World(game.rules), game.view(s, seat)
    seeds.open_stream(v, 7, stream)
    world.imagine(v)
    return world.state


def changed(rules: ModuleType, **names: object) -> ModuleType:
    """A copy of a rules file in which some names stand for something else."""
    other = ModuleType(rules.__name__)
    other.__dict__.update({**rules.__dict__, **names})
    return other


def test_the_cards_of_others_are_dealt_again_all_equally_likely():
    game = make_game("kuhn-poker")
    s = game.start(seed=3)
    mine = s.card[0]
    seen = Counter(imagined(game, s, 0, i).card[1] for i in range(600))
    assert mine not in seen
    assert sorted(seen) == sorted({0, 1, 2} - {mine})
    assert all(abs(n - 300) < 4 * 12.3 for n in seen.values())  # four standard errors of 600 tosses


def test_hands_keep_their_sizes_and_mine_its_cards():
    match = make_game("lama", 3).match(seed=5)
    for _ in range(6):
        match.do(match.legal()[-1] if match.legal()[-1] != lama.QUIT else match.legal()[0])
    s = match.state
    w = imagined(match.game, s, 1, 0)
    assert list(w.hand[1]) == list(s.hand[1])
    assert [sum(w.hand[p]) for p in range(3)] == [sum(s.hand[p]) for p in range(3)]
    assert [list(w.hand[p]) for p in (0, 2)] != [list(s.hand[p]) for p in (0, 2)]
    assert w.stock[0] == s.stock[0]


def test_a_closed_fist_holds_what_may_have_been_put():
    match = make_game("smallsum", variant="choice").match(seed=1)
    match.do("put 3")
    fists = {imagined(match.game, match.state, 1, i).fist[0] for i in range(60)}
    assert fists == {0, 1, 2, 3}


def test_a_game_with_hidden_numbers_that_nobody_can_imagine_is_refused():
    rules = changed(smallsum)
    del rules.__dict__["imagine"]
    with pytest.raises(Usage, match=r"Smallsum cannot be searched: it has the hidden number fist; define"):
        World(rules)


def test_an_imagined_table_that_contradicts_the_view_is_found():
    def imagine(s, p):
        s.card[p] = s.card[1 - p]

    walk = Walk(Game(changed(kuhn_poker, imagine=imagine), 2, {}), 1, 0)
    with pytest.raises(ConformanceError, match="looks the same"):
        check_imagination(walk)


def test_an_imagined_table_that_loses_a_card_is_found():
    def imagine(s, p):
        s.card[1 - p] = s.card[p]

    walk = Walk(Game(changed(kuhn_poker, imagine=imagine), 2, {}), 1, 0)
    with pytest.raises(ConformanceError, match="the same cards"):
        check_imagination(walk)


def test_an_imagined_table_that_does_not_follow_from_the_view_is_found():
    calls: list[int] = []

    def imagine(s, p):
        calls.append(p)
        if len(calls) % 3 == 0:
            s.card[1 - p], s.stock[1] = s.stock[1], s.card[1 - p]

    walk = Walk(Game(changed(kuhn_poker, imagine=imagine), 2, {}), 1, 0)
    with pytest.raises(ConformanceError, match="the same table"):
        check_imagined_secrets(walk)
