"""The simulations behind the study: L.A.M.A. under the paper's rules."""

from upcard.study.lab import Job

FIRST, SECOND, DEAR = "same-first", "next-first", "dear-first"
LONG_TARGET = 5000
LONG_DIVIDED = 10  # as in the paper
LONG_COST = 125  # a game to 5000 points is about so many games to 40


def job(strategies: tuple[str, ...], target: int = 40, random_seats: bool = False) -> Job:
    """A simulation of the paper's game; of games to 5000 points there are a tenth.

    Parameters
    ----------
    strategies : tuple of str
        One per seat.
    target : int
        Points that end the game.
    random_seats : bool
        Whether seats are drawn at random for every game.
    """
    is_long = target == LONG_TARGET
    return Job(
        "lama",
        strategies,
        "paper",
        (("target", target),),
        random_seats,
        divided=LONG_DIVIDED if is_long else 1,
        weight=LONG_COST if is_long else 1,
    )


def alike(strategy: str, players: int, target: int = 40) -> Job:
    """All seats play one strategy."""
    return job((strategy,) * players, target)


def one_against(strategy: str, others: str, players: int = 4) -> Job:
    """One seat, drawn at random for every game, against all others."""
    return job((strategy, *(others,) * (players - 1)), random_seats=True)
