"""The choices of a class in a repeated dilemma: tit for tat, and the last round."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

from upcard.classroom.matrix_theory import action_text
from upcard.classroom.mean_bars import percent_text, share_bar
from upcard.classroom.pairings import MatrixPlay, Meeting
from upcard.document.model import Bar, Section
from upcard.solving.matrix2x2 import COLUMN, ROW, Dilemma, MatrixCell, dilemma, patience

LEAST_ROUNDS = 3
"""Minimum number of rounds after which a pupil's choices can look like tit for tat."""


def repeated_section(play: MatrixPlay) -> list[Section]:
    """Return a section about a dilemma that the same two played repeatedly; empty for other matrices."""
    complete = play.complete_meetings()
    cells = dilemma(play.game)
    if play.rounds == 1 or not play.same or cells is None or not complete:
        return []
    kind, name = cells.better, _cell_name(play, cells.better)
    words = [
        f"Tit for tat: begin with {name}, then do what your partner did in the round before.",
        _shadow(play, cells),
    ]
    title = "Tit for tat, and the last round"
    return [
        Section(title, words, bars=[*_reply_bars(play, complete, kind), *_end_bars(play, complete, kind)])
    ]


def _cell_name(play: MatrixPlay, cell: MatrixCell) -> str:
    """Return the choices of a cell: one name if both make the same choice."""
    return " or ".join(dict.fromkeys(action_text(play.actions, x) for x in cell))


def _shadow(play: MatrixPlay, cells: Dilemma) -> str:
    """Return what theory says about the end of the repeated game."""
    if not play.continuation:
        return (
            f"Everybody knew the last round. After it nothing can be paid back, so theory says "
            f"{_cell_name(play, cells.stable)} there; then also in the round before, and so on to the first."
        )
    needed = patience(play.game, cells.better, cells.stable)
    is_enough = Fraction(play.continuation, 100) >= needed
    return (
        f"Nobody knew the last round: after each one, the chance of another was {play.continuation} %. An "
        f"agreement on {_cell_name(play, cells.better)} can last if that chance is at least "
        f"{percent_text(float(needed))}. {'Here it was' if is_enough else 'Here it was not'}."
    )


def _reply_bars(play: MatrixPlay, complete: Sequence[Meeting], kind: MatrixCell) -> Iterator[Bar]:
    """Yield how often pupils cooperated after each choice of their partner, and who played tit for tat."""
    courses = list(_courses(complete, kind))
    replies = [(before[1], now[0]) for course in courses for before, now in pairwise(course)]
    name = _cell_name(play, kind)
    for after_kind, label in (
        (True, f"{name} after the partner’s {name}"),
        (False, f"{name} after the partner’s other choice"),
    ):
        chosen = [mine for theirs, mine in replies if mine is not None and theirs == after_kind]
        yield share_bar(label, sum(chosen), len(chosen))
    whole = [x for x in courses if len(x) >= LEAST_ROUNDS and all(mine is not None for mine, _ in x)]
    copies = sum(x[0][0] is True and all(now[0] == before[1] for before, now in pairwise(x)) for x in whole)
    yield share_bar("pupils whose choices were all those of tit for tat", copies, len(whole))


def _courses(complete: Sequence[Meeting], kind: MatrixCell) -> Iterator[list[tuple[bool | None, bool]]]:
    """Yield for each pupil, by round, whether they cooperated (None for a coin) and their partner did."""
    for _, meetings in groupby(sorted(complete, key=lambda x: x.players), key=lambda x: x.players):
        rounds = list(meetings)
        for side in (ROW, COLUMN):
            yield [
                (
                    None if x.coins[side] else x.cell[side] == kind[side],
                    x.cell[1 - side] == kind[1 - side],
                )
                for x in rounds
            ]


def _end_bars(play: MatrixPlay, complete: Sequence[Meeting], kind: MatrixCell) -> Iterator[Bar]:
    """Yield how often pupils cooperated in the last round and before it: the end-game effect."""
    last, name = max(x.number for x in complete), _cell_name(play, kind)
    if last < play.rounds:
        return
    for label, meetings in (
        (f"{name} before the last round", [x for x in complete if x.number < last]),
        (f"{name} in the last round (end-game effect)", [x for x in complete if x.number == last]),
    ):
        chosen = [x.cell[side] == kind[side] for x in meetings for side in (ROW, COLUMN) if not x.coins[side]]
        yield share_bar(label, sum(chosen), len(chosen))
