"""The choices of a class in a repeated dilemma: tit for tat, and the last round."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise

from upcard.classroom.matrix_theory import action_text
from upcard.classroom.mean_bars import percent_text, share_bar
from upcard.classroom.pairings import MatrixPlay, Meeting
from upcard.document.model import Bar, Section
from upcard.language.messages import gettext as _
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
        _(
            "Tit for tat: begin with {choice}, then do what your partner did in the round before.",
            choice=name,
        ),
        _shadow(play, cells),
    ]
    title = _("Tit for tat, and the last round")
    return [
        Section(title, words, bars=[*_reply_bars(play, complete, kind), *_end_bars(play, complete, kind)])
    ]


def _cell_name(play: MatrixPlay, cell: MatrixCell) -> str:
    """Return the choices of a cell: one name if both make the same choice."""
    names = list(dict.fromkeys(action_text(play.actions, x) for x in cell))
    return names[0] if len(names) == 1 else _("{one} or {other}", one=names[0], other=names[1])


def _shadow(play: MatrixPlay, cells: Dilemma) -> str:
    """Return what theory says about the end of the repeated game."""
    if not play.continuation:
        return _(
            "Everybody knew the last round. After it nothing can be paid back, so theory says {choice} "
            "there; then also in the round before, and so on to the first.",
            choice=_cell_name(play, cells.stable),
        )
    needed = patience(play.game, cells.better, cells.stable)
    is_enough = Fraction(play.continuation, 100) >= needed
    rule = _(
        "Nobody knew the last round: after each one, the chance of another was {chance} %. An agreement on "
        "{choice} can last if that chance is at least {needed}.",
        chance=play.continuation,
        choice=_cell_name(play, cells.better),
        needed=percent_text(float(needed)),
    )
    result = _("Here it was.") if is_enough else _("Here it was not.")
    return f"{rule} {result}"


def _reply_bars(play: MatrixPlay, complete: Sequence[Meeting], kind: MatrixCell) -> Iterator[Bar]:
    """Yield how often pupils cooperated after each choice of their partner, and who played tit for tat."""
    courses = list(_courses(complete, kind))
    replies = [(before[1], now[0]) for course in courses for before, now in pairwise(course)]
    name = _cell_name(play, kind)
    for after_kind, label in (
        (True, _("{choice} after the partner’s {choice}", choice=name)),
        (False, _("{choice} after the partner’s other choice", choice=name)),
    ):
        chosen = [mine for theirs, mine in replies if mine is not None and theirs == after_kind]
        yield share_bar(label, sum(chosen), len(chosen))
    whole = [x for x in courses if len(x) >= LEAST_ROUNDS and all(mine is not None for mine, _ in x)]
    copies = sum(x[0][0] is True and all(now[0] == before[1] for before, now in pairwise(x)) for x in whole)
    yield share_bar(_("pupils whose choices were all those of tit for tat"), copies, len(whole))


def _courses(complete: Sequence[Meeting], kind: MatrixCell) -> Iterator[list[tuple[bool | None, bool]]]:
    """Yield for each pupil, by round, whether they cooperated (None for a coin) and their partner did."""
    for _players, meetings in groupby(sorted(complete, key=lambda x: x.players), key=lambda x: x.players):
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
        (_("{choice} before the last round", choice=name), [x for x in complete if x.number < last]),
        (
            _("{choice} in the last round (end-game effect)", choice=name),
            [x for x in complete if x.number == last],
        ),
    ):
        chosen = [x.cell[side] == kind[side] for x in meetings for side in (ROW, COLUMN) if not x.coins[side]]
        yield share_bar(label, sum(chosen), len(chosen))
