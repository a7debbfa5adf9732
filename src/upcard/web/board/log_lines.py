"""Lines of a table's log: moves, and between them the titles and results of rounds."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from upcard.play.move_log import Move
from upcard.play.past_words import past_words
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


def log_lines(
    moves: Sequence[Move], ends: Sequence[tuple[int, RoundEnd]], names: Sequence[str], viewer: int | None
) -> Iterator[LogLine]:
    """Yield consecutive moves, and between them the results and titles of rounds.

    `ends` are all finished rounds, see :attr:`upcard.play.round_summary.Rounds.ends`.
    """
    first = moves[0].number if moves else 0
    in_view = {i + 1: end for i, end in ends if i + 1 >= first}
    earlier = len(ends) - len(in_view)
    if ends:
        yield LogLine(0, f"Round {earlier + 1}", "")
    for move in moves:
        yield _log_line(move, names[move.seat], viewer == move.seat)
        if move.number in in_view:
            earlier += 1
            for p, text in in_view[move.number].lines:
                yield LogLine(0, "You" if p == viewer else names[p], text)
            if move is not moves[-1]:
                yield LogLine(0, f"Round {earlier + 1}", "")


def moves_left_out(count: int, ends: Sequence[tuple[int, RoundEnd]]) -> int:
    """Return how many of `count` moves a log leaves out: whole rounds, or a multiple of ``STEP``.

    It changes rarely, so that earlier rounds that somebody reads stay open.
    """
    most = max(0, count - SHOWN) // STEP * STEP
    return max((i + 1 for i, _ in ends if i < most), default=most)


def _log_line(move: Move, name: str, is_me: bool) -> LogLine:
    """Return the number of an action, its player, and what they did: ``Kim``, ``ate``."""
    if move.words is None:
        return LogLine(move.number, name, "chose in secret")
    who, done = "You" if is_me else name, past_words(move.words)
    return LogLine(move.number, who if done else f"{who}:", done or move.words)
