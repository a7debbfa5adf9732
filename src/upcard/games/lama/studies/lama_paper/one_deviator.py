"""Section V of the paper with Figure 8, and section VI on expensive cards: one against others alike."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise

from upcard.document.model import Chart, Section
from upcard.games.lama.studies.lama_paper.paper_jobs import (
    DEAR,
    FIRST,
    PLAYERS,
    SECOND,
    alike,
    last_apart,
    one_against,
)
from upcard.games.lama.studies.lama_paper.paper_statements import (
    by_seat,
    estimate_from_error,
    even_share,
    figure_section,
    judge_differences,
    judged,
    lead,
    statements,
)
from upcard.simulation.estimate import Estimate
from upcard.study.experiment_runner import Job, Lab
from upcard.study.verdicts import difference, text

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


def _compared(
    pairs: Mapping[int, tuple[Estimate, Estimate]],
    is_more: bool,
    what: str = "",
    show: Callable[[Estimate], str] = text,
) -> tuple[str, str]:
    """Judge whether one share lies above, or below, another for each number of players."""
    gaps = {f"n={n}": difference(a, b) if is_more else difference(b, a) for n, (a, b) in pairs.items()}
    parts = "; ".join(f"n={n} {text(a)} against {show(b)}" for n, (a, b) in pairs.items())
    return judged(gaps, f"{what}{parts}. {_how_much(is_more)}:")


def _how_much(is_more: bool) -> str:
    return "How much more" if is_more else "How much less"


def _against_even(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Judge whether the last seat wins more, or less, than 1/n of the games."""
    pairs = {n: (_last(lab, n), estimate_from_error(1 / n, 0)) for n in players}
    return _compared(pairs, is_more, show=lambda e: f"{e.value:.4f}")


def _last_alike(lab: Lab, n: int) -> Estimate:
    """Return the win share of the last seat if it plays like all others."""
    return lab.play(alike(SECOND, n)).seats[-1].estimates["win_any"]


def _against_seat(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Judge whether the last seat wins more, or less, than if it plays like all others."""
    return _compared({n: (_last(lab, n), _last_alike(lab, n)) for n in players}, is_more)


def _against_table(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Judge whether the last seat wins more, or less, than each other seat of the same games."""
    played = {n: lab.play(last_apart(n)) for n in players}
    gaps = {
        f"n={n}, seat {q}": lead(r, n, q) if is_more else lead(r, q, n)
        for n, r in played.items()
        for q in range(1, n)
    }
    return judged(gaps, f"{_how_much(is_more)} than each other seat in the same games:")


def _matters_less(lab: Lab) -> tuple[str, str]:
    """Judge whether the last seat's choice of strategy matters less with each additional player."""
    gains = {n: _gain(lab, n) for n in PLAYERS}
    # The error of |a| - |b| is at most the sum of the errors of a and b.
    falls = {
        f"n={n} to {m}": estimate_from_error(
            abs(gains[n].value) - abs(gains[m].value), gains[n].se + gains[m].se
        )
        for n, m in pairwise(PLAYERS)
    }
    parts = ", ".join(f"n={n} {100 * e.value:+.2f} % (± {196 * e.se:.2f})" for n, e in gains.items())
    return judged(falls, f"Gain of the last seat by the first strategy: {parts}. Decrease of its size:")


def _gain(lab: Lab, n: int) -> Estimate:
    """Estimate the relative gain of the last seat by the first strategy over the second."""
    e, same = _last(lab, n), _last_alike(lab, n)
    ratio = e.value / same.value
    return estimate_from_error(ratio - 1, (e.se + ratio * same.se) / same.value)


def win_share(lab: Lab, strategy: str, others: str, players: int = 4) -> Estimate:
    """Return the win share of one player against others, with seats drawn at random."""
    return lab.play(one_against(strategy, others, players)).seats[0].estimates["win_any"]


def gain(lab: Lab, strategy: str, others: str) -> Estimate:
    """Estimate how much more a player wins against three others than by playing like them."""
    return difference(win_share(lab, strategy, others), even_share(lab.play(alike(others, 4))))


def beats(lab: Lab, strategy: str, others: str) -> tuple[str, str]:
    """Judge whether a player wins more against three others than by playing like them."""
    value, even = win_share(lab, strategy, others), even_share(lab.play(alike(others, 4)))
    verdict, _ = judge_differences({"": gain(lab, strategy, others)})
    return verdict, (
        f"It wins {text(value)} against three of {others}. If all play {others}, each wins {text(even)}, "
        f"since ties count for each winner. So it gains {text(difference(value, even))}."
    )


def _dear(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Judge whether playing the expensive card wins more, or less, than playing the equal one."""
    pairs = {n: (win_share(lab, DEAR, FIRST, n), even_share(lab.play(alike(FIRST, n)))) for n in players}
    return _compared(
        pairs, is_more, f"One {DEAR} among {FIRST}, seats drawn at random, against all {FIRST}: "
    )


STATEMENTS = statements(
    "one_deviator",
    {
        "first_beats_second": partial(beats, strategy=FIRST, others=SECOND),
        "few_against_even": partial(_against_even, players=FEW, is_more=True),
        "many_against_even": partial(_against_even, players=MANY, is_more=False),
        "few_against_seat": partial(_against_seat, players=FEW, is_more=True),
        "many_against_seat": partial(_against_seat, players=MANY, is_more=False),
        "few_against_table": partial(_against_table, players=FEW, is_more=True),
        "many_against_table": partial(_against_table, players=MANY, is_more=False),
        "matters_less": _matters_less,
        "dear_loses": partial(_dear, players=DEAR_LOSES, is_more=False),
        "dear_gains": partial(_dear, players=DEAR_GAINS, is_more=True),
        "dear_between": partial(_dear, players=DEAR_BETWEEN, is_more=False),
    },
)


def _last_apart_figure(lab: Lab, number: int) -> Chart:
    series = [by_seat(lab, last_apart(n), "win_any", f"n = {n}") for n in PLAYERS]
    title = f"Figure {number}: win share by seat; the last seat plays {FIRST}, all others {SECOND}"
    return Chart(f"fig-{number}", title, "seat", "win share", series)


def section(lab: Lab) -> Section:
    """Return the part of the report on section V: the first strategy against players of the second."""
    text = [
        "The paper says that the last player is more likely to win. That can be compared with 1/n, with "
        "the same seat when all play the second strategy, or with the others at the table. The results "
        "differ, since ties count for each winner and seats are not equal. All three are shown."
    ]
    charts = {8: _last_apart_figure}
    return figure_section(lab, "One against the other: Figure 8", charts, STATEMENTS, text)
