"""Section VI: the strategy that folds, what it is worth, and how its parameters were chosen."""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.simulation.estimate import Estimate
from upcard.simulation.kernel import WIN_ANY
from upcard.simulation.lineup import line_up
from upcard.simulation.plan import make_plan
from upcard.simulation.run import usable_cores
from upcard.simulation.simulator import Simulator
from upcard.study.judge import family_confidence, minus, text, widened, within
from upcard.study.lab import Job, Lab
from upcard.study.lama_paper.all_alike import A_TENTH
from upcard.study.lama_paper.gaps import even_share, judged, known
from upcard.study.lama_paper.jobs import FIRST, RANDOM, SECOND, alike, one_against
from upcard.study.lama_paper.one_apart import first_over_second
from upcard.study.lama_paper.printed import (
    AGAINST_FIRST,
    AGAINST_SECOND,
    IN_SEARCH,
    PUBLISHED,
    SEARCH_BOX,
    SEARCH_GAMES,
    SEARCH_SETS,
    TRIAL,
    Printed,
)
from upcard.study.lama_paper.statements import Statement, findings
from upcard.study.parts import FAILS, HOLDS, OPEN, Block, Figure, Finding, Section, Series

READINGS = {
    "every card, all hands": (0, 0),
    "every card, the others' hands": (0, 1),
    "each kind once, all hands": (1, 0),
    "each kind once, the others' hands": (1, 1),
}
LEAST_SEARCHES = 2  # for a standard error
SEARCH_SEED_STEP = 1_000_003
MOST_SEED = 2**62


def spelled(parameters: dict[str, float], each_kind: int = 0, others: int = 0) -> str:
    """The folding strategy as typed."""
    numbers = ",".join(f"{k}={x:.10g}" for k, x in parameters.items())
    return f"folding:{numbers},each_kind={each_kind},others={others}"


def jobs() -> list[Job]:
    """Everything that the statements and the comparison of readings need; the search comes on top."""
    readings = [
        one_against(spelled(p, *reading), opponent)
        for opponent in (FIRST, SECOND)
        for p in (PUBLISHED, TRIAL)
        for reading in READINGS.values()
    ]
    return [alike(RANDOM, 4), *readings]


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
class Search:
    """One repetition of the paper's search.

    Parameters
    ----------
    kept : dict
        The parameters that won most often.
    found : float
        Their share in the search.
    true : float
        Their share in fresh games.
    """

    kept: dict[str, float]
    found: float
    true: float


def searches(lab: Lab) -> list[Search]:
    """The paper's search, repeated: draw parameter sets, play each, keep the best, and play it afresh."""
    simulator = Simulator(one_against(spelled(PUBLISHED), FIRST).lineup(), lab.on_compile)
    out = []
    with ThreadPoolExecutor(lab.threads or usable_cores()) as pool:
        for i in range(repetitions(lab.games)):
            if lab.is_hurrying and i >= LEAST_SEARCHES:
                break
            seed = (lab.seed + SEARCH_SEED_STEP * (i + 1)) % MOST_SEED + SEARCH_SETS
            fresh = fresh_games(lab.games)
            out.append(_search(simulator, seed, fresh, lambda f, xs: list(pool.map(f, xs))))
            lab.advance(f"search {i + 1} of {repetitions(lab.games)}", SEARCH_SETS * SEARCH_GAMES + fresh)
    return out


