"""Plays a solution that comes with Upcard: on average, nobody wins more against it than the game's value.

The certificates are in the folder ``solutions`` of each game, one for each set of options; ``upcard verify``
checks them. `make solved` solves the games again and writes them. Games from outside Upcard may have such a
folder too. Games that are solved within seconds are solved when they are first played, and the solution is
saved. For other games, ``upcard solve GAME --save FILE`` writes a certificate, and ``solved:FILE`` plays it.
"""

from pathlib import Path

from upcard.kit.strategy import Strategy

CERTIFICATES = Path(__file__).parents[1] / "games"

STRATEGY = Strategy(
    name="equilibrium",
    games=tuple(sorted({path.name.split(".")[0] for path in CERTIFICATES.glob("*/solutions/*.json")})),
    words="plays a solution of the whole game: on average, nobody wins more against it than the game's value",
    source="J. F. Nash, Non-cooperative games, 1951; solved by upcard solve",
    is_random=True,
)
