"""The paper's search for parameters, repeated: what the best set wins in the search and in fresh games."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Series, StudyFinding
from upcard.engine.free_memory import usable_cores
from upcard.games.lama.studies.lama_paper.paper_jobs import FIRST, one_against, spelled
from upcard.games.lama.studies.lama_paper.paper_statements import CLAIMS, NOT_PLAYED
from upcard.games.lama.studies.lama_paper.printed_tables import (
    AGAINST_FIRST,
    IN_SEARCH,
    PUBLISHED,
    SEARCH_BOX,
    SEARCH_GAMES,
    SEARCH_SETS,
)
from upcard.simulation.estimate import Estimate, of_spread, quantile, wilson
from upcard.simulation.kernel import WIN_ANY
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator
from upcard.study.experiment_runner import Lab, LeftOut
from upcard.study.verdicts import difference, exceeds, text

LEAST_SEARCHES = 2  # for a standard error
SEARCH_SEED_STEP = 1_000_003
MOST_SEED = 2**62
REPORT_EVERY = 50  # sets; an interrupt takes effect at the next report


def repetitions(games: int) -> int:
    """Return how often the paper's search is repeated: more often if there are more games per cell."""
    return max(LEAST_SEARCHES, min(50, games // 1250))


def fresh_games(games: int) -> int:
    """Return the number of fresh games that measure the best set of a search."""
    return min(games, 100_000)


def search_work(games: int) -> float:
    """Return the cost of the searches, in games to 40 points."""
    return repetitions(games) * float(SEARCH_SETS * SEARCH_GAMES + fresh_games(games))


@dataclass(frozen=True)
class PaperSearch:
    """One repetition of the paper's search."""

    best_set: dict[str, float]
    """The parameters that won most often."""
    search_share: float
    """The win share of these parameters in the search."""
    fresh_share: float
    """The win share of these parameters in fresh games."""

    @property
    def fall(self) -> float:
        """Win share in the search minus that in fresh games."""
        return self.search_share - self.fresh_share

    @property
    def is_fresh_share_inside(self) -> bool:
        """Whether the interval that the paper would print for the search contains the fresh share."""
        half = quantile(0.95) * math.sqrt(self.search_share * (1 - self.search_share) / SEARCH_GAMES)
        return abs(self.fall) <= half


def searches(lab: Lab) -> list[PaperSearch]:
    """Repeat the paper's search: draw parameter sets, play each, pick the best, and play it afresh.

    After an interrupt no search is started or completed, since half a search shows nothing.
    """
    out: list[PaperSearch] = []
    try:
        simulator = Simulator(one_against(spelled(PUBLISHED), FIRST).lineup(), lab.on_compile)
    except LeftOut:
        return out
    with ThreadPoolExecutor(lab.threads or usable_cores()) as pool:
        while len(out) < repetitions(lab.games) and not lab.is_hurrying:
            try:
                out.append(_one(lab, simulator, len(out), pool))
            except KeyboardInterrupt:
                pool.shutdown(wait=True, cancel_futures=True)
                lab.hurry()
    return out


def _one(lab: Lab, simulator: Simulator, i: int, pool: ThreadPoolExecutor) -> PaperSearch:
    what = f"search {i + 1} of {repetitions(lab.games)}"
    seed = (lab.seed + SEARCH_SEED_STEP * (i + 1)) % MOST_SEED + SEARCH_SETS
    games = fresh_games(lab.games)
    low, high = np.array(list(SEARCH_BOX.values())).T
    sets = np.random.Generator(np.random.PCG64(seed)).uniform(low, high, (SEARCH_SETS, 4))

    def spread(play: Callable[[int], float], count: int, cost: int) -> list[float]:
        """Play on all threads; each report of progress raises a pending interrupt."""
        out: list[float] = []
        for share in pool.map(play, range(count)):
            if len(out) % REPORT_EVERY == 0:
                lab.report_progress(what, len(out) * cost)
            out.append(share)
        return out

    shares = spread(
        lambda k: _share(simulator, sets[k], SEARCH_GAMES, seed + 1 + k), SEARCH_SETS, SEARCH_GAMES
    )
    best = int(np.argmax(shares))
    parts = spread(lambda part: _share(simulator, sets[best], -(-games // 8), seed - 1 - part), 8, 0)
    lab.advance(what, SEARCH_SETS * SEARCH_GAMES + games)
    best_set = {name: float(x) for name, x in zip(SEARCH_BOX, sets[best], strict=True)}
    return PaperSearch(best_set, shares[best], math.fsum(parts) / len(parts))


def _share(simulator: Simulator, parameters: npt.NDArray[np.float64], games: int, seed: int) -> float:
    game = simulator.lineup.game
    strategy = spelled(dict(zip(SEARCH_BOX, map(float, parameters), strict=True)))
    tuned = simulator.retuned(line_up(game, [strategy, FIRST, FIRST, FIRST]))
    plan = make_plan(games, seed, game.players, "random")
    return float(tuned.play(plan, 0, games).entrants[0, 0, WIN_ANY]) / games


def searches_cut(lab: Lab, runs: Sequence[PaperSearch]) -> list[str]:
    """Return a sentence on the number of searches if some were not made; else nothing."""
    done, planned = len(runs), repetitions(lab.games)
    if done == planned:
        return []
    few = "" if done >= LEAST_SEARCHES else ", too few to estimate the winner's curse"
    return [
        f"{done or 'None'} of {planned} searches for parameters {'were' if done > 1 else 'was'} made{few}."
    ]


def curse(runs: Sequence[PaperSearch]) -> Estimate:
    """Estimate the winner's curse: how much the best sets lose in fresh games, on average."""
    return of_spread(np.array([s.fall for s in runs]), 0.95)


def search_findings(runs: Sequence[PaperSearch], published: Estimate | None) -> list[StudyFinding]:
    """Compare the repeated searches with the paper's; undecided if there are fewer than two.

    `published` is the win share of the published parameters, or None if it was not played.
    """
    judges = (_curse_shown, _interval_holds, _not_the_best)
    claims = CLAIMS["search"].values()
    if len(runs) < LEAST_SEARCHES or published is None:
        return [StudyFinding(claim, OPEN, NOT_PLAYED) for claim in claims]
    judged = zip(claims, judges, strict=True)
    return [StudyFinding(claim, *judge(runs, published)) for claim, judge in judged]


def _curse_shown(runs: Sequence[PaperSearch], published: Estimate) -> tuple[str, str]:
    gap = curse(runs)
    shown = math.fsum(s.search_share for s in runs) / len(runs)
    fresh = math.fsum(s.fresh_share for s in runs) / len(runs)
    return exceeds(gap), (
        f"In {len(runs)} repetitions of the search ({SEARCH_SETS:,} sets, {SEARCH_GAMES:,} games each) the "
        f"best set won {shown:.4f} in the search and {fresh:.4f} in fresh games, on average: the winner's "
        f"curse is {text(gap)}. {_falls(runs, published)}"
    )


def _falls(runs: Sequence[PaperSearch], published: Estimate) -> str:
    """Compare the fall of the paper's set with the falls in single searches."""
    least, most = min(s.fall for s in runs), max(s.fall for s in runs)
    falls = {AGAINST_FIRST.value: "in the paper's second run", published.value: "in our games"}
    comparisons = ", and ".join(
        f"to {x:.3f} {where}, by {IN_SEARCH.value - x:.3f} "
        f"({'inside' if least <= IN_SEARCH.value - x <= most else 'outside'} that range)"
        for x, where in falls.items()
    )
    lost = f"Single searches lose {least:.3f} to {most:.3f}."
    return f"{lost} The paper's set fell from {IN_SEARCH.value:.3f} {comparisons}."


def _interval_holds(runs: Sequence[PaperSearch], published: Estimate) -> tuple[str, str]:
    held = sum(s.is_fresh_share_inside for s in runs)
    low, high = wilson(held / len(runs), len(runs), quantile(0.95))
    verdict = FAILS if high < 0.95 else HOLDS if low > 0.95 else OPEN
    return verdict, (
        f"It does in {held} of {len(runs)} repetitions, {100 * held / len(runs):.0f} % ({100 * low:.0f} to "
        f"{100 * high:.0f}): the set was chosen because it had been lucky."
    )


def _not_the_best(runs: Sequence[PaperSearch], published: Estimate) -> tuple[str, str]:
    best = of_spread(np.array([s.fresh_share for s in runs]), 0.95)
    gap = difference(best, published)
    return exceeds(gap), (
        f"In fresh games, the best sets of {len(runs)} searches win {text(best)} on average, the published "
        f"one {text(published)}: {text(gap)} more."
    )


def search_figure(runs: Sequence[PaperSearch]) -> Chart:
    """Draw the share of each best set in the search and in fresh games, ordered by the former."""
    xs = [float(i + 1) for i in range(len(runs))]
    ordered = sorted(runs, key=lambda s: s.search_share)
    return Chart(
        "search",
        "The winner's curse: win share of the best set in the search, and in fresh games",
        "search, by the share in the search",
        "win share",
        [
            Series("in the search", xs, [s.search_share for s in ordered]),
            Series("in fresh games", xs, [s.fresh_share for s in ordered]),
        ],
        is_joined=False,
    )
