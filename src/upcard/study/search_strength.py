"""Does searching beat the rules of thumb? ISMCTS against each of them at every game, until it is decided.

Every pair plays duplicate deals with rotated seats, and stops as soon as a sequential test has decided it.
Strategies that are solved, dominant, learned or search themselves are no rules of thumb. They are left out,
like strategies that work out the odds from every card that was seen.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.document.model import FAILS, HOLDS, OPEN, Section, StudyFinding, Table
from upcard.engine.errors import Usage
from upcard.engine.game import Game, make_game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.registry import strategies_for
from upcard.engine.wording import counted
from upcard.simulation.play_tournament import tournament
from upcard.simulation.sequential_test import EQUAL, SECOND
from upcard.simulation.sequential_test import FIRST as BETTER
from upcard.simulation.tournament_result import Pairing
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
    "le-her-threshold", "nash-column", "tablebase",
)  # fmt: skip


WORKS_OUT_THE_ODDS = {
    ("stoppers", "classroom", "counting"): "it weighs all cards that it has not seen",
    ("smallsum", "basic", "bluffer"): "to a fist nobody can fold, so there it plays as dominant",
    ("smallsum", "choice", "bluffer"): "to a fist nobody can fold, so there it plays as dominant",
}
"""Further strategies that are no rules of thumb, by game, preset and name, each with the reason."""


@dataclass(frozen=True)
class SearchTrial:
    """A game and the search that plays it."""

    game: str
    preset: str
    """An empty preset stands for the defaults."""
    search: str
    """The search with its parameters."""
    options: tuple[tuple[str, str], ...] = ()
    """Options beside the preset."""

    def make(self) -> Game:
        """Return the game with its usual number of players."""
        return make_game(self.game, None, self.preset or None, **dict(self.options))

    @property
    def title(self) -> str:
        """The game, its preset and its options in words."""
        words = [f"preset {self.preset}"] if self.preset else []
        return ", ".join([self.make().title, *words, *(f"{k}={x}" for k, x in self.options)])


ARENAS = (
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
    """A search against one rule of thumb; the search is the first of the pairing."""

    arena: SearchTrial
    opponent: str
    pairing: Pairing

    @property
    def verdict(self) -> str:
        """The result in words."""
        words = {BETTER: "the search is better", SECOND: f"{self.opponent} is better", EQUAL: "equal"}
        return words.get(self.pairing.verdict, "undecided")

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as plain values."""
        p = self.pairing
        return {
            "game": self.arena.game,
            "preset": self.arena.preset,
            "players": self.arena.make().players,
            "search": self.arena.search,
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
    arenas: Sequence[SearchTrial] = ARENAS,
) -> StudyReport:
    """Play every duel until it is decided; an interrupt ends with the games searched so far.

    Arguments are those of :class:`upcard.study.experiment_runner.Lab`; `games` is the maximum number of games
    of a duel. Raises Usage if that is below 100.
    """
    if games < 100:
        raise Usage(f"the maximum is {counted(games, 'game', 'games')} per duel; expected 100 or more")
    began = time.perf_counter()
    duels: list[SearchComparison] = []
    for i, arena in enumerate(arenas):
        try:
            if on_step:
                on_step(arena.title, i / len(arenas))
            duels += _duels(arena, games, seed, threads, ERROR / len(arenas), on_compile)
        except KeyboardInterrupt:
            break
    played = [arena for arena in arenas if any(d.arena == arena for d in duels)]
    settings = {
        "most games of a duel": games,
        "seed": seed,
        "margin of equality": MARGIN,
        "probability that any verdict is wrong": ERROR,
        "stopped early": len(played) < len(arenas),
        "seconds": round(time.perf_counter() - began, 1),
        "repeat with": f"upcard study {STUDY.name} --games {games} --seed {seed}",
    }
    sections = [_section(arena, [d for d in duels if d.arena == arena]) for arena in played]
    return StudyReport(
        STUDY.name, STUDY.title, _summary(duels, len(played), len(arenas)), settings, sections,
        {"duels": [d.to_json() for d in duels]},
    )  # fmt: skip


def rules_of_thumb(arena: SearchTrial) -> list[str]:
    """Return the strategies of a game that a person could follow without computing, and ``random``."""
    return sorted(set(strategies_for(arena.make().rules)) - set(NO_RULES_OF_THUMB) - set(left_out(arena)))


def left_out(arena: SearchTrial) -> dict[str, str]:
    """Return the strategies of a game that work out the odds, each with the reason."""
    here = (arena.game, arena.preset)
    return {name: why for (*place, name), why in WORKS_OUT_THE_ODDS.items() if tuple(place) == here}


def _duels(
    arena: SearchTrial,
    games: int,
    seed: int,
    threads: int | None,
    error: float,
    on_compile: Callable[[], None] | None,
) -> list[SearchComparison]:
    """Play the search against every rule of thumb; the rules also play each other, which costs little."""
    rules = rules_of_thumb(arena)
    played = tournament(
        arena.make(), [arena.search, *rules], games, seed=seed, until_decided=True, error=error,
        margin=MARGIN, threads=threads, on_compile=on_compile,
    )  # fmt: skip
    return [SearchComparison(arena, rules[p.second - 2], p) for p in played.pairs if p.first == 1]


def _summary(duels: Sequence[SearchComparison], played: int, planned: int) -> list[str]:
    won = [d for d in duels if d.pairing.verdict == BETTER]
    lost = [d for d in duels if d.pairing.verdict == SECOND]
    games = counted(planned, "game was", "games were")
    stopped = [] if played == planned else [f"Stopped early: {played} of {games} searched."]
    others = "; ".join(f"{d.arena.title}: {d.opponent}" for d in lost)
    return [
        *stopped,
        f"The search is better than the rule of thumb in {len(won)} of {len(duels)} duels"
        + (f", and worse in {len(lost)}: {others}." if lost else ", and worse in none."),
        f"All verdicts together are wrong with a probability of at most {100 * ERROR:.0f} %.",
    ]


def _section(arena: SearchTrial, duels: Sequence[SearchComparison]) -> Section:
    columns = ["against", "difference of win shares", "low", "high", "games", "verdict"]
    rows: list[list[str | int | float]] = []
    for d in duels:
        e = d.pairing.payoff
        rows.append([d.opponent, e.value, e.low, e.high, d.pairing.games, d.verdict])
    note = f"{arena.search}; the intervals hold however often one looks, and are wide where a duel was short."
    text = [f"Left out is {name}: {why}." for name, why in left_out(arena).items()]
    return Section(arena.title, text, [Table(arena.title, columns, rows, note)], [], [_finding(arena, duels)])


def _finding(arena: SearchTrial, duels: Sequence[SearchComparison]) -> StudyFinding:
    verdict = overall({BETTER: HOLDS, SECOND: FAILS}.get(d.pairing.verdict, OPEN) for d in duels)
    results = (f"{d.opponent} {d.pairing.payoff.value:+.3f} in {d.pairing.games:,} games" for d in duels)
    evidence = "; ".join(results)
    return StudyFinding(f"{arena.search} beats every rule of thumb of {arena.title}.", verdict, evidence)
