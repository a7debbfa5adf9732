"""Plays a solution that comes with Upcard: nobody can win more against it in the mean than the value.

The certificates lie in the folder ``solutions`` of each game, one for each set of options; ``upcard verify``
checks them. `make solved` solves the games again and writes them. What is solved within seconds, such as
Stoppers for two with other options, is solved when it is played for the first time, and kept. Of whatever
takes longer, ``upcard solve GAME --save FILE`` writes a certificate, and ``solved:FILE`` plays it.
"""

from pathlib import Path

from upcard.kit.strategy import Strategy

CERTIFICATES = Path(__file__).parents[1] / "games"

STRATEGY = Strategy(
    name="equilibrium",
    games=tuple(sorted({path.name.split(".")[0] for path in CERTIFICATES.glob("*/solutions/*.json")})),
    words="plays a solution of the whole game, which nobody beats by more than its value",
    source="J. F. Nash, Non-cooperative games, 1951; solved by upcard solve",
    is_random=True,
)
