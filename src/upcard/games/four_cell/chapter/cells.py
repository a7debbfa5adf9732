"""The cells of the chapter on Four-Cell: any matrix, any deal, and whether a promise is kept."""

from fractions import Fraction

from upcard.classroom.matrix_theory import payoffs_text
from upcard.engine.errors import Usage
from upcard.games.four_cell.chapter.chapter_matrices import deal
from upcard.lessons.chapter_numbers import fraction_text, percent
from upcard.lessons.questions import CellResult, LessonCell
from upcard.play.input_field import InputField
from upcard.report.matrix_report import cell_words, heading, lines
from upcard.report.number_text import minus
from upcard.solving.matrix2x2 import CELLS, Bimatrix, bimatrix, dilemma, patience, pure_equilibria
from upcard.solving.ordinal2x2 import ordinal_type

MOST = 99
PLACES = ("upper left", "upper right", "lower left", "lower right")
TOPICS = (
    "Nash equilibrium",
    "best replies",
    "dominance",
    "Pareto-efficient",
    "guaranteed",
    "better for both",
)
SIDES = ("row", "column")
USUAL = {"row": (4, 0, 3, 2), "column": (4, 3, 0, 2)}


def judged(m: Bimatrix) -> CellResult:
    """Return the theory of a matrix as the answer of a cell."""
    rows = [[what, minus(words)] for what, words in lines(m) if what in TOPICS]
    if (cells := dilemma(m)) is not None:
        pays = f"{payoffs_text(m, cells.better)} instead of {payoffs_text(m, cells.stable)}"
        rows.append(["better for both", f"{cell_words(cells.better)}: {pays}, but it is no equilibrium"])
    number = len(pure_equilibria(m))
    return CellResult(f"This is {heading(m)}.", {"pure equilibria": number}, ["what", "answer"], rows)


def matrix(**payoffs: int) -> CellResult:
    """Return the theory of a matrix with eight payoffs, named as the fields are: ``row_1`` and so on."""
    row, column = ([payoffs[f"{who}_{k}"] for k in range(1, 5)] for who in SIDES)
    return judged(bimatrix(row, column))


def dealt(seed: int) -> CellResult:
    """Return the matrix of a deal and its theory."""
    m = deal(seed)
    theory = judged(m)
    cells = [[name, payoffs_text(m, c)] for name, c in zip(PLACES, CELLS, strict=True)]
    numbers = {**theory.numbers, "type": ordinal_type(m).number if ordinal_type(m).is_strict else 0}
    return CellResult(theory.text, numbers, theory.head, [*cells, *theory.rows])


def promise(reward: int, tempted: int, punished: int, chance: int) -> CellResult:
    """Return whether it pays to keep a promise; raises Usage if the payoffs are not those of a dilemma."""
    if not tempted > reward > punished:
        raise Usage(
            "breaking the promise alone must pay the most, and breaking it together must pay the least"
        )
    m = bimatrix((reward, 0, tempted, punished), (reward, tempted, 0, punished))
    need = patience(m, (0, 0), (1, 1))
    verb = "is worth keeping" if Fraction(chance, 100) >= need else "will be broken"
    text = (
        f"The promise {verb}: the game must continue after each round with a chance of at least "
        f"{fraction_text(need)}, {percent(need)}; here the chance is {chance} %."
    )
    return CellResult(text, {"needed": float(need)})


PAYOFFS = tuple(
    InputField(f"{who}_{k + 1}", f"{place}, {who}", USUAL[who][k], -MOST, MOST)
    for k, place in enumerate(PLACES)
    for who in SIDES
)
CELLS_OF_CHAPTER = {
    "matrix": LessonCell("Explain the theory of any matrix.", PAYOFFS, matrix),
    "promise": LessonCell(
        "Is the promise worth keeping?",
        (
            InputField("reward", "both keep the promise", 5, -MOST, MOST),
            InputField("tempted", "only you break it", 8, -MOST, MOST),
            InputField("punished", "both break it", -3, -MOST, MOST),
            InputField("chance", "the game continues, per cent", 50, 0, 99),
        ),
        promise,
    ),
    "deal": LessonCell(
        "Any deal of Four-Cell as a matrix: south chooses upper or lower, west left or right.",
        (InputField("seed", "number of the deal", 193, 0, 1_000_000),),
        dealt,
    ),
}
