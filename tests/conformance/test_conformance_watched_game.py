"""Games that watch themselves find what is wrong, in whichever game of many it happens."""

import pytest

from upcard.engine.game import make_game
from upcard.engine.registry import is_shipped
from upcard.engine.state import fields_of
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator
from upcard.testing import ConformanceError, check_ends, watch_games
from upcard.testing import end_checks as ends
from upcard.testing.random_walk import promise_of
from upcard.testing.watched_game import make_cards, watched_game
from upcard.testing.zone_cells import cards

LAY = "        put(s.table, a)\n"
TAKE = "s.hand[p, a] -= 1"
DEALT = "        s.hand[p, draw(s, s.stock)] += 1\n    s.player = 0"
SCORE = "return more"
NOT_ZERO_SUM = ("zero_sum=True", "zero_sum=False")
THE_DEAL = "the cards of the first deal"

FAULTS = {
    # fault: (what was expected, part of what was seen, changes to the sound rules)
    "a card is lost": (THE_DEAL, "lost or doubled", [(LAY, "")]),
    "a card is doubled": (THE_DEAL, "lost or doubled", [(LAY, LAY + "        s.top = a\n")]),
    "a card becomes another": (THE_DEAL, "lost or doubled", [(LAY, LAY.replace("a)", "(a + 1) % 3)"))]),
    "an empty place lies in a row": (THE_DEAL, "lost", [(LAY, LAY + "        put(s.table, -1)\n")]),
    "fewer cards than none, and one too many": (
        THE_DEAL,
        "lost or doubled",
        [(LAY, LAY + "        s.hand[p, 2 - a] -= 2\n        s.hand[1 - p, 2 - a] += 2\n")],
    ),
    "fewer cards than none in a row": (THE_DEAL, "after ", [(LAY, LAY + "        s.table[0] = -1\n")]),
    "a row longer than itself": (THE_DEAL, "after ", [(LAY, "        s.table[0] = 7\n")]),
    "it is the turn of nobody": ("over to be 0 or 1", "after ", [("s.player = 1 - p", "s.player = 1 + p")]),
    "it is nobody's turn after the deal": ("over to be", "after 0 ", [("s.player = 0", "s.player = -1")]),
    "it is over, but not quite": ("over to be 0 or 1", "after 4 ", [("s.over = 1", "s.over = 2")]),
    "too long": ("at most 3 decisions", "3 and the game is not over", [("longest=4", "longest=3")]),
    "more than the payoffs": ("scores from -1 to 1", "scores [", [("payoffs=(-2, 2)", "payoffs=(-1, 1)")]),
    "not zero-sum": ("scores that add up to 0", "scores [", [(SCORE, "return max(more, 0)")]),
    "a share of more than all": ("shares from 0", "scores [", [("s.laid[p] if m < 2", "9 if m < 2")]),
    "wins that do not add up": (
        "wins that add up to one",
        "scores [",
        [NOT_ZERO_SUM, (SCORE, "s.moves += 1\n    return -1 if s.moves == 10 else 0")],
    ),
    "nothing can be done": ("every index and number", "not legal", [("return left > 0", "return left > 9")]),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_that_watches_itself_finds(variant, monkeypatch, fault):
    expected, seen, changes = FAULTS[fault]
    monkeypatch.setattr(ends, "FEW", 300)
    with pytest.raises(ConformanceError) as caught:
        watch_games(variant(*changes), 300)
    assert caught.value.promise == promise_of(check_ends)
    assert expected in caught.value.expected
    assert seen in caught.value.seen
    assert "of seed 1, all seats random" in caught.value.repeat


@pytest.mark.parametrize(
    ("change", "seen"),
    [
        ((LAY, "        if below(s, 2_000) > 0:\n            put(s.table, a)\n"), "lost or doubled cards"),
        ((SCORE, "return more if s.at % 2_048 > 0 else 3"), "scores ["),
    ],
)
def test_the_one_game_of_thousands_in_which_something_is_wrong_is_found(variant, change, seen):
    game = variant(change)
    with pytest.raises(ConformanceError) as caught:
        watch_games(game, 200_000)
    number = int(caught.value.repeat.split()[1])
    assert caught.value.seen.startswith(seen)
    assert number > 10
    assert watch_games(game, number).games == number
    with pytest.raises(ConformanceError, match=f"game {number} of seed 1"):
        watch_games(game, number + 1)


def test_what_the_cards_come_to_changes_with_the_cards_and_with_nothing_else():
    game = make_game("lama", 3)
    total, seen = make_cards(game.rules), dict[object, int]()
    for number in range(30):
        match = game.match(1, number)
        while not match.is_over and len(match.actions) < 40:
            key = tuple(sorted(cards(game, match.state).items()))
            assert seen.setdefault(key, total(match.state)) == total(match.state)
            match.do(match.legal()[-1])
    assert len(seen) == 1
    match.state.hand[0, 3] += 1
    assert total(match.state) not in seen.values()


def test_a_game_that_watches_itself_deals_and_scores_as_the_game_does():
    game = make_game("stoppers", 3)
    own = watched_game(game)
    assert not is_shipped(own.rules), "else its programs are not careful"
    assert [f.name for f in fields_of(own.rules)][:-2] == [f.name for f in fields_of(game.rules)]
    plan = make_plan(60, 3, 3)
    one, other = (Simulator(line_up(g, "random"), interpreted=True).play(plan, 0, 60) for g in (game, own))
    assert one.entrants[0, :, :3].tolist() == other.entrants[0, :, :3].tolist()
    assert one.games[0, 0] == other.games[0, 0]
    assert other.games[0, 1:].tolist() == [0, 0, 0, 0, 0, 0]
