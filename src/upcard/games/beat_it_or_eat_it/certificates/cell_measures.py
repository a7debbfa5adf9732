"""What the cells of a tablebase of Beat It Or Eat It count: plies, or how often somebody has to eat.

A cell is odd for a win, even for a loss and 0 for neither. Counted in plies it is the distance to the end.
Counted in *rounds* it is 2 k - 1 for a win and 2 k for a loss before somebody eats for the k-th time: a win
in the first round has 1. A round is what lies between two empty tables.

A score is ``BIG`` less the number of plies or rounds for a win, the negative of that for a loss, and 0 for
neither: the greater the better.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

BIG = 1 << 14
"""More than any number of plies or rounds."""

ScoreArray = npt.NDArray[np.int16]


@dataclass(frozen=True)
class CellMeasure:
    """What is counted."""

    name: str
    """As in the header of a file."""
    counts_leads: bool
    """Whether each ply counts, or only those in which somebody eats."""
    words: str
    """What that is, as a sentence."""

    def amount_of(self, cell: int) -> int:
        """The number of plies or rounds that a cell tells."""
        return cell if self.counts_leads else (cell + 1) // 2

    def scores_of(self, cells: npt.NDArray[Any]) -> ScoreArray:
        """Cells as scores; they must be less than ``BIG``."""
        cells = np.asarray(cells).astype(np.int16)
        far = cells if self.counts_leads else (cells + 1) // 2
        scores: ScoreArray = np.where(cells == 0, 0, np.where(cells % 2 == 1, BIG - far, far - BIG))
        return scores.astype(np.int16)

    def cells_of(self, scores: ScoreArray) -> ScoreArray:
        """Scores as cells, the reverse of :meth:`scores_of`."""
        far = BIG - np.abs(scores)
        cells = far if self.counts_leads else 2 * far - (scores > 0)
        found: ScoreArray = np.where(scores == 0, 0, cells).astype(np.int16)
        return found

    def before_leading(self, scores: ScoreArray) -> ScoreArray:
        """The scores of who leads, by those of who answers then."""
        found: ScoreArray = scores_before_ply(scores) if self.counts_leads else -scores
        return found


PLIES = CellMeasure(
    "plies", counts_leads=True, words="To beat a card and lead the next is one ply, to eat another."
)
ROUNDS = CellMeasure("rounds", counts_leads=False, words="A round ends when somebody eats.")
MEASURES = {m.name: m for m in (PLIES, ROUNDS)}


def scores_before_ply(scores: ScoreArray) -> ScoreArray:
    """The scores of a player whose ply, which counts, leaves the other one with such scores."""
    found: ScoreArray = np.sign(scores) - scores
    return found
