"""The statements of the L.A.M.A. paper: each verdict answers what its words say."""

from collections.abc import Callable

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.games.lama.studies.lama_paper import one_deviator as one_apart
from upcard.games.lama.studies.lama_paper import third_strategy as third
from upcard.games.lama.studies.lama_paper.identical_players import FOURTH_SECTION, THIRD_SECTION
from upcard.games.lama.studies.lama_paper.paper_jobs import DEAR, LONG_TARGET, RANDOM, SECOND
from upcard.games.lama.studies.lama_paper.paper_statements import estimate_from_error, even_share, surplus
from upcard.simulation.simulation_result import SeatResult, SimulationResult
from upcard.study.experiment_runner import Job, Lab

STATEMENTS = [*THIRD_SECTION, *FOURTH_SECTION, *one_apart.STATEMENTS, *third.STATEMENTS]
Numbers = dict[str, list[float]]


class Posed(Lab):
    """A lab whose games come out as they are posed, with small errors."""

    def __init__(self, outcome: Callable[[Job], Numbers], error: float = 0.0005) -> None:
        super().__init__(1_000_000, 1, 1, None, None)
        self.outcome, self.error = outcome, error

    def play(self, job: Job) -> SimulationResult:
        n = job.players
        usual = {
            "win_any": [1 / n] * n,
            "points_mean": [30.0] * n,
            "round_win_share": [1 / n] * n,
            "rounds": [3.0],
        }
        numbers = usual | self.outcome(job)
        rounds = {"rounds_mean": estimate_from_error(numbers.pop("rounds")[0], self.error)}
        seats = [
            SeatResult(p + 1, s, {k: estimate_from_error(x[p], self.error) for k, x in numbers.items()}, {})
            for p, s in enumerate(job.strategies)
        ]
        return SimulationResult(
            "lama", n, {}, 1, "fixed", False, self.games, False, 1.0, 0.95, rounds, seats, []
        )


def verdict(words: str, outcome: Callable[[Job], Numbers], error: float = 0.0005) -> str:
    """The verdict on the one statement with these words."""
    (judge,) = (judge for claim, judge in STATEMENTS if words in claim)
    return judge(Posed(outcome, error))[0]


def is_long(job: Job) -> bool:
    return dict(job.options)["target"] == LONG_TARGET


def test_every_claim_names_its_section_and_is_made_once():
    claims = [claim for claim, _ in STATEMENTS]
    assert len(set(claims)) == len(claims) == 41
    assert all(claim.startswith(("III-A", "IV-A", "V", "VI", "Abstract")) for claim in claims)
    assert all(claim.endswith(".") for claim in claims)


def test_three_rounds_are_tested_and_not_only_that_they_fall():
    means = {2: 4.78, 3: 3.51, 4: 3.05, 5: 2.80, 6: 2.64, 7: 2.52, 8: 2.43}

    def outcome(job):
        return {"rounds": [means[job.players]]}

    assert verdict("III-A: about three rounds end a game with any number", outcome) == FAILS
    assert verdict("III-A: about three rounds end a game with four and five", outcome) == HOLDS
    assert verdict("III-A, Figure 4: the number of rounds falls", outcome) == HOLDS
    assert verdict("III-A, Figure 4: the number of rounds falls", lambda job: {}) == OPEN


@pytest.mark.parametrize(
    ("words", "column", "step"),
    [
        ("III-A, Figure 1: for each player", "win_any", 0.01),
        ("IV-A, Figure 5: the probability to win falls", "win_any", 0.01),
        ("III-A, Figure 3: for each player", "points_mean", 1.0),
    ],
)
def test_a_fall_with_more_players_is_tested_for_every_seat(words, column, step):
    def falling(job):
        return {column: [50 * step - step * job.players] * job.players}

    def but_seat_three(job):
        numbers = falling(job)[column]
        if job.players == 7:
            numbers[2] += 2 * step
        return {column: numbers}

    assert verdict(words, falling) == HOLDS
    assert verdict(words, but_seat_three) == FAILS


