"""Section V of the paper, and section VI on expensive cards: one player among others who all play alike."""

from functools import partial
from itertools import pairwise

from upcard.games.lama.studies.lama_paper.differences import (
    estimate_from_error,
    even_share,
    judge_differences,
    lead,
)
from upcard.games.lama.studies.lama_paper.paper_jobs import (
    DEAR,
    FIRST,
    PLAYERS,
    SECOND,
    alike,
    last_apart,
    one_against,
)
from upcard.games.lama.studies.lama_paper.paper_statements import Statement
from upcard.simulation.estimate import Estimate
from upcard.study.experiment_runner import Job, Lab
from upcard.study.verdicts import minus, text

FEW, MANY = (2, 3, 4, 5), (6, 7, 8)  # by the paper's Figure 8, the first strategy gains, then loses
DEAR_LOSES, DEAR_BETWEEN, DEAR_GAINS = (2, 3, 4), (5, 6, 7), (8,)


def jobs() -> list[Job]:
    """List the simulations for these statements, besides the games in which all play alike."""
    return [
        *map(last_apart, PLAYERS),
        *(one_against(DEAR, FIRST, n) for n in PLAYERS),
        one_against(FIRST, SECOND),
    ]


def _last(lab: Lab, n: int) -> Estimate:
    return lab.play(last_apart(n)).seats[-1].estimates["win_any"]


def _signed(e: Estimate, is_more: bool) -> Estimate:
    return e if is_more else estimate_from_error(-e.value, e.se)


def _against_even(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Judge whether the last seat wins more, or less, than one of n equal parts."""
    gaps = {n: estimate_from_error(_last(lab, n).value - 1 / n, _last(lab, n).se) for n in players}
    verdict, comparison = judge_differences({f"n={n}": _signed(e, is_more) for n, e in gaps.items()})
    parts = "; ".join(f"n={n} {text(_last(lab, n))} against {1 / n:.4f}" for n in players)
    return verdict, f"{parts}. {_how_much(is_more)}: {comparison}"


def _how_much(is_more: bool) -> str:
    return "How much more" if is_more else "How much less"


def _against_seat(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Judge whether the last seat wins more, or less, than it does when it plays like all others."""
    same = {n: lab.play(alike(SECOND, n)).seats[-1].estimates["win_any"] for n in players}
    verdict, comparison = judge_differences(
        {f"n={n}": _signed(minus(_last(lab, n), e), is_more) for n, e in same.items()}
    )
    parts = "; ".join(f"n={n} {text(_last(lab, n))} against {text(e)}" for n, e in same.items())
    return verdict, f"{parts}. {_how_much(is_more)}: {comparison}"


def _against_table(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Judge whether the last seat wins more, or less, than each other seat of the same games."""
    played = {n: lab.play(last_apart(n)) for n in players}
    gaps = {
        f"n={n}, seat {q}": _signed(lead(r, n, q), is_more) for n, r in played.items() for q in range(1, n)
    }
    verdict, comparison = judge_differences(gaps)
    return verdict, f"{_how_much(is_more)} than each other seat in the same games: {comparison}"


def _matters_less(lab: Lab) -> tuple[str, str]:
    """Judge whether the choice of strategy matters less to the last seat, the more players there are."""
    gains = {n: _gain(lab, n) for n in PLAYERS}
    # The error of |a| - |b| is at most the sum of the errors of a and b.
    falls = {
        f"n={n} to {m}": estimate_from_error(
            abs(gains[n].value) - abs(gains[m].value), gains[n].se + gains[m].se
        )
        for n, m in pairwise(PLAYERS)
    }
    verdict, comparison = judge_differences(falls)
    parts = ", ".join(f"n={n} {100 * e.value:+.2f} % (± {196 * e.se:.2f})" for n, e in gains.items())
    return (
        verdict,
        f"Gain of the last seat by the first strategy: {parts}. Decrease of its size: {comparison}",
    )


def _gain(lab: Lab, n: int) -> Estimate:
    """Estimate the relative gain of the last seat by the first strategy over the second."""
    e, same = _last(lab, n), lab.play(alike(SECOND, n)).seats[-1].estimates["win_any"]
    ratio = e.value / same.value
    return estimate_from_error(ratio - 1, (e.se + ratio * same.se) / same.value)


def win_share(lab: Lab, strategy: str, others: str, players: int = 4) -> Estimate:
    """Return the win share of one player among others, seats drawn at random."""
    return lab.play(one_against(strategy, others, players)).seats[0].estimates["win_any"]


def gain(lab: Lab, strategy: str, others: str) -> Estimate:
    """Estimate how much more one player wins among three others than by playing like them."""
    return minus(win_share(lab, strategy, others), even_share(lab.play(alike(others, 4))))


def beats(lab: Lab, strategy: str, others: str) -> tuple[str, str]:
    """Judge whether one player among three others wins more than by playing like them."""
    value, even = win_share(lab, strategy, others), even_share(lab.play(alike(others, 4)))
    verdict, _ = judge_differences({"": gain(lab, strategy, others)})
    return verdict, (
        f"It wins {text(value)} against three of {others}. If all play {others}, each wins {text(even)}, "
        f"since ties count for each winner. So it gains {text(minus(value, even))}."
    )


def _dear(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Judge whether playing the expensive card wins more, or less, than playing the equal one."""
    won = {n: win_share(lab, DEAR, FIRST, n) for n in players}
    even = {n: even_share(lab.play(alike(FIRST, n))) for n in players}
    verdict, comparison = judge_differences(
        {f"n={n}": _signed(minus(won[n], even[n]), is_more) for n in players}
    )
    parts = "; ".join(f"n={n} {text(won[n])} against {text(even[n])}" for n in players)
    what = f"One {DEAR} among {FIRST}, seats drawn at random, against all {FIRST}"
    return verdict, f"{what}: {parts}. {_how_much(is_more)}: {comparison}"


STATEMENTS: tuple[Statement, ...] = (
    (
        "Abstract, V: the first strategy is better than the second (with four players, as VI has it).",
        partial(beats, strategy=FIRST, others=SECOND),
    ),
    (
        "V, Figure 8, against 1/n: up to five players the last seat wins more often than 1/n.",
        partial(_against_even, players=FEW, is_more=True),
    ),
    (
        "V, Figure 8, against 1/n: with six to eight players it wins less often than 1/n.",
        partial(_against_even, players=MANY, is_more=False),
    ),
    (
        "V, Figure 8, against its own seat: up to five players the last seat gains by the first strategy.",
        partial(_against_seat, players=FEW, is_more=True),
    ),
    (
        "V, Figure 8, against its own seat: with six to eight players the last seat loses by it.",
        partial(_against_seat, players=MANY, is_more=False),
    ),
    (
        "V, Figure 8, against its table: up to five players the last seat wins more often than each other.",
        partial(_against_table, players=FEW, is_more=True),
    ),
    (
        "V, Figure 8, against its table: with six to eight players it wins less often than each other.",
        partial(_against_table, players=MANY, is_more=False),
    ),
    ("V: the more players, the less it matters which of the two strategies you play.", _matters_less),
    (
        "VI: with few players (two to four) it is better to play the equal card than the more expensive one.",
        partial(_dear, players=DEAR_LOSES, is_more=False),
    ),
    (
        "VI: with eight players it is better to play the more expensive card.",
        partial(_dear, players=DEAR_GAINS, is_more=True),
    ),
    (
        "VI: with five to seven players it is not yet better.",
        partial(_dear, players=DEAR_BETWEEN, is_more=False),
    ),
)