def _search(simulator: Simulator, seed: int, games: int, spread: Callable[..., list[float]]) -> Search:
    generator = np.random.Generator(np.random.PCG64(seed))
    low, high = np.array(list(SEARCH_BOX.values())).T
    sets = generator.uniform(low, high, (SEARCH_SETS, 4))

    def share(k: int) -> float:
        return _share(simulator, sets[k], SEARCH_GAMES, seed + 1 + k)

    shares = spread(share, range(SEARCH_SETS))
    best = int(np.argmax(shares))
    parts = spread(lambda part: _share(simulator, sets[best], -(-games // 8), seed - 1 - part), range(8))
    kept = {name: float(x) for name, x in zip(SEARCH_BOX, sets[best], strict=True)}
    return Search(kept, shares[best], math.fsum(parts) / len(parts))


def _share(simulator: Simulator, parameters: npt.NDArray[np.float64], games: int, seed: int) -> float:
    game = simulator.lineup.game
    strategy = spelled(dict(zip(SEARCH_BOX, map(float, parameters), strict=True)))
    tuned = simulator.retuned(line_up(game, [strategy, FIRST, FIRST, FIRST]))
    plan = make_plan(games, seed, game.players, "random")
    return float(tuned.play(plan, 0, games).entrants[0, 0, WIN_ANY]) / games


def section(lab: Lab, found: list[Search]) -> Section:
    """The part of the report on section VI."""
    return Section(
        "The third strategy: section VI",
        [
            "One seat, drawn at random for every game, plays the strategy that folds; the other three play "
            "alike. The paper leaves open what counts in y (every card, or each kind once) and in z (all "
            "hands, or the others'); every reading was tried. A game with several winners counts for each.",
        ],
        tables=[_readings_block(lab, FIRST), _readings_block(lab, SECOND)],
        figures=[_search_figure(found)],
        findings=[
            *(_printed_finding(lab, *case) for case in ((FIRST, AGAINST_FIRST), (SECOND, AGAINST_SECOND))),
            *findings(lab, STATEMENTS),
            _centre_finding(),
            _curse_finding(found),
        ],
    )


def results(lab: Lab, found: list[Search]) -> dict[str, Any]:
    """The same as plain values."""
    readings = [
        {
            "against": opponent,
            "parameters": name,
            "reading": reading,
            **_value(lab, opponent, p, codes).items("win_any"),
        }
        for opponent in (FIRST, SECOND)
        for name, p in (("published", PUBLISHED), ("trial", TRIAL))
        for reading, codes in READINGS.items()
    ]
    gap = _curse(found)
    searched = [{"kept": s.kept, "found": s.found, "true": s.true} for s in found]
    return {"readings": readings, "searches": searched, **gap.items("winners_curse")}


def _value(lab: Lab, opponent: str, parameters: dict[str, float], reading: tuple[int, int]) -> Estimate:
    return lab.play(one_against(spelled(parameters, *reading), opponent)).seats[0].estimates["win_any"]


def _readings_block(lab: Lab, opponent: str) -> Block:
    rows: list[list[str | int | float]] = []
    for name, p in (("published", PUBLISHED), ("trial", TRIAL)):
        for reading, codes in READINGS.items():
            e = _value(lab, opponent, p, codes)
            rows.append([name, reading, f"{e.value:.4f}", f"{e.low:.4f} to {e.high:.4f}"])
    printed = AGAINST_FIRST if opponent == FIRST else AGAINST_SECOND
    note = f"The paper prints {printed.value:g} ({printed.low:g}, {printed.high:g}) for the published set."
    columns = ["parameters", "y counts, z looks at", "win share", "interval"]
    return Block(f"The folding strategy against three of {opponent}", columns, rows, note)


def _best_reading(lab: Lab, opponent: str) -> tuple[str, Estimate]:
    """The reading that comes nearest to the paper, its interval widened for having chosen (Bonferroni)."""
    values = {reading: _value(lab, opponent, PUBLISHED, codes) for reading, codes in READINGS.items()}
    best = max(values, key=lambda r: values[r].value)
    return best, widened(values[best], family_confidence(len(READINGS)))


def _printed_finding(lab: Lab, opponent: str, printed: Printed) -> Finding:
    reading, best = _best_reading(lab, opponent)
    verdict = (
        HOLDS if printed.low <= best.value <= printed.high else FAILS if best.high < printed.low else OPEN
    )
    claim = (
        f"VI-A: the published parameters win {printed.value:g} ({printed.low:g}, {printed.high:g}) of the "
        f"games against three of {opponent}."
    )
    evidence = (
        f"The best of {len(READINGS)} readings ({reading}) reaches {text(best)}, allowing for the choice."
    )
    return Finding(claim, verdict, evidence)


def _over(lab: Lab, opponent: str) -> Estimate:
    """What one player who folds gains among three others, over playing like them."""
    return minus(_value(lab, opponent, PUBLISHED, (0, 0)), even_share(lab.play(alike(opponent, 4))))


def _better(lab: Lab, opponent: str) -> tuple[str, str]:
    """Whether the strategy that folds beats three others."""
    gap = _over(lab, opponent)
    value, even = _value(lab, opponent, PUBLISHED, (0, 0)), even_share(lab.play(alike(opponent, 4)))
    verdict, _ = judged({"": gap})
    return verdict, (
        f"It wins {text(value)} against three of {opponent}; when all play {opponent}, each wins "
        f"{text(even)}, since ties count for each winner: a gain of {text(gap)}."
    )


def _considerable(lab: Lab) -> tuple[str, str]:
    """Whether the strategy that folds wins a tenth more than a quarter of the games."""
    value, bound = _value(lab, FIRST, PUBLISHED, (0, 0)), (1 + A_TENTH) / 4
    verdict, _ = judged({"": known(value.value - bound, value.se)})
    return verdict, (
        f"It wins {text(value)}. Considerably is taken as a tenth more, {bound:g}. The paper prints "
        f"{AGAINST_FIRST.value:g}, which would be {AGAINST_FIRST.value - 0.25:.3f} more than 0.25; found are "
        f"{value.value - 0.25:.4f}, of which {even_share(lab.play(alike(FIRST, 4))).value - 0.25:.4f} are "
        "ties that count for each winner."
    )


def _quarter(lab: Lab) -> tuple[str, str]:
    """Whether four players who play at random win a quarter each, as printed with two digits."""
    even = even_share(lab.play(alike(RANDOM, 4)))
    verdict = within(known(even.value - 0.25, even.se), 0.005)
    return verdict, f"Four players at random win {text(even)} each on average: ties count for each winner."


def _in_order(lab: Lab) -> tuple[str, str]:
    """Whether third beats first, first beats second, and third beats second."""
    gains = {
        "third over first": _over(lab, FIRST),
        "first over second": first_over_second(lab),
        "third over second": _over(lab, SECOND),
    }
    verdict, _ = judged(gains)
    parts = ", ".join(f"{name} {text(e)}" for name, e in gains.items())
    return verdict, f"What one player gains among three others, over playing like them: {parts}."


def _centre_finding() -> Finding:
    parts = [
        f"{p.value:g} ({p.low:g}, {p.high:g}) has its middle at {p.value + p.offset:.4f}, "
        f"off by {200 * abs(p.offset) / (p.high - p.low):.0f} % of its half-width"
        for p in (IN_SEARCH, AGAINST_FIRST, AGAINST_SECOND)
    ]
    claim = "VI-A: the three printed intervals are centred on their estimates."
    return Finding(claim, FAILS, "; ".join(parts) + ".")


def _better_than_trial(lab: Lab) -> tuple[str, str]:
    """Whether the published parameters win more than the trial set."""
    published, trial = (_value(lab, FIRST, p, (0, 0)) for p in (PUBLISHED, TRIAL))
    gap = minus(published, trial)
    return judged({"": gap})[0], (
        f"Published set {text(published)}, trial set {text(trial)}; a gain of {text(gap)}."
    )


def _curse(found: list[Search]) -> Estimate:
    gaps = np.array([s.found - s.true for s in found])
    se = float(gaps.std(ddof=1) / math.sqrt(len(gaps)))
    return widened(Estimate(float(gaps.mean()), -math.inf, math.inf, se), 0.95)


def _curse_finding(found: list[Search]) -> Finding:
    gap = _curse(found)
    true = math.fsum(s.true for s in found) / len(found)
    best = math.fsum(s.found for s in found) / len(found)
    claim = f"VI: a search share such as {IN_SEARCH.value:g} tells what the kept parameters are worth."
    evidence = (
        f"In {len(found)} repetitions of the search ({SEARCH_SETS:,} sets, {SEARCH_GAMES:,} games each) the "
        f"kept set showed {best:.4f} on average and is worth {true:.4f}: the winner's curse is {text(gap)}. "
        f"The paper's drop from {IN_SEARCH.value:g} to {AGAINST_FIRST.value:g} is this, and not all of it."
    )
    return Finding(claim, FAILS if gap.low > 0 else OPEN, evidence)


def _search_figure(found: list[Search]) -> Figure:
    xs = [float(i + 1) for i in range(len(found))]
    return Figure(
        "search",
        "The winner's curse: what the kept set showed in the search, and what it is worth",
        "repetition of the search",
        "win share",
        [
            Series("in the search", xs, [s.found for s in found]),
            Series("in fresh games", xs, [s.true for s in found]),
        ],
    )


STATEMENTS: tuple[Statement, ...] = (
    ("VI-A: 0.25 is what each player wins if all play completely at random.", _quarter),
    ("VI-A: the strategy that folds wins considerably more than 0.25 against the first.", _considerable),
    ("VI-A: the strategy that folds is better than the first strategy.", partial(_better, opponent=FIRST)),
    ("VI-A: the strategy that folds is better than the second strategy.", partial(_better, opponent=SECOND)),
    (
        "VI-A: the strategies are transitive: third over first, first over second, third over second.",
        _in_order,
    ),
    ("VI: the search found better parameters than the trial set it began with.", _better_than_trial),
)
