"""Playing the certificates of rounds of Stoppers."""

import pytest

import upcard as uc
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.players import entrant_for
from upcard.games.stoppers.rules import KEEP, STOPPED, SWAP, SWAPPED
from upcard.games.stoppers.solvers.fresh_deck_round import reach
from upcard.games.stoppers.solvers.multiplayer import solve_party
from upcard.games.stoppers.solvers.response_to_players import views_of_cells
from upcard.solving.game_solver_contract import SolveTerms
from upcard.testing.compiled_checks import check_compiled
from upcard.testing.random_walk import Walk
from upcard.testing.strategy_checks import check_choice


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The files of rounds for two and for three."""
    folder = tmp_path_factory.mktemp("rounds")
    for seats in (2, 3):
        reach(make_game("stoppers", seats), SolveTerms()).save(folder / f"{seats}.json")
    return folder


def test_a_round_for_two_is_played_as_it_is_told(files):
    """An ace to 7 is swapped, by the dealer an ace to 8 after a card that was kept; else he compares."""
    game = make_game("stoppers", 2, first_dealer=2)
    choose = entrant_for(f"solved:{files / '2.json'}", game).choose
    for v in views_of_cells(game, 0).values():
        assert choose(v) == (SWAP if v.card[0] < 7 else KEEP)
    for v in views_of_cells(game, 1).values():
        is_taken = v.did[0] == SWAPPED
        limit = v.dealt[1] - 1 if is_taken else 8
        if v.did[0] != STOPPED and v.card[1] != limit and (not is_taken or v.card[1] < 7):
            assert choose(v) == (SWAP if v.card[1] < limit else KEEP)


def test_thresholds_are_played_as_they_were_found(files):
    game = make_game("stoppers", 3, first_dealer=3)
    found = solve_party(game, SolveTerms())
    choose = entrant_for(f"solved:{files / '3.json'}", game).choose
    told = {(x.seat, x.did): x.up_to for x in found.situations}
    asked = 0
    for p in range(3):
        for v in views_of_cells(game, p).values():
            did = tuple(int(v.did[q]) - 1 for q in range(p))
            limit = told.get((p, did))
            if did[-1:] not in ((SWAPPED - 1,), (STOPPED - 1,)) and limit is not None:
                assert choose(v) == (SWAP if v.card[p] < limit else KEEP)
                asked += 1
    assert asked >= 13 * 3


def test_who_compares_keeps_the_better_card(files):
    game = make_game("stoppers", 3, first_dealer=3)
    choose = entrant_for(f"solved:{files / '3.json'}", game).choose
    for v in views_of_cells(game, 2).values():
        if v.did[1] == SWAPPED and v.card[2] > v.dealt[2] - 1:
            assert choose(v) == KEEP


@pytest.mark.parametrize("seats", [2, 3])
def test_they_play_whole_matches_also_once_players_are_out(files, seats):
    game = make_game("stoppers", seats, lives=2)
    one = entrant_for(f"solved:{files / f'{seats}.json'}", game)
    for number in range(10):
        walk = Walk(game, 1, number)
        while not walk.state.over:
            check_choice(walk, one)
            walk.step()


@pytest.mark.by_night("compiles a program")
def test_compiled_they_play_the_same(files):
    game = make_game("stoppers", 3, lives=2)
    assert check_compiled(game, [f"solved:{files / '3.json'}"] * 3, 42, 1) == 42


def test_options_of_the_round_must_be_those_that_were_solved(files):
    entrant_for(f"solved:{files / '2.json'}", make_game("stoppers", 2, lives=9, last_together="nobody"))
    for seats, options in ((2, {"king": "dealt"}), (3, {"block": "optional"})):
        with pytest.raises(Usage, match="is for options"):
            entrant_for(f"solved:{files / f'{seats}.json'}", make_game("stoppers", seats, None, **options))
    with pytest.raises(Usage, match="is for players 3"):
        entrant_for(f"solved:{files / '3.json'}", make_game("stoppers", 4))


@pytest.mark.by_night("compiles two programs")
def test_thresholds_do_better_than_a_rule_of_thumb(files):
    """One against two who swap up to 6: he loses fewer lives in a round than they do in his seat."""
    game = make_game("stoppers", 3, "fresh-deck")
    others = ["swap-at-most:t=6"] * 2
    lost = [
        uc.simulate(game, [who, *others], games=20_000, seed=2).seats[0].estimates["life_lost_share"]
        for who in (f"solved:{files / '3.json'}", "swap-at-most:t=6")
    ]
    assert lost[0].high < lost[1].low
