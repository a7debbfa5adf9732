"""Does searching beat rules of thumb? ISMCTS plays against each of them in every game, until it is decided.

Every pair plays duplicate deals with rotated seats, and stops as soon as a sequential test has decided it.
Strategies that were solved or learned, are dominant, or search themselves are not rules of thumb. They are
left out, like strategies that work out the odds from every card that was seen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.document.model import FAILS, HOLDS, OPEN, Section, StudyFinding, Table
from upcard.engine.game import Game, make_game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.registry import strategies_for
from upcard.engine.wording import counted
from upcard.simulation.play_tournament import tournament
from upcard.simulation.sequential_test import EQUAL, SECOND
from upcard.simulation.sequential_test import FIRST as BETTER
from upcard.simulation.tournament_result import Pairing
from upcard.study.comparison_runner import ComparisonRun, check_games
from upcard.study.study_parts import StudyReport
from upcard.study.study_registry import Study
from upcard.study.verdicts import overall

STUDY = Study(
    name="search-strength",
    title="Searching against rules of thumb",
    words="Does a search that knows only the rules beat the rules of thumb of each game?",
    games=60_000,
)
ERROR, MARGIN = 0.05, 0.005

NO_RULES_OF_THUMB = (
    "alpha-beta", "dominant", "equilibrium", "fitted-values", "flat-monte-carlo", "ismcts", "le-her-mixed",
    "le-her-threshold", "nash-column", "quantal", "tablebase",
)  # fmt: skip


WORKS_OUT_THE_ODDS = {
    ("stoppers", "classroom", "counting"): "it weighs all cards that it has not seen",
    ("smallsum", "basic", "bluffer"): "nobody can fold to a fist, so it plays as dominant there",
    ("smallsum", "choice", "bluffer"): "nobody can fold to a fist, so it plays as dominant there",
}
"""Further strategies that are not rules of thumb, by game, preset and name, each with the reason."""


@dataclass(frozen=True)
class SearchTrial:
    """A game with its options, and the search that plays it."""

    game: str
    preset: str
    """The preset of options; empty for the defaults."""
    search: str
    """The strategy that searches, with its parameters."""
    options: tuple[tuple[str, str], ...] = ()
    """Names and values of options that differ from the preset."""

    def make(self) -> Game:
        """Return the game with its options and its usual number of players."""
        return make_game(self.game, None, self.preset or None, **dict(self.options))

    @property
    def title(self) -> str:
        """The game, its preset and its options in words."""
        words = [f"preset {self.preset}"] if self.preset else []
        return ", ".join([self.make().title, *words, *(f"{k}={x}" for k, x in self.options)])


TRIALS = (
    SearchTrial("lama", "official", "ismcts:playouts=400"),
    SearchTrial("lama", "paper", "ismcts:playouts=400"),
    SearchTrial("smallsum", "basic", "ismcts:playouts=400"),
    SearchTrial("smallsum", "choice", "ismcts:playouts=400"),
    SearchTrial("smallsum", "alternate", "ismcts:playouts=400"),
    SearchTrial("stoppers", "classroom", "ismcts:playouts=400"),
    SearchTrial("beat-it-or-eat-it", "", "ismcts:playouts=400"),
    SearchTrial("four-cell", "", "ismcts:playouts=400"),
    SearchTrial("goofspiel", "classic", "ismcts:playouts=400"),
    SearchTrial("le-her", "", "ismcts:playouts=400"),
    SearchTrial("kuhn-poker", "", "ismcts:playouts=400"),
    SearchTrial("leduc-poker", "", "ismcts:playouts=400"),
)


@dataclass(frozen=True)
class SearchComparison:
    """The result of a search against one rule of thumb; the search is the first of the pairing."""

    trial: SearchTrial
    opponent: str
    pairing: Pairing

    @property
    def verdict(self) -> str:
        """The verdict in words."""
        words = {BETTER: "the search is better", SECOND: f"{self.opponent} is better", EQUAL: "equal"}
        return words.get(self.pairing.verdict, "undecided")

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as plain values."""
        p = self.pairing
        return {
            "game": self.trial.game,
            "preset": self.trial.preset,
            "players": self.trial.make().players,
            "search": self.trial.search,
            "opponent": self.opponent,
            **p.payoff.items("difference"),
            "games": p.games,
            "verdict": self.verdict,
        }


