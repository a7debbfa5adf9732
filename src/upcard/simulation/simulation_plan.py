"""The plan of a simulation: the number of games, their blocks, and the seating."""

from dataclasses import dataclass

from upcard.engine.errors import Usage, suggestion
from upcard.engine.option_values import whole_number
from upcard.simulation.kernel import FIXED, RANDOM, ROTATE

SEATINGS = {"fixed": FIXED, "rotate": ROTATE, "random": RANDOM}
MOST_GAMES = 10**15
"""Maximum number of games; more would take years on any machine."""


@dataclass(frozen=True)
class SimulationPlan:
    """The number of games, their blocks, and the seating."""

    blocks: int
    """Number of independent blocks."""
    per_block: int
    """Games in a block."""
    duplicate: bool
    """Whether the games of a block repeat one deal."""
    seating: int
    """``FIXED``, ``ROTATE`` or ``RANDOM``."""
    seed: int
    """Seed of all streams."""

    @property
    def games(self) -> int:
        """Number of games."""
        return self.blocks * self.per_block


def make_plan(
    games: int, seed: int, players: int, seating: str = "fixed", duplicate: bool = False
) -> SimulationPlan:
    """Return the plan of a simulation, with all numbers checked.

    With ``rotate`` or `duplicate`, a block is one game per rotation of the seats, and the number of games
    is rounded up to whole blocks.

    Raises
    ------
    Usage
        If the number of games or the seed is not a whole number or is out of range, the seating is unknown,
        or `duplicate` is combined with random seats.
    """
    games, seed = whole_number("number of games", games), whole_number("seed", seed)
    if not 1 <= games <= MOST_GAMES:
        raise Usage(f"the number of games is {games:,}; expected 1 to {MOST_GAMES:,}")
    if not 0 <= seed < 2**63:
        raise Usage(f"the seed is {seed}; expected a whole number from 0 to 2^63 - 1")
    if seating not in SEATINGS:
        hint = suggestion(str(seating), {x: x for x in SEATINGS})
        raise Usage(f"the seating is {seating!r}; {hint}expected {', '.join(SEATINGS)}")
    if duplicate and seating == "random":
        raise Usage("duplicate deals rotate the seats; use seating 'rotate' with them")
    per_block = players if duplicate or seating == "rotate" else 1
    mode = ROTATE if per_block > 1 else SEATINGS[seating]
    return SimulationPlan(-(-games // per_block), per_block, duplicate, mode, seed)
