"""The log of a table: what it leaves out, and that the earlier moves and the others join."""

from upcard.play.move_log import Move
from upcard.play.scene import RoundEnd
from upcard.web.board.log_lines import SHOWN, STEP, log_lines, moves_left_out

NAMES = ("Ana", "Ben")
MOVES = [Move(n, n % 2, "draw") for n in range(1, 101)]
ENDS = [(i, RoundEnd(str(k), ((0, f"ends round {k}"),))) for k, i in enumerate((14, 29, 59, 99), 1)]


def test_a_log_leaves_out_whole_rounds_and_shows_enough_moves():
    assert moves_left_out(SHOWN, ENDS) == 0
    assert [moves_left_out(n, ENDS) for n in (99, 100, 139, 140, 179)] == [0, 30, 30, 60, 60]


def test_without_rounds_it_leaves_out_more_only_now_and_then():
    assert [moves_left_out(SHOWN + n, ()) for n in (0, STEP - 1, STEP, 2 * STEP + 1)] == [
        0,
        0,
        STEP,
        2 * STEP,
    ]


def test_the_earlier_lines_and_the_others_are_the_whole_log():
    at = moves_left_out(len(MOVES), ENDS)
    earlier, later = (list(log_lines(x, ENDS, NAMES, 1, {})) for x in (MOVES[:at], MOVES[at:]))
    assert earlier + later == list(log_lines(MOVES, ENDS, NAMES, 1, {}))
    assert [x.who for x in (*earlier, *later) if x.number == 0 and not x.what] == [
        f"Round {k}" for k in (1, 2, 3, 4)
    ]
    assert earlier[-1] == (0, "Ana", "ends round 2", "")
    assert later[0] == (0, "Round 3", "", "")
