"""What the studies of Stoppers share: the tables that are played, and how their comparisons are told."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from upcard.simulation.paired_comparison import PairedComparison
from upcard.study.experiment_runner import Job, one_against
from upcard.study.verdicts import FAMILY_LEVEL, family_confidence, per_cent, points

PLAYERS = (2, 4, 6, 10)
TYPICAL = 4
RULES = "stoppers, preset classroom"
CLASSROOM, FRESH = "lazy", "every_round"
WINS, LOSSES = "win_share", "life_lost_share"


def seat(
    strategy: str, others: str, players: int, cast: tuple[str, ...], reshuffle: str = CLASSROOM, **more: Any
) -> Job:
    """One player against all others, who play alike.

    Parameters
    ----------
    strategy, others : str
        Who plays against whom.
    players : int
        Number of players; games of many take longer, about as their square.
    cast : tuple of str
        All strategies of the study, so that it is compiled once.
    reshuffle : str
        When used cards are shuffled.
    **more
        As for :class:`~upcard.study.experiment_runner.Job`.
    """
    options = (("reshuffle", reshuffle),)
    place = {"preset": "classroom", "options": options, "cast": cast, "weight": players * players}
    return one_against("stoppers", strategy, others, players, **place, **more)


def family_text(comparisons: int) -> str:
    """How the verdicts of a study allow for their number, as a paragraph."""
    return (
        f"The verdicts rest on {comparisons} comparisons. Each is made with an interval of "
        f"{100 * family_confidence(comparisons):.2f} %, so that all hold together with "
        f"{100 - 100 * FAMILY_LEVEL:.0f} % (Bonferroni). The intervals shown are of 95 % each."
    )


def listed(pairs: Sequence[PairedComparison], name: str = WINS) -> str:
    """The difference for each number of players, as a sentence."""
    found = (f"{n} players: {points(p.difference(name))}" for n, p in zip(PLAYERS, pairs, strict=True))
    return "; ".join(found) + ", in percentage points."


def cells(p: PairedComparison) -> list[str]:
    """A comparison as cells of a table: wins of the second, and how much more the first wins and loses."""
    return [per_cent(p.second.seats[0].estimates[WINS]), *(points(p.difference(x)) for x in (WINS, LOSSES))]


def rows(found: Mapping[str, Sequence[PairedComparison]]) -> list[list[str | int | float]]:
    """Comparisons by place and number of players as rows of a table."""
    return [[n, place, *cells(p)] for place, n, p in _each(found)]


def flat(found: Mapping[str, Sequence[PairedComparison]]) -> list[dict[str, Any]]:
    """Comparisons by place and number of players as flat records."""
    return [
        {
            "place": place,
            "players": n,
            **p.difference(WINS).items(WINS),
            **p.difference(LOSSES).items(LOSSES),
        }
        for place, n, p in _each(found)
    ]


def _each(found: Mapping[str, Sequence[PairedComparison]]) -> Iterator[tuple[str, int, PairedComparison]]:
    for place, several in found.items():
        for n, p in zip(PLAYERS, several, strict=True):
            yield place, n, p
