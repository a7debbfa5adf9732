"""Common parts of the studies of Stoppers: the tables that are played, and the texts of comparisons."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.document.model import StudyFinding, Table
from upcard.simulation.estimate import Estimate
from upcard.simulation.paired_comparison import PairedComparison
from upcard.study.experiment_runner import Job, one_against
from upcard.study.verdicts import FAMILY_LEVEL, all_exceed, family_confidence, per_cent, points

PLAYERS = (2, 4, 6, 10)
TYPICAL = 4
RULES = "stoppers, preset classroom"
CLASSROOM, FRESH = "lazy", "every_round"
WINS, LOSSES = "win_share", "life_lost_share"


def seat(
    strategy: str, others: str, players: int, cast: tuple[str, ...], reshuffle: str = CLASSROOM, **more: Any
) -> Job:
    """Describe games of one player against others who play alike; `cast` are the strategies of the study."""
    weight = players * players  # a game takes about that much longer with more players
    table = {"preset": "classroom", "options": (("reshuffle", reshuffle),), "cast": cast, "weight": weight}
    return one_against("stoppers", strategy, others, players, **table, **more)


@dataclass(frozen=True)
class Family:
    """The comparisons behind the verdicts of a study, whose intervals hold together (Bonferroni)."""

    comparisons: int

    @property
    def confidence(self) -> float:
        """Confidence of the interval of each comparison."""
        return family_confidence(self.comparisons)

    def text(self) -> str:
        """Explain how the verdicts allow for the number of comparisons."""
        return (
            f"The verdicts rest on {self.comparisons} comparisons. Each is made with an interval of "
            f"{100 * self.confidence:.2f} %, so that all hold together with "
            f"{100 - 100 * FAMILY_LEVEL:.0f} % (Bonferroni). The intervals shown have 95 % confidence each."
        )

    def items(self) -> dict[str, float]:
        """Return the entries for the results of a study."""
        return {"family": self.comparisons, "family_level": FAMILY_LEVEL}

    def gains(self, pairs: Sequence[PairedComparison], name: str = WINS) -> list[Estimate]:
        """Return the differences, each at the confidence of the family."""
        return [p.difference(name, self.confidence) for p in pairs]

    def finding(
        self,
        claim: str,
        pairs: Sequence[PairedComparison],
        name: str = WINS,
        judge: Callable[[Sequence[Estimate]], str] = all_exceed,
    ) -> StudyFinding:
        """Judge a claim on the differences at every table."""
        return StudyFinding(claim, judge(self.gains(pairs, name)), listed(pairs, name))


def listed(pairs: Sequence[PairedComparison], name: str = WINS) -> str:
    """List the difference for each number of players in a sentence."""
    texts = (f"{n} players: {points(p.difference(name))}" for n, p in zip(PLAYERS, pairs, strict=True))
    return "; ".join(texts) + ", in percentage points."


def cells(p: PairedComparison) -> list[str]:
    """Return the wins of the second player, and the first one's further wins and lost lives, as cells."""
    return [per_cent(p.second.seats[0].estimates[WINS]), *(points(p.difference(x)) for x in (WINS, LOSSES))]


def differences(title: str, habit: str, compared: Mapping[str, Sequence[PairedComparison]]) -> Table:
    """Show comparisons of players with and without a habit, by number of players and way to reshuffle."""
    columns = ["players", "reshuffle", f"wins without {habit}", "more wins", "more lives lost per round"]
    note = f"Differences in percentage points: with minus without {habit}, over the same deals."
    return Table(title, columns, [[n, place, *cells(p)] for place, n, p in _each(compared)], note)


def flat(compared: Mapping[str, Sequence[PairedComparison]]) -> list[dict[str, Any]]:
    """Return comparisons by place and number of players as flat records."""
    return [
        {"place": place, "players": n} | p.difference(WINS).items(WINS) | p.difference(LOSSES).items(LOSSES)
        for place, n, p in _each(compared)
    ]


def _each(compared: Mapping[str, Sequence[PairedComparison]]) -> Iterator[tuple[str, int, PairedComparison]]:
    for place, several in compared.items():
        for n, p in zip(PLAYERS, several, strict=True):
            yield place, n, p
