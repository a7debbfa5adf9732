"""The simulations behind the study: L.A.M.A. under the paper's rules."""

from upcard.study.experiment_runner import Job

FIRST, SECOND, DEAR, RANDOM = "same-first", "next-first", "dear-first", "random"
PLAYERS = range(2, 9)
LONG_PLAYERS = (2, 3)
LONG_TARGET = 5000
LONG_DIVIDED = 10  # as in the paper
CLOSE_PLAYERS, CLOSE_TIMES = (4, 5, 6), 4  # seats 1 and 2 win about equally often here, so more games
LONG_COST = 125  # a game to 5000 points takes as long as about 125 games to 40


def job(strategies: tuple[str, ...], target: int = 40, random_seats: bool = False, times: int = 1) -> Job:
    """Describe a simulation of the paper's game, with one strategy per seat.

    `times` multiplies the number of games. For games to 5000 points the number is a tenth.
    """
    is_long = target == LONG_TARGET
    divided, weight = (LONG_DIVIDED, LONG_COST) if is_long else (1, 1)
    options = (("target", target),)
    return Job(
        "lama", strategies, "paper", options, random_seats, divided=divided, times=times, weight=weight
    )


def alike(strategy: str, players: int, target: int = 40, times: int = 1) -> Job:
    """Describe games in which all seats play one strategy."""
    return job((strategy,) * players, target, times=times)


def closely(players: int) -> Job:
    """Describe games in which all seats play the first strategy, enough to tell seats 1 and 2 apart."""
    return alike(FIRST, players, times=CLOSE_TIMES if players in CLOSE_PLAYERS else 1)


def last_apart(players: int) -> Job:
    """Describe games in which the last seat plays the first strategy, and all others the second."""
    return job((SECOND,) * (players - 1) + (FIRST,))


def one_against(strategy: str, others: str, players: int = 4) -> Job:
    """Describe games of one player against others who play alike, with seats drawn at random."""
    return job((strategy, *(others,) * (players - 1)), random_seats=True)


def spelled(parameters: dict[str, float], each_kind: int = 0, others: int = 0) -> str:
    """Return the folding strategy with its parameters in the form that the command line reads."""
    numbers = ",".join(f"{k}={x:.10g}" for k, x in parameters.items())
    return f"folding:{numbers},each_kind={each_kind},others={others}"