def run(
    games: int,
    seed: int = 1,
    threads: int | None = None,
    on_step: OnProgress | None = None,
    on_compile: Callable[[], None] | None = None,
    trials: Sequence[SearchTrial] = TRIALS,
) -> StudyReport:
    """Play the search against every rule of thumb until it is decided; an interrupt ends the study early.

    `games` is the maximum number of games of a duel; raises Usage if it is below 100. The other arguments
    are those of :class:`upcard.study.experiment_runner.Lab`; `trials` are the games and searches.
    """
    check_games(games, "duel")

    def play(trial: SearchTrial) -> list[SearchComparison]:
        return _duels(trial, games, seed, threads, ERROR / len(trials), on_compile)

    played = ComparisonRun(trials, lambda trial: trial.title, play, on_step)
    more = {"margin of equality": MARGIN, "probability that any verdict is wrong": ERROR}
    duels = [d for row in played.results for d in row]
    return StudyReport(
        STUDY.name,
        STUDY.title,
        _summary(duels, len(played.results), len(trials)),
        played.settings(STUDY, "duel", games, seed, more),
        [_section(trial, row) for trial, row in zip(trials, played.results, strict=False)],
        {"duels": [d.to_json() for d in duels]},
    )


def rules_of_thumb(trial: SearchTrial) -> list[str]:
    """Return the strategies of a game that a person can follow without a computer, and ``random``."""
    return sorted(set(strategies_for(trial.make().rules)) - set(NO_RULES_OF_THUMB) - set(left_out(trial)))


def left_out(trial: SearchTrial) -> dict[str, str]:
    """Return the strategies of a game that are left out because they work out the odds, with the reasons."""
    here = (trial.game, trial.preset)
    return {name: why for (*place, name), why in WORKS_OUT_THE_ODDS.items() if tuple(place) == here}


def _duels(
    trial: SearchTrial,
    games: int,
    seed: int,
    threads: int | None,
    error: float,
    on_compile: Callable[[], None] | None,
) -> list[SearchComparison]:
    """Play the search against every rule of thumb; the rules also play each other, which costs little."""
    rules = rules_of_thumb(trial)
    played = tournament(
        trial.make(), [trial.search, *rules], games, seed=seed, until_decided=True, error=error,
        margin=MARGIN, threads=threads, on_compile=on_compile,
    )  # fmt: skip
    return [SearchComparison(trial, rules[p.second - 2], p) for p in played.pairs if p.first == 1]


def _summary(duels: Sequence[SearchComparison], played: int, planned: int) -> list[str]:
    won = [d for d in duels if d.pairing.verdict == BETTER]
    lost = [d for d in duels if d.pairing.verdict == SECOND]
    games = counted(planned, "game was", "games were")
    stopped = [] if played == planned else [f"Stopped early: {played} of {games} searched."]
    others = "; ".join(f"{d.trial.title}: {d.opponent}" for d in lost)
    return [
        *stopped,
        f"The search is better than the rule of thumb in {len(won)} of {len(duels)} duels"
        + (f", and worse in {len(lost)}: {others}." if lost else ", and worse in none."),
        f"All verdicts together are wrong with a probability of at most {100 * ERROR:.0f} %.",
    ]


def _section(trial: SearchTrial, duels: Sequence[SearchComparison]) -> Section:
    columns = ["against", "difference of win shares", "low", "high", "games", "verdict"]
    rows: list[list[str | int | float]] = []
    for d in duels:
        e = d.pairing.payoff
        rows.append([d.opponent, e.value, e.low, e.high, d.pairing.games, d.verdict])
    note = f"{trial.search}; the intervals are valid however often you look, and wide if a duel was short."
    text = [f"Left out: {name}, because {why}." for name, why in left_out(trial).items()]
    return Section(trial.title, text, [Table(trial.title, columns, rows, note)], [], [_finding(trial, duels)])


def _finding(trial: SearchTrial, duels: Sequence[SearchComparison]) -> StudyFinding:
    verdict = overall({BETTER: HOLDS, SECOND: FAILS}.get(d.pairing.verdict, OPEN) for d in duels)
    results = (f"{d.opponent} {d.pairing.payoff.value:+.3f} in {d.pairing.games:,} games" for d in duels)
    evidence = "; ".join(results)
    return StudyFinding(f"{trial.search} beats every rule of thumb of {trial.title}.", verdict, evidence)
