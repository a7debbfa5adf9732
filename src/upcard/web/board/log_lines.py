"""Lines of a table's log: moves, and between them the titles and results of rounds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from upcard.language.messages import LANGUAGE, SOURCE, marked
from upcard.language.messages import gettext as _
from upcard.play.move_log import Move
from upcard.play.past_words import past_message
from upcard.play.scene import RoundEnd

SHOWN, STEP = 60, 40
"""Least number of last moves in a log; and after how many moves it leaves out more."""


class LogLine(NamedTuple):
    """One line of the log: an action, the title of a round, or its result for a player."""

    number: int
    """Number of the action, from 1; 0 for a line about a round."""
    who: str
    """The player with a colon, or the title of the round."""
    what: str
    """Words of the game, which are translated when they are shown."""
    remark: str = ""
    """A remark on a random action."""


def log_lines(
    moves: Sequence[Move],
    ends: Sequence[tuple[int, RoundEnd]],
    names: Sequence[str],
    viewer: int | None,
    remarks: Mapping[int, str],
) -> Iterator[LogLine]:
    """Yield consecutive moves, and between them the results and titles of rounds.

    `ends` are all finished rounds, see :attr:`upcard.play.round_summary.Rounds.ends`, and `remarks` belong to
    moves by their numbers.
    """
    first = moves[0].number if moves else 0
    in_view = {i + 1: end for i, end in ends if i + 1 >= first}
    earlier = len(ends) - len(in_view)
    if ends:
        yield LogLine(0, _("Round {n}", n=earlier + 1), "")
    for move in moves:
        yield log_line(move, names[move.seat], viewer == move.seat, remarks.get(move.number, ""))
        if move.number in in_view:
            earlier += 1
            for p, text in in_view[move.number].lines:
                yield LogLine(0, _("You") if p == viewer else names[p], text)
            if move is not moves[-1]:
                yield LogLine(0, _("Round {n}", n=earlier + 1), "")


def moves_left_out(count: int, ends: Sequence[tuple[int, RoundEnd]]) -> int:
    """Return how many of `count` moves a log leaves out: whole rounds, or a multiple of ``STEP``.

    It changes rarely, so that earlier rounds that somebody reads stay open.
    """
    most = max(0, count - SHOWN) // STEP * STEP
    return max((i + 1 for i, _ in ends if i < most), default=most)


def with_remark(text: str, remark: str) -> str:
    """Return words with a remark after them in brackets, if there is one."""
    return f"{text} ({remark})" if remark else text


def log_line(move: Move, name: str, is_me: bool, remark: str) -> LogLine:
    """Return the number of an action, its player, and what they did: ``Kim``, ``ate``."""
    who = _("You") if is_me else name
    done = past_message(move.words) if move.words is not None else marked("chose in secret")
    is_sentence = done and LANGUAGE.get() == SOURCE  # elsewhere verbs have a form for each person
    label = who if is_sentence else _("{name}:", name=who)
    return LogLine(move.number, label, done or move.words or "", remark)