def test_several_winners_make_the_shares_add_up_to_more_than_one():
    words = "add up to more than one"
    shared = {"win_any": [0.26] * 5, "win_share": [0.2] * 5}
    assert verdict(words, lambda job: {k: x[: job.players] for k, x in shared.items()}) == HOLDS
    assert verdict(words, lambda job: {"win_share": [1 / job.players] * job.players}) == OPEN


@pytest.mark.parametrize(
    "words", ["III-A, Figure 1: all players win with a similar", "IV-A, Figure 5: the results"]
)
def test_similar_means_less_than_a_tenth_apart(words):
    def second(job, factor):
        shares = [1 / job.players] * job.players
        if job.players == 8 and (SECOND in job.strategies or "IV" not in words):
            shares[7] *= factor
        return {"win_any": shares}

    assert verdict(words, lambda job: second(job, 0.95)) == HOLDS
    assert verdict(words, lambda job: second(job, 0.80)) == FAILS
    assert verdict(words, lambda job: second(job, 0.89)) == OPEN


@pytest.mark.parametrize(
    ("words", "best"),
    [
        ("III-A, Figure 1: the first player wins a game to 40 points more often than the last", True),
        ("IV-A, Figure 5: the first player has an advantage over the last", True),
    ],
)
def test_the_first_is_compared_with_the_last(words, best):
    def outcome(job):
        return {"win_any": [1 / job.players + 0.01, *([1 / job.players] * (job.players - 1))]}

    assert verdict(words, outcome) == HOLDS
    assert verdict(words, lambda job: {"win_any": outcome(job)["win_any"][::-1]}) == FAILS


@pytest.mark.parametrize("words", ["more often than anyone else", "advantage over all others"])
def test_the_first_is_compared_with_all_others(words):
    def outcome(job):
        shares = [1 / job.players + 0.02, *([1 / job.players] * (job.players - 1))]
        if job.players == 5:
            shares[2] += 0.03
        return {"win_any": shares}

    assert verdict(words, outcome) == FAILS


@pytest.mark.parametrize(("long", "expected"), [(0.25, HOLDS), (0.05, FAILS), (0.1005, OPEN)])
def test_the_order_in_long_games_can_hold_fail_and_stay_open(long, expected):
    def outcome(job):
        gap = long if is_long(job) else 0.05
        middle = [1 / job.players] * (job.players - 2)
        return {"win_any": [1 / job.players + gap / 2, *middle, 1 / job.players - gap / 2]}

    assert verdict("III-A, Figure 2", outcome) == expected


@pytest.mark.parametrize(
    ("extra", "more", "part"), [(100.0, HOLDS, FAILS), (400.0, HOLDS, HOLDS), (0.0, FAILS, FAILS)]
)
def test_a_difference_in_points_is_told_in_points_and_as_a_part(extra, more, part):
    def outcome(job):
        base, gap = (4000.0, extra) if is_long(job) else (30.0, 1.5)
        return {"points_mean": [base, *([base + gap] * (job.players - 1))]}

    assert verdict("5000 points: more points", outcome) == more
    assert verdict("5000 points: a greater part", outcome) == part


def test_over_one_round_more_is_more_than_fewer_rounds():
    def outcome(job, second):
        return {"rounds": [second if SECOND in job.strategies else 4.0]}

    words = "IV-A, Figure 7: with two players"
    assert verdict(words, lambda job: outcome(job, 2.5)) == HOLDS
    assert verdict(words, lambda job: outcome(job, 3.5)) == FAILS


def test_the_points_of_a_round_are_compared_and_not_those_of_a_game():
    def outcome(job):
        return {"rounds": [3.5 if SECOND in job.strategies else 4.8]}

    assert verdict("IV-A: with two players the loser of a round", outcome) == HOLDS
    assert verdict("IV-A: with two players the loser of a round", lambda job: {"rounds": [4.0]}) == OPEN


def odd_one(gain: Callable[[int], float]) -> Callable[[Job], Numbers]:
    """Games in which the last seat gains something where it alone plays the first strategy."""

    def outcome(job):
        shares = [1 / job.players] * job.players
        if len(set(job.strategies)) == 2:
            shares[-1] += gain(job.players)
        return {"win_any": shares}

    return outcome


