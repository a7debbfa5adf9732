"""Certificates of kind ``stoppers-round``: strategies for one round of two players, and its value.

The entries are those of kind ``equilibrium``; see :mod:`upcard.certificates.equilibrium_certificate`. The
game is the first round of a match. It is over where the second one would begin. A player who has lost one
life less scores 1, the other one -1.
"""

from typing import Any

from upcard.certificates import equilibrium_certificate
from upcard.engine.errors import Refused
from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.engine.tree.single_round import one_round

KIND = "stoppers-round"


def check(stated: dict[str, Any], game: Game) -> list[str]:
    """Check a certificate of this kind, see :mod:`upcard.certificates.kind_registry`."""
    if game.name != "stoppers" or game.players != 2 or game.option_words()["first_dealer"] != "2":
        raise Refused("this is another game; expected Stoppers for two players with the second seat dealing")
    title, *proved = equilibrium_certificate.check(stated, one_round(game, _ahead, (-1, 1), True))
    return [f"one round with a fresh deck of {title}", *proved]


def _ahead(s: PlainState, p: int) -> int:
    """Return 1 if only the other seat has lost a life, -1 if only this one has, otherwise 0."""
    lost = [s.lives - s.life[q] for q in range(2)]
    return int(lost[1 - p] - lost[p])
