"""The files of larger tables: what they say is proved, and ``tablebase`` plays by them."""

import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from tests.night import IS_NIGHTLY, LATE

import upcard as uc
from upcard.engine.errors import Failure
from upcard.engine.game import make_game
from upcard.engine.players import entrant_for
from upcard.games.beat_it_or_eat_it import rules
from upcard.games.beat_it_or_eat_it.certificates import lead_table as beat_it_table
from upcard.games.beat_it_or_eat_it.certificates.cell_measures import PLIES, ROUNDS
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, open_table, stated_counts
from upcard.games.beat_it_or_eat_it.certificates.tablebase_check import check_sample, hand_mistake
from upcard.games.beat_it_or_eat_it.players.tablebase_player import MOST_REMEMBERED, plain_player, player
from upcard.games.beat_it_or_eat_it.rules import read_position
from upcard.games.beat_it_or_eat_it.solvers import shipped_tables as beat_it_shipped
from upcard.games.beat_it_or_eat_it.solvers.outcomes_objective import OutcomeTablebase
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table as known
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import unpacked_once
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import hand_of, probe
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve
from upcard.games.beat_it_or_eat_it.strategies.tablebase import FILES, file_of, knows, solution
from upcard.solving.solve_game import solve as solved

NAME = "beat-it-or-eat-it"
BOARD = "hA.J.10.6.5.3.sK.Q.9.8.7.4.2/hK.Q.9.8.7.4.2.sA.J.10.6.5.3/-"
"""The board of the message that the game is known from; the reader leads."""


@pytest.fixture
def folder(tmp_path_factory, monkeypatch):
    """Where copies lie that are looked at; all others lie with those of other tests, and are made once."""
    kept = tmp_path_factory.getbasetemp() / "unpacked"
    monkeypatch.setenv("UPCARD_CACHE", str(kept))
    return kept


def shipped(suits: int, length: int) -> LeadTable:
    """A table that comes along."""
    found = known(suits, length)
    assert found is not None
    return found


def test_two_suits_of_ten_to_thirteen_come_along():
    assert sorted(FILES) == [(2, 10), (2, 11), (2, 12), (2, 13)]
    assert file_of(2, 9) is None


@pytest.mark.parametrize("size", sorted(FILES))
def test_hands_taken_at_random_follow_from_their_rounds(size):
    found = check_sample(shipped(*size), 40, seed=random.randrange(10**6))
    assert (found.mistake, found.checked) == ("", 40)


@pytest.mark.parametrize("size", sorted(FILES) if IS_NIGHTLY else [(2, 10), (2, 11)])
def test_headers_tell_what_the_cells_count(size):
    counts = shipped(*size).counts()
    told = stated_counts(FILES[size])
    assert {k: told[k] for k in ("lead", "mirror", "starting")} == {
        k: counts[k] for k in ("lead", "mirror", "starting")
    }


def test_the_sources_board_is_won_by_who_leads():
    table = shipped(2, 13)
    moves = probe(table, BOARD)
    assert [m.text for m in moves if m.verdict == "win"] == ["lead s2", "lead s7", "lead h5", "lead h6"]
    assert (len(moves), table.distance_text(moves[0].distance)) == (13, "65 rounds")
    places = read_position(BOARD)
    assert hand_mistake(table, hand_of(table, places, 1)) == ""


def test_a_file_is_unpacked_once(folder, monkeypatch):
    path = FILES[2, 11]
    first = unpacked_once(path)
    kept = list((folder / "tables").glob("2x11.*.table"))
    assert len(kept) == 1
    beat_it_shipped._unpacked.cache_clear()
    monkeypatch.setattr(beat_it_table, "unpack_cells", None)
    assert isinstance(unpacked_once(path).distances, np.memmap)
    assert (unpacked_once(path).distances == first.distances).all()


def test_a_copy_that_is_damaged_is_made_anew(folder):
    path = FILES[2, 10]
    unpacked_once(path)
    (kept,) = (folder / "tables").glob("2x10.*.table")
    kept.write_bytes(kept.read_bytes()[:-5])
    beat_it_shipped._unpacked.cache_clear()
    assert len(unpacked_once(path).distances) == 1 << 20
    assert len(open_table(kept).distances) == 1 << 20