@pytest.mark.parametrize("against", ["1/n", "its own seat", "its table"])
def test_few_players_and_many_are_two_statements(against):
    few, many = f"Figure 8, against {against}: up to five", f"Figure 8, against {against}: with six"
    up_to_five = odd_one(lambda n: 0.02 if n <= 5 else -0.02)
    always = odd_one(lambda n: 0.02)
    assert (verdict(few, up_to_five), verdict(many, up_to_five)) == (HOLDS, HOLDS)
    assert (verdict(few, always), verdict(many, always)) == (HOLDS, FAILS)


def test_that_the_choice_matters_less_takes_a_fall_at_every_step():
    words = "the less it matters"
    assert verdict(words, odd_one(lambda n: 0.08 * (9 - n) / n)) == HOLDS
    assert verdict(words, odd_one(lambda n: 0.08 * (7 - n) / n)) == FAILS
    assert verdict(words, odd_one(lambda n: 0.0)) == OPEN


@pytest.mark.parametrize(("first", "found"), [(8, (HOLDS, HOLDS)), (7, (HOLDS, FAILS)), (9, (FAILS, HOLDS))])
def test_dear_cards_start_to_be_better_where_the_paper_says_or_not(first, found):
    def outcome(job):
        shares = [1 / job.players] * job.players
        if DEAR in job.strategies:
            shares[0] += 0.01 if job.players >= first else -0.01
        return {"win_any": shares}

    eight, not_yet = "VI: with eight players", "VI: with five to seven players"
    assert (verdict(eight, outcome), verdict(not_yet, outcome)) == found
    assert verdict("VI: with few players", outcome) == HOLDS


def test_a_quarter_is_not_what_random_players_win():
    words = "VI-A: 0.25"
    assert verdict(words, lambda job: {}) == HOLDS
    assert verdict(words, lambda job: {"win_any": [0.2645] * 4} if RANDOM in job.strategies else {}) == FAILS


def folding(value: float, even: float) -> Callable[[Job], Numbers]:
    """Games in which one player who folds wins so often, and all alike so often."""

    def outcome(job):
        is_apart = len(set(job.strategies)) == 2
        return {"win_any": [value if is_apart else even, *([even] * (job.players - 1))]}

    return outcome


@pytest.mark.parametrize("other", ["first", "second"])
def test_better_than_others_allows_for_the_error_of_the_yardstick(other):
    words = f"VI-A: the strategy that folds is better than the {other}"
    assert verdict(words, folding(0.28, 0.2576)) == HOLDS
    assert verdict(words, folding(0.24, 0.2576)) == FAILS
    # 2.2 errors of its own above the yardstick, but less than 1.96 of both together
    gap = 2.2 * 0.0005
    assert verdict(words, folding(0.2576 + gap, 0.2576)) == OPEN


def test_considerably_above_a_quarter_is_not_just_above_it():
    words = "considerably more than 0.25"
    assert verdict(words, folding(0.28, 0.2576)) == HOLDS
    assert verdict(words, folding(0.26, 0.2576)) == FAILS


def test_strategies_are_in_order_only_if_all_three_pairs_are():
    words = "the strategies are transitive"
    assert verdict(words, folding(0.28, 0.2576)) == HOLDS

    def second_beats_first(job):
        is_pair = set(job.strategies) == {"same-first", SECOND}
        return folding(0.24 if is_pair else 0.28, 0.2576)(job)

    assert verdict(words, second_beats_first) == FAILS


def test_the_yardstick_is_the_mean_of_all_seats_and_its_error_a_bound():
    result = Posed(lambda job: {"win_any": [0.2, 0.3, 0.25, 0.28]}).play(Job("lama", ("random",) * 4))
    assert surplus(result).value == pytest.approx(0.03)
    assert even_share(result).value == pytest.approx(1.03 / 4)
    # one game in a hundred won by all four makes the surplus 0.03, and the spread as wide as it can be
    assert surplus(result).se == pytest.approx(((9 * 0.01 - 0.03**2) / 1_000_000) ** 0.5)
