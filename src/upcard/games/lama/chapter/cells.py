"""The interactive cells of the chapter on L.A.M.A.: a simulation, an interval, and the best of many."""

from upcard.engine.errors import Usage
from upcard.games.lama.chapter.simulation_estimates import best_of, error, interval
from upcard.lessons.chapter_numbers import percent, percent_of
from upcard.lessons.questions import CellResult, LessonCell
from upcard.play.input_field import InputField
from upcard.simulation.simulate_games import simulate

STRATEGIES = (
    ("same-first", "plays the equal card first"),
    ("next-first", "plays the next card first"),
    ("dear-first", "plays the more expensive card first"),
    ("folding", "may quit, as in the paper"),
    ("random", "plays at random"),
)
MOST_GAMES, MOST_TRIED = 20_000, 10_000


def simulate_one(one: str, others: str, games: int, seed: int) -> CellResult:
    """Simulate a player of strategy `one` against three players of strategy `others`."""
    result = simulate("lama", [one, *[others] * 3], games=games, seed=seed, seating="random", preset="paper")
    wins = result.seats[0].estimates["win_any"]
    text = (
        f"In {games:,} games, {one} wins {percent_of(wins, 1)} against three of {others}. "
        "The brackets show the interval."
    )
    return CellResult(text, {"wins": wins.value, "low": wins.low, "high": wins.high})


def share_interval(wins: int, games: int) -> CellResult:
    """Compute the confidence interval of the share of games won."""
    if wins > games:
        raise Usage(f"{wins:,} wins in {games:,} games are impossible; enter fewer wins or more games")
    low, high = interval(wins, games)
    text = (
        f"{wins:,} wins in {games:,} games are {percent(wins / games)}, with a standard error of "
        f"{percent(error(wins / games, games), 2)}. The interval goes from {percent(low)} to {percent(high)}."
    )
    return CellResult(text, {"share": wins / games, "low": low, "high": high})


def best_of_many(tried: int, games: int, worth: int) -> CellResult:
    """Compute how good the best of many equally good strategies looks; `worth` is in per cent."""
    shown = best_of(tried, games, worth / 100)
    text = (
        f"Try {tried:,} strategies that all win {worth} % in {games:,} games each. On average the best one "
        f"shows {percent(shown)}, {percent(shown - worth / 100)} too much."
    )
    return CellResult(text, {"shown": shown, "curse": shown - worth / 100})


CELLS = {
    "simulate": LessonCell(
        "One strategy against three others.",
        (
            InputField("one", "one player", "folding", choices=STRATEGIES),
            InputField("others", "the others", "same-first", choices=STRATEGIES),
            InputField("games", "games", 1_000, 100, MOST_GAMES),
            InputField("seed", "seed for the shuffle", 1, 0, 1_000_000),
        ),
        simulate_one,
        is_long=True,
    ),
    "interval": LessonCell(
        "The confidence interval of a share.",
        (
            InputField("wins", "games won", 30, 0, 1_000_000),
            InputField("games", "games played", 100, 1, 1_000_000),
        ),
        share_interval,
    ),
    "curse": LessonCell(
        "How good does the best of many look?",
        (
            InputField("tried", "strategies tried", 1_000, 1, MOST_TRIED),
            InputField("games", "games for each", 1_000, 1, MOST_TRIED),
            InputField("worth", "true value of each, per cent", 28, 1, 99),
        ),
        best_of_many,
    ),
}