def test_where_no_copy_can_be_kept_the_cells_lie_in_memory(monkeypatch):
    def fails(path: Path) -> None:
        raise Failure("no")

    monkeypatch.setattr(beat_it_shipped, "make_folder", fails)
    beat_it_shipped._unpacked.cache_clear()
    monkeypatch.setenv("UPCARD_CACHE", "/nowhere")
    assert not isinstance(unpacked_once(FILES[2, 10]).distances, np.memmap)
    beat_it_shipped._unpacked.cache_clear()


def test_the_strategy_plays_these_sizes_by_their_files_and_others_as_before():
    assert not entrant_for("tablebase", make_game(NAME)).compiles
    assert entrant_for("tablebase", make_game(NAME, length=7)).compiles
    assert entrant_for("tablebase", make_game(NAME, trumps="own")).compiles
    assert entrant_for("tablebase", make_game(NAME, length=14)).compiles
    assert solution(make_game(NAME).options) == FILES[2, 13]
    assert solution(make_game(NAME, trumps="own").options) is None


@pytest.mark.parametrize("options", [{}, {"length": 4}])
def test_it_knows_positions_of_these_sizes(options):
    game = make_game(NAME, **options)
    assert knows(game.match(seed=1).view(0))
    assert not knows(make_game(NAME, length=14).match(seed=1).view(0))


def test_nobody_wins_from_the_lost_side_with_thirteen_cards_a_suit():
    table, game = shipped(2, 13), make_game(NAME)
    for seed in range(6):
        match = game.match(seed=seed)
        won = probe(table, rules.position_text(match.state))[0].verdict == "win"
        seat = match.player if won else 1 - match.player
        perfect, rng = entrant_for("tablebase", game).choose, random.Random(seed)
        while not match.is_over:
            mine = match.player == seat
            match.do(perfect(match.view(seat)) if mine else rng.choice(match.legal()))
        assert match.scores()[seat] == 1


def rounds_of(suits: int, length: int) -> LeadTable:
    """A table of rounds, from outcomes."""
    found = solved(make_game(NAME, suits=suits, length=length, deal="random"), objective="outcome")
    assert isinstance(found, OutcomeTablebase)
    assert found.table.measure == ROUNDS
    return found.table


@pytest.mark.parametrize("size", [(1, 6), (2, 4), pytest.param((3, 3), marks=LATE)])
def test_in_plain_python_moves_are_as_good_as_any(size):
    """Of every kind of table, in all positions of some matches."""
    game = make_game(NAME, suits=size[0], length=size[1], deal="random")
    for table in (solve(size[0], size[1], with_receive=False), rounds_of(*size)):
        choose, rng = plain_player(partial(replace, table)), random.Random(1)
        for seed in range(15):
            match = game.match(seed=seed)
            while not match.is_over and match.state.turns < 60:
                moves = probe(table, rules.position_text(match.state))
                chosen = choose(match.view(match.player))
                best = next(m for m in moves if m.action == chosen)
                assert best.distance == moves[0].distance
                match.do(rng.choice(match.legal()))


def test_tables_that_count_rounds_are_played_in_plain_python():
    table, game = rounds_of(2, 3), make_game(NAME, length=3)
    assert player(table, game).__dict__["is_plain"]
    assert "is_plain" not in player(shipped(2, 3), game).__dict__
    found = uc.simulate(game, [player(table, game), "random"], games=50, seed=3)
    assert found.games == 50


def test_what_is_remembered_does_not_grow_for_ever(monkeypatch):
    monkeypatch.setattr("upcard.games.beat_it_or_eat_it.players.tablebase_player.MOST_REMEMBERED", 3)
    opened = []

    def open_it() -> LeadTable:
        opened.append(1)
        return shipped(2, 5)

    choose, match = plain_player(open_it), make_game(NAME, length=5).match(seed=1)
    first = [choose(match.view(match.player)) for _ in range(3)]
    assert len(set(first)) == 1
    assert len(opened) == 3
    assert MOST_REMEMBERED > 100_000


def test_tables_of_plies_say_plies():
    assert shipped(2, 10).measure == PLIES
    assert shipped(2, 10).distance_text(1) == "1 ply"
    assert shipped(2, 12).distance_text(3) == "2 rounds"
