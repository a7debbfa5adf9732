"""Measures of the cells of a tablebase of Beat It Or Eat It: plies, or the times that somebody eats.

A cell is odd for a win, even for a loss, and 0 for endless play. Counted in plies, it is the distance to the
end. Counted in *rounds*, it is 2 k - 1 for a win and 2 k for a loss before somebody eats for the k-th time: a
win in the first round has 1. A round lasts from one empty table to the next.

A score is ``BIG`` minus the number of plies or rounds for a win, the negative of that for a loss, and 0 for
endless play. A greater score is better.
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
    """The quantity that the cells of a tablebase count."""

    name: str
    """The name in the header of a file."""
    counts_leads: bool
    """Whether each ply counts, or only those in which somebody eats."""
    words: str
    """Explanation of the count, as a sentence."""

    def amount_of(self, cell: int) -> int:
        """Return the number of plies or rounds that a cell counts."""
        return cell if self.counts_leads else (cell + 1) // 2

    def score_of(self, cell: int) -> int:
        """Return a cell as a score."""
        if not cell:
            return 0
        far = self.amount_of(cell)
        return BIG - far if cell % 2 else far - BIG

    def cell_of(self, score: int) -> int:
        """Return a score as a cell, the reverse of :meth:`score_of`."""
        if not score:
            return 0
        far = BIG - abs(score)
        return far if self.counts_leads else 2 * far - (score > 0)

    def scores_of(self, cells: npt.NDArray[Any]) -> ScoreArray:
        """Return cells below ``BIG`` as scores, int16 of the same shape."""
        cells = np.asarray(cells).astype(np.int16)
        far = cells if self.counts_leads else (cells + 1) // 2
        scores: ScoreArray = np.where(cells == 0, 0, np.where(cells % 2 == 1, BIG - far, far - BIG))
        return scores.astype(np.int16)

    def cells_of(self, scores: ScoreArray) -> ScoreArray:
        """Return scores as cells, the reverse of :meth:`scores_of`."""
        far = BIG - np.abs(scores)
        cells: ScoreArray = far if self.counts_leads else 2 * far - (scores > 0)
        return np.where(scores == 0, 0, cells).astype(np.int16)

    def before_leading(self, scores: ScoreArray) -> ScoreArray:
        """Return the scores of the player who leads, by those of the player who answers."""
        return scores_before_ply(scores) if self.counts_leads else -scores


PLIES = CellMeasure(
    "plies", counts_leads=True, words="Beating a card and leading the next one is one ply; eating is another."
)
ROUNDS = CellMeasure("rounds", counts_leads=False, words="A round ends when somebody eats.")
MEASURES = {m.name: m for m in (PLIES, ROUNDS)}


def scores_before_ply(scores: ScoreArray) -> ScoreArray:
    """Return the scores of a player whose ply, which counts, leaves the other one with these scores."""
    before: ScoreArray = np.sign(scores) - scores
    return before


def score_before_ply(score: int) -> int:
    """Return the score of a player whose ply, which counts, leaves the other one with `score`."""
    return (score > 0) - (score < 0) - score
