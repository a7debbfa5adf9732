"""The paper's search for parameters, repeated: what it shows of the set it keeps, and what that is worth."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from upcard.document.model import FAILS, HOLDS, OPEN, Chart, Finding, Series
from upcard.games.lama.studies.lama_paper.paper_jobs import FIRST, one_against, spelled
from upcard.games.lama.studies.lama_paper.paper_statements import NOT_PLAYED
from upcard.games.lama.studies.lama_paper.printed_tables import (
    AGAINST_FIRST,
    IN_SEARCH,
    PUBLISHED,
    SEARCH_BOX,
    SEARCH_GAMES,
    SEARCH_SETS,
)
from upcard.simulation.estimate import Estimate, of_spread, quantile, wilson
from upcard.simulation.executors import usable_cores
from upcard.simulation.kernel import WIN_ANY
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator
from upcard.study.experiment_runner import Lab, LeftOut
from upcard.study.verdicts import exceeds, minus, text

LEAST_SEARCHES = 2  # for a standard error
SEARCH_SEED_STEP = 1_000_003
MOST_SEED = 2**62
TOLD_EVERY = 50  # sets; in between nobody can stop a search

MapGames = Callable[[Callable[[int], float], int, int], list[float]]


def repetitions(games: int) -> int:
    """How often the paper's search is repeated: more with more games per cell."""
    return max(LEAST_SEARCHES, min(50, games // 1250))


def fresh_games(games: int) -> int:
    """How many fresh games tell what the parameters are worth that a search kept."""
    return min(games, 100_000)


def search_work(games: int) -> float:
    """What the searches cost, in games to 40 points."""
    return repetitions(games) * float(SEARCH_SETS * SEARCH_GAMES + fresh_games(games))


@dataclass(frozen=True)
class PaperSearch:
    """One repetition of the paper's search."""

    kept: dict[str, float]
    """The parameters that won most often."""
    found: float
    """Their share in the search."""
    true: float
    """Their share in fresh games."""

    @property
    def fall(self) -> float:
        """How much less the set is worth than the search showed."""
        return self.found - self.true

    @property
    def holds_worth(self) -> bool:
        """Whether the interval that the paper would print for the search holds what the set is worth."""
        half = quantile(0.95) * math.sqrt(self.found * (1 - self.found) / SEARCH_GAMES)
        return abs(self.fall) <= half


def searches(lab: Lab) -> list[PaperSearch]:
    """The paper's search, repeated: draw parameter sets, play each, keep the best, and play it afresh.

    After an interrupt no search is begun or finished: half a search shows nothing.
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

    def spread(play: Callable[[int], float], count: int, games: int) -> list[float]:
        """Play on all threads; now and then say how far it is, which raises what was interrupted."""
        out: list[float] = []
        for share in pool.map(play, range(count)):
            if len(out) % TOLD_EVERY == 0:
                lab.report_progress(what, len(out) * games)
            out.append(share)
        return out

    found = _search(simulator, seed, fresh_games(lab.games), spread)
    lab.advance(what, SEARCH_SETS * SEARCH_GAMES + fresh_games(lab.games))
    return found


def _search(simulator: Simulator, seed: int, games: int, spread: MapGames) -> PaperSearch:
    generator = np.random.Generator(np.random.PCG64(seed))
    low, high = np.array(list(SEARCH_BOX.values())).T
    sets = generator.uniform(low, high, (SEARCH_SETS, 4))

    def share(k: int) -> float:
        return _share(simulator, sets[k], SEARCH_GAMES, seed + 1 + k)

    shares = spread(share, SEARCH_SETS, SEARCH_GAMES)
    best = int(np.argmax(shares))
    parts = spread(lambda part: _share(simulator, sets[best], -(-games // 8), seed - 1 - part), 8, 0)
    kept = {name: float(x) for name, x in zip(SEARCH_BOX, sets[best], strict=True)}
    return PaperSearch(kept, shares[best], math.fsum(parts) / len(parts))


def _share(simulator: Simulator, parameters: npt.NDArray[np.float64], games: int, seed: int) -> float:
    game = simulator.lineup.game
    strategy = spelled(dict(zip(SEARCH_BOX, map(float, parameters), strict=True)))
    tuned = simulator.retuned(line_up(game, [strategy, FIRST, FIRST, FIRST]))
    plan = make_plan(games, seed, game.players, "random")
    return float(tuned.play(plan, 0, games).entrants[0, 0, WIN_ANY]) / games


def searches_cut(lab: Lab, found: Sequence[PaperSearch]) -> list[str]:
    """The sentence on searches that were not made, if there are any."""
    made, planned = len(found), repetitions(lab.games)
    if made == planned:
        return []
    few = "" if made >= LEAST_SEARCHES else ", too few to tell the winner's curse"
    return [
        f"{made or 'None'} of {planned} searches for parameters {'were' if made > 1 else 'was'} made{few}."
    ]


def curse(found: Sequence[PaperSearch]) -> Estimate:
    """The winner's curse: how much less the kept sets are worth than their searches showed, on average."""
    return of_spread(np.array([s.fall for s in found]), 0.95)


def search_findings(found: Sequence[PaperSearch], published: Estimate | None) -> list[Finding]:
    """What the repeated searches say of the paper's one; undecided if there are fewer than two.

    Parameters
    ----------
    found : sequence of PaperSearch
        The searches.
    published : Estimate, optional
        What the published parameters are worth, if it is known.
    """
    judges = {
        "VI-A: what a search shows of the set that it keeps lies above what the set is worth.": _curse_shown,
        f"VI-A: the 95 % interval of a search, such as {IN_SEARCH.value:g} ({IN_SEARCH.low:g}, "
        f"{IN_SEARCH.high:g}), holds what the kept set is worth.": _interval_kept,
        "VI-A: the published set is probably not the best one.": _not_the_best,
    }
    if len(found) < LEAST_SEARCHES or published is None:
        return [Finding(claim, OPEN, NOT_PLAYED) for claim in judges]
    return [Finding(claim, *judge(found, published)) for claim, judge in judges.items()]


def _curse_shown(found: Sequence[PaperSearch], published: Estimate) -> tuple[str, str]:
    gap = curse(found)
    shown, worth = (math.fsum(xs) / len(found) for xs in ([s.found for s in found], [s.true for s in found]))
    return exceeds(gap), (
        f"In {len(found)} repetitions of the search ({SEARCH_SETS:,} sets, {SEARCH_GAMES:,} games each) the "
        f"kept set showed {shown:.4f} on average and is worth {worth:.4f}: the winner's curse is "
        f"{text(gap)}. {_falls(found, published)}"
    )


def _falls(found: Sequence[PaperSearch], published: Estimate) -> str:
    """How the falls of the paper's own set compare with those of single searches."""
    least, most = min(s.fall for s in found), max(s.fall for s in found)
    falls = {AGAINST_FIRST.value: "in the paper's second run", published.value: "in our games"}
    told = ", and ".join(
        f"to {x:.3f} {where}, by {IN_SEARCH.value - x:.3f} "
        f"({'inside' if least <= IN_SEARCH.value - x <= most else 'outside'} that range)"
        for x, where in falls.items()
    )
    lost = f"Single searches lose {least:.3f} to {most:.3f}."
    return f"{lost} The paper's set fell from {IN_SEARCH.value:.3f} {told}."


def _interval_kept(found: Sequence[PaperSearch], published: Estimate) -> tuple[str, str]:
    held = sum(s.holds_worth for s in found)
    low, high = wilson(held / len(found), len(found), quantile(0.95))
    verdict = FAILS if high < 0.95 else HOLDS if low > 0.95 else OPEN
    return verdict, (
        f"In {held} of {len(found)} repetitions it does, {100 * held / len(found):.0f} % ({100 * low:.0f} to "
        f"{100 * high:.0f}): the set was kept because it had been lucky."
    )


def _not_the_best(found: Sequence[PaperSearch], published: Estimate) -> tuple[str, str]:
    kept = of_spread(np.array([s.true for s in found]), 0.95)
    gap = minus(kept, published)
    return exceeds(gap), (
        f"The sets that {len(found)} searches kept are worth {text(kept)} on average, the published one "
        f"{text(published)}: {text(gap)} more."
    )


def search_figure(found: Sequence[PaperSearch]) -> Chart:
    """What the kept sets showed and what they are worth, in the order of what they showed."""
    xs = [float(i + 1) for i in range(len(found))]
    ordered = sorted(found, key=lambda s: s.found)
    return Chart(
        "search",
        "The winner's curse: what the kept set showed in the search, and what it is worth",
        "search, in the order of what it showed",
        "win share",
        [
            Series("in the search", xs, [s.found for s in ordered]),
            Series("in fresh games", xs, [s.true for s in ordered]),
        ],
        is_joined=False,
    )
