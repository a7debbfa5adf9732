"""Common parts of the studies of Stoppers: the tables that are played, and the texts of comparisons."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from upcard.document.model import Table
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
    """Let one player play against all others, who play alike.

    `cast` lists all strategies of the study, so that it is compiled once; `more` goes to
    :class:`~upcard.study.experiment_runner.Job`.
    """
    weight = players * players  # a game takes about that much longer with more players
    table = {"preset": "classroom", "options": (("reshuffle", reshuffle),), "cast": cast, "weight": weight}
    return one_against("stoppers", strategy, others, players, **table, **more)


def family_text(comparisons: int) -> str:
    """Explain how the verdicts of a study allow for their number."""
    return (
        f"The verdicts rest on {comparisons} comparisons. Each is made with an interval of "
        f"{100 * family_confidence(comparisons):.2f} %, so that all hold together with "
        f"{100 - 100 * FAMILY_LEVEL:.0f} % (Bonferroni). The intervals shown are of 95 % each."
    )


def listed(pairs: Sequence[PairedComparison], name: str = WINS) -> str:
    """List the difference for each number of players in a sentence."""
    texts = (f"{n} players: {points(p.difference(name))}" for n, p in zip(PLAYERS, pairs, strict=True))
    return "; ".join(texts) + ", in percentage points."


def cells(p: PairedComparison) -> list[str]:
    """Return a comparison as cells: wins of the second, then how much more the first wins and loses."""
    return [per_cent(p.second.seats[0].estimates[WINS]), *(points(p.difference(x)) for x in (WINS, LOSSES))]


def differences(title: str, habit: str, compared: Mapping[str, Sequence[PairedComparison]]) -> Table:
    """Show comparisons of players with and without a habit, by number of players and way to reshuffle."""
    columns = ["players", "reshuffle", f"wins without {habit}", "more wins", "more lives lost per round"]
    note = f"Differences in percentage points: with minus without {habit}, over the same deals."
    return Table(title, columns, [[n, place, *cells(p)] for place, n, p in _each(compared)], note)


def flat(compared: Mapping[str, Sequence[PairedComparison]]) -> list[dict[str, Any]]:
    """Return comparisons by place and number of players as flat records."""
    return [
        {
            "place": place,
            "players": n,
            **p.difference(WINS).items(WINS),
            **p.difference(LOSSES).items(LOSSES),
        }
        for place, n, p in _each(compared)
    ]


def _each(compared: Mapping[str, Sequence[PairedComparison]]) -> Iterator[tuple[str, int, PairedComparison]]:
    for place, several in compared.items():
        for n, p in zip(PLAYERS, several, strict=True):
            yield place, n, p
