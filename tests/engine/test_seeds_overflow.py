"""Random numbers stay the same when the compiler knows what they are compared with."""

import numpy as np
import pytest

from upcard.engine.compile.compiler import compiled
from upcard.engine.seeds import below, open_stream
from upcard.engine.state import PlainState, to_record
from upcard.games.kuhn_poker import rules as kuhn_poker


def first_half(s, seed, out):
    """Whether each of some fair numbers below 2 is 0: compiled, a question about one sign."""
    open_stream(s, seed, 1)
    for i in range(len(out)):
        out[i] = 1 if below(s, 2) == 0 else 0


def last_of_four(s, seed, out):
    """Whether each of some fair numbers below 4 is 3."""
    open_stream(s, seed, 1)
    for i in range(len(out)):
        out[i] = 1 if below(s, 4) == 3 else 0


@pytest.mark.parametrize("question", [first_half, last_of_four])
@pytest.mark.parametrize("seed", [0, 3, -7])
def test_a_comparison_with_a_constant_gets_the_same_answer_compiled(question, seed):
    """Overflow of signed numbers is undefined in compiled code; the streams must not rest on it."""
    out, twin = np.zeros(200, np.int64), [0] * 200
    compiled(question, {})(to_record(kuhn_poker, PlainState(kuhn_poker))[0], seed, out)
    question(PlainState(kuhn_poker), seed, twin)
    assert out.tolist() == twin
