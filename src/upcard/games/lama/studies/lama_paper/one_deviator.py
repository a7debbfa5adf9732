"""Section V of the paper, and what VI says of dear cards: one player among others who all play alike."""

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

FEW, MANY = (2, 3, 4, 5), (6, 7, 8)  # where the paper sees the first strategy gain, and lose, in Figure 8
DEAR_LOSES, DEAR_BETWEEN, DEAR_GAINS = (2, 3, 4), (5, 6, 7), (8,)  # few players, many, and where it starts


def jobs() -> list[Job]:
    """Everything that these statements need, besides the games in which all play alike."""
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
    """Whether the last seat wins more, or less, than one of n equal parts."""
    gaps = {n: estimate_from_error(_last(lab, n).value - 1 / n, _last(lab, n).se) for n in players}
    verdict, told = judge_differences({f"n={n}": _signed(e, is_more) for n, e in gaps.items()})
    parts = "; ".join(f"n={n} {text(_last(lab, n))} against {1 / n:.4f}" for n in players)
    return verdict, f"{parts}. {_how_much(is_more)}: {told}"


def _how_much(is_more: bool) -> str:
    return "How much more" if is_more else "How much less"


def _against_seat(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Whether the last seat wins more, or less, than it does when it plays like all others."""
    same = {n: lab.play(alike(SECOND, n)).seats[-1].estimates["win_any"] for n in players}
    verdict, told = judge_differences(
        {f"n={n}": _signed(minus(_last(lab, n), e), is_more) for n, e in same.items()}
    )
    parts = "; ".join(f"n={n} {text(_last(lab, n))} against {text(e)}" for n, e in same.items())
    return verdict, f"{parts}. {_how_much(is_more)}: {told}"


def _against_table(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Whether the last seat wins more, or less, than each other seat of the same games."""
    played = {n: lab.play(last_apart(n)) for n in players}
    gaps = {
        f"n={n}, seat {q}": _signed(lead(r, n, q), is_more) for n, r in played.items() for q in range(1, n)
    }
    verdict, told = judge_differences(gaps)
    return verdict, f"{_how_much(is_more)} than each other seat in the same games: {told}"


def _matters_less(lab: Lab) -> tuple[str, str]:
    """Whether the choice of strategy changes the last seat's share by less, the more players there are."""
    gains = {n: _gain(lab, n) for n in PLAYERS}
    # | |a| - |b| | is off by no more than a and b together
    falls = {
        f"n={n} to {m}": estimate_from_error(
            abs(gains[n].value) - abs(gains[m].value), gains[n].se + gains[m].se
        )
        for n, m in pairwise(PLAYERS)
    }
    verdict, told = judge_differences(falls)
    parts = ", ".join(f"n={n} {100 * e.value:+.2f} % (± {196 * e.se:.2f})" for n, e in gains.items())
    return verdict, f"What the first strategy gains the last seat: {parts}. Falls of its size: {told}"


def _gain(lab: Lab, n: int) -> Estimate:
    """How much more the last seat wins with the first strategy than with the second, as a part of that."""
    e, same = _last(lab, n), lab.play(alike(SECOND, n)).seats[-1].estimates["win_any"]
    ratio = e.value / same.value
    return estimate_from_error(ratio - 1, (e.se + ratio * same.se) / same.value)


def first_over_second(lab: Lab) -> Estimate:
    """What one player of the first strategy gains among three of the second, over playing like them."""
    value = lab.play(one_against(FIRST, SECOND)).seats[0].estimates["win_any"]
    return minus(value, even_share(lab.play(alike(SECOND, 4))))


def _first_is_better(lab: Lab) -> tuple[str, str]:
    """Whether the first strategy beats the second with four players."""
    gap = first_over_second(lab)
    value = lab.play(one_against(FIRST, SECOND)).seats[0].estimates["win_any"]
    verdict, _ = judge_differences({"": gap})
    even = even_share(lab.play(alike(SECOND, 4)))
    return verdict, (
        f"One {FIRST} among three {SECOND}, seats drawn: {text(value)}; when all play {SECOND}: "
        f"{text(even)}; a gain of {text(gap)}."
    )


def _dear(lab: Lab, players: tuple[int, ...], is_more: bool) -> tuple[str, str]:
    """Whether laying the dear card wins more, or less, than laying the equal one."""
    won = {n: lab.play(one_against(DEAR, FIRST, n)).seats[0].estimates["win_any"] for n in players}
    even = {n: even_share(lab.play(alike(FIRST, n))) for n in players}
    verdict, told = judge_differences({f"n={n}": _signed(minus(won[n], even[n]), is_more) for n in players})
    parts = "; ".join(f"n={n} {text(won[n])} against {text(even[n])}" for n in players)
    what = f"One {DEAR} among {FIRST}, seats drawn, against all {FIRST}"
    return verdict, f"{what}: {parts}. {_how_much(is_more)}: {told}"


STATEMENTS: tuple[Statement, ...] = (
    (
        "Abstract, V: the first strategy is better than the second (with four players, as VI has it).",
        _first_is_better,
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
        "V, Figure 8, against its own seat: up to five players the first strategy gains the last seat "
        "something.",
        partial(_against_seat, players=FEW, is_more=True),
    ),
    (
        "V, Figure 8, against its own seat: with six to eight players it loses the last seat something.",
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
    ("V: the more players, the less it matters which of the two strategies one plays.", _matters_less),
    (
        "VI: with few players (two to four) it is better to lay the equal card than the one that is worth "
        "more points.",
        partial(_dear, players=DEAR_LOSES, is_more=False),
    ),
    (
        "VI: with eight players it is better to lay the card that is worth more points.",
        partial(_dear, players=DEAR_GAINS, is_more=True),
    ),
    (
        "VI: it starts to be better there: with five to seven players it is not yet.",
        partial(_dear, players=DEAR_BETWEEN, is_more=False),
    ),
)
