"""What is worth nothing has no sign."""

from upcard.engine.game import make_game
from upcard.solving.best_response.response import Response, SeatResponse


def test_a_response_that_is_worth_nothing_has_no_sign():
    seat = SeatResponse(
        seat=0, against=("random",), value=-1e-17, value_exact=None, own=-1e-17, sure=-1e-18, careful=0.0
    )
    found = Response(
        game=make_game("kuhn-poker"),
        what="",
        seats=(seat,),
        lines=(),
        size="",
        method="",
        seconds=0.0,
        own="folding",
    )
    (said,) = found.sentences()[1:]
    assert said == (
        "Seat 1 against random: 0.000000 at best; folding gets 0.000000, 0.000000 less; "
        "an equilibrium guarantees 0.000000 and gets 0.000000 here, 0.000000 less."
    )
