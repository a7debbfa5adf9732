"""Stored puzzles: each has one best move that the solver confirms; and the puzzle of a day."""

import re
from datetime import date, timedelta

import pytest
from tests.night import LATE

from upcard.engine.errors import Unknown
from upcard.kit.ranks import card_text
from upcard.review.puzzle import (
    BANDS,
    next_puzzle,
    puzzle_numbered,
    puzzle_of_the_day,
    puzzles_of,
    source_of,
    stride_of,
)
from upcard.review.puzzle_maker import COUNT, PuzzleConfirmer, make_puzzles

GAMES = ("beat-it-or-eat-it", "four-cell", "lama", "smallsum", "stoppers")
DAY = date(2026, 11, 28)


def puzzles_from(game):
    """Where the puzzles of a game come from."""
    source = source_of(game)
    assert source is not None
    return source


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_two_hundred_puzzles_with_one_best_move_by_a_margin(game):
    source, puzzles = puzzles_from(game), puzzles_of(game)
    assert len(puzzles) == COUNT == 200
    assert len({(x.address) for x in puzzles}) == COUNT
    for puzzle in puzzles:
        assert puzzle.lead >= source.margin - 1e-9 > 0
        assert 0 < puzzle.missed <= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_difficulty_varies_and_no_answer_is_always_right(game):
    source, puzzles = puzzles_from(game), puzzles_of(game)
    assert len({x.level for x in puzzles}) >= 2
    kinds = [source.kind_of(x.best) for x in puzzles]
    assert max(kinds.count(k) for k in kinds) <= 0.6 * len(kinds)


def test_the_reason_of_a_puzzle_names_its_best_move_as_the_table_does():
    """In Smallsum a fist hides pennies; only in Alternate players check and bet."""
    for puzzle in puzzles_of("smallsum")[::20]:
        words = puzzle.match().words(puzzle.best)
        assert puzzle.why.endswith((f", so {words}.", f" Still, {words} is the best move."))


def test_the_reason_of_a_puzzle_of_stoppers_says_which_cards_are_counted():
    for puzzle in puzzles_of("stoppers")[::20]:
        match = puzzle.match()
        held = card_text(int(match.state.card[match.player]))
        words = f"of the .. cards that you cannot see are lower than your {held}, and"
        assert re.search(rf"{words} (none|1) is equal to it|{words} [23] are equal to it", puzzle.why)


def confirm(game, puzzles):
    confirmer = PuzzleConfirmer(puzzles_from(game))
    assert [fault for puzzle in puzzles for fault in confirmer.faults(puzzle)] == []


@pytest.mark.parametrize("game", [g for g in GAMES if g != "lama"])
def test_the_solver_confirms_some_puzzles(game):
    confirm(game, puzzles_of(game)[::25])


def test_other_tables_confirm_a_sampled_puzzle():
    confirm("lama", puzzles_of("lama")[:1])


@LATE
@pytest.mark.parametrize("game", GAMES)
def test_the_solver_confirms_every_puzzle(game):
    confirm(game, puzzles_of(game))


def test_a_wrong_answer_is_not_confirmed():
    puzzle = puzzle_numbered("smallsum", 1)
    other = next(a for a in puzzle.values if a != puzzle.best)
    wrong = type(puzzle)(**vars(puzzle) | {"best": other})
    assert f"not {other}" in PuzzleConfirmer(puzzles_from("smallsum")).faults(wrong)[0]


def test_the_same_puzzles_are_made_again():
    again = [x.to_json() for x in make_puzzles(puzzles_from("four-cell"), 5)]
    same_quota = [x.to_json() for x in make_puzzles(puzzles_from("four-cell"), 5)]
    assert again == same_quota
    assert again[0] == puzzles_of("four-cell")[0].to_json()


def test_the_puzzle_of_a_day_is_one_for_all_and_does_not_come_twice_in_a_thousand_days():
    days = [puzzle_of_the_day(DAY + timedelta(n), GAMES) for n in range(1000)]
    assert days[0] == puzzle_of_the_day(DAY, GAMES)
    assert len({(x.game, x.number) for x in days}) == 1000
    assert {x.game for x in days[:5]} == set(GAMES)


@pytest.mark.parametrize("level", ["", *BANDS])
def test_the_next_puzzles_go_through_all_of_a_level_and_begin_anew(level):
    puzzles = [x for x in puzzles_of("smallsum") if level in ("", x.level)]
    if not puzzles:
        return
    first = here = puzzles[0]
    seen = []
    for _ in puzzles:
        here = next_puzzle(here, level)
        seen.append(here.number)
    assert here == first
    assert sorted(seen) == [x.number for x in puzzles]


def test_a_stride_visits_every_puzzle():
    assert [stride_of(n) for n in (200, 77, 7)] == [77, 78, 78]


@pytest.mark.parametrize("number", [0, 201])
def test_a_number_without_a_puzzle_is_refused(number):
    with pytest.raises(Unknown, match=f"none with the number {number}"):
        puzzle_numbered("smallsum", number)


def test_a_game_without_puzzles_has_none():
    assert puzzles_of("kuhn-poker") == ()
    with pytest.raises(Unknown, match="there are no puzzles"):
        puzzle_of_the_day(DAY, ("kuhn-poker",))
