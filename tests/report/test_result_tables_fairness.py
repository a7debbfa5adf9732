"""The sentence on seats that are or are not seen to differ, below the table of a simulation."""

import dataclasses
import io

import pytest
from rich.console import Console

from upcard.report.notebooks.simulation_view import sheet
from upcard.report.result_tables import fairness_notes, simulation_table
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulate_games import simulate

SEEN = "With these players, the seats do not seem to win equally often: the "
NOT_SEEN = "With these players, no seat is shown to win more or less often: all intervals contain the equal "


@pytest.fixture(scope="module")
def played():
    return simulate("kuhn-poker", ["random", "random"], games=200, seed=1)


def with_shares(result, *shares, half=0.01):
    """The result as if win shares were others, each with an interval of a given half width."""
    seats = [
        dataclasses.replace(
            result.seats[0],
            seat=i,
            estimates={**result.seats[0].estimates, "win_share": Estimate(x, x - half, x + half, half / 2)},
        )
        for i, x in enumerate(shares, 1)
    ]
    return dataclasses.replace(result, seats=seats, players=len(seats))


@pytest.mark.parametrize(
    ("shares", "said"),
    [
        ((0.505, 0.495), f"{NOT_SEEN}share, 50 %."),
        (
            (0.48, 0.52),
            f"{SEEN}intervals of seats 1, 2 do not contain the equal share, 50 %. By chance alone, 5 % of",
        ),
        ((0.25, 0.25, 0.25, 0.25), f"{NOT_SEEN}share, 25 %."),
        ((0.338, 0.331, 0.331), f"{NOT_SEEN}share, 33.3 %."),
        (
            (0.235, 0.255, 0.255, 0.255),
            f"{SEEN}interval of seat 1 does not contain the equal share, 25 %. By chance",
        ),
    ],
)
def test_the_equal_share_is_held_against_the_interval_of_every_seat(played, shares, said):
    (sentence,) = fairness_notes(with_shares(played, *shares))
    assert sentence.startswith(said)


def test_it_stands_below_the_table_and_in_a_notebook(played):
    (sentence,) = fairness_notes(played)
    file = io.StringIO()
    Console(file=file, width=200).print(simulation_table(played))
    assert sentence in file.getvalue()
    assert sentence in sheet(played).notes


def test_nothing_is_said_where_more_than_the_seat_differs(played):
    other = dataclasses.replace(played.seats[1], strategy="bold")
    assert list(fairness_notes(dataclasses.replace(played, seats=[played.seats[0], other]))) == []


def test_nothing_is_said_where_seats_rotate(played):
    assert list(fairness_notes(dataclasses.replace(played, seating="rotate"))) == []


def test_nothing_is_said_where_nobody_may_win(played):
    assert list(fairness_notes(with_shares(played, 0.4, 0.4))) == []


def test_nothing_is_said_of_one_player_or_of_one_game(played):
    assert list(fairness_notes(with_shares(played, 1.0))) == []
    assert list(fairness_notes(simulate("kuhn-poker", ["random", "random"], games=1, seed=1))) == []
