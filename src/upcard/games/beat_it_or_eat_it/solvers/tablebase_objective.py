"""Beat It Or Eat It solved by a tablebase: who wins from every hand that leads, and whether starting helps.

The tablebase holds all splits of the cards at once, so it answers every ``deal``. A win needs no
position twice, and a player who cannot be beaten can always repeat one: ``draw=threefold`` changes nothing.
"""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from upcard.engine.errors import Usage
from upcard.engine.free_memory import check_memory
from upcard.engine.game import Game
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import MOST_CARDS, solve_effort, sweeps_guessed
from upcard.games.beat_it_or_eat_it.solvers.tablebase_checkpoint import OnSweep
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solution import METHOD, Tablebase
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import seconds_needed, solve
from upcard.games.beat_it_or_eat_it.strategies.tablebase import file_of
from upcard.solving.checkpoints import LONG_SECONDS, default_checkpoint, interrupted_fault, start_announcement
from upcard.solving.game_solver_contract import AUTO, Objective, SolveTerms

OBJECTIVE = Objective(
    game="beat-it-or-eat-it",
    objective=METHOD,
    words="who wins from every hand that leads, and how soon",
    source="L. Shapley, Stochastic games, 1953; K. Thompson, Retrograde analysis of certain endgames, 1986",
    is_usual=True,
    uses=("threads", "memory", "checkpoint"),
)


def usual_options(chosen: Mapping[str, str]) -> dict[str, str]:
    """Return default options for solving: an odd number of suits has no mirror deals."""
    suits = chosen.get("suits", "")
    return {"deal": "random"} if "deal" not in chosen and suits.isdecimal() and int(suits) % 2 else {}


def why_not(game: Game) -> str:
    """Return an empty text: :func:`reach` refuses options that no table covers, since no tree is small."""
    return ""


def reach(game: Game, terms: SolveTerms) -> Tablebase:
    """Solve the size of a game.

    Raises
    ------
    Usage
        If no table covers its options, or another method is requested.
    Failure
        If the size does not fit into memory, or the checkpoint belongs to another size.
    KeyboardInterrupt
        After Ctrl-C; the message names the checkpoint, if there is one.
    """
    suits, length = size_of(game)
    obstacle = size_obstacle(game, MOST_CARDS)
    if obstacle:
        raise Usage(f"{game.title} cannot be solved: {obstacle}")
    if terms.method not in (AUTO, METHOD):
        raise Usage(f"the method {terms.method!r} is for trees; expected {METHOD!r}, or leave it out")
    began = time.perf_counter()
    memory = solve_effort(suits, length, terms.threads or 1).memory
    check_memory(memory, terms.memory, comes_along(suits, length))
    seconds = seconds_needed(suits, length, terms.threads)

    def work(checkpoint: Path | None, on_step: OnSweep) -> LeadTable:
        return solve(suits, length, terms.threads, terms.memory, checkpoint, on_step=on_step)

    return Tablebase.of(game, *do_and_report(game, METHOD, terms, work, seconds, memory), began)


def do_and_report(
    game: Game,
    objective: str,
    terms: SolveTerms,
    work: Callable[[Path | None, OnSweep], LeadTable],
    seconds: float,
    memory: int,
    beside: str = "",
) -> tuple[LeadTable, Path | None]:
    """Run `work` and return its table and checkpoint; `beside` begins the announcement of long work."""
    (suits, length), checkpoint = size_of(game), terms.checkpoint
    if seconds > LONG_SECONDS:
        checkpoint = checkpoint or default_checkpoint(f"{game.name}-{suits}x{length}-{objective}")
        if terms.on_start:
            terms.on_start(beside + start_announcement(seconds, memory, checkpoint, "sweep"))

    def report(sweep: int, share: float) -> None:
        if terms.on_step:
            sweeps = max(sweeps_guessed(suits, length), sweep + 1)
            terms.on_step(f"sweep {sweep}", (sweep - 1 + share) / sweeps)

    try:
        return work(checkpoint, report), checkpoint
    except KeyboardInterrupt:
        if checkpoint is None:
            raise
        raise interrupted_fault(checkpoint) from None


def size_obstacle(game: Game, most_cards: int) -> str:
    """Return why no table covers a game; empty if one does."""
    suits, length = size_of(game)
    if game.option_words()["trumps"] != "none":
        return "with trumps=own it matters who holds a hand, which tables do not record; choose trumps=none"
    if suits * length > most_cards:
        return f"suits={suits} and length={length} are {suits * length} cards; choose at most {most_cards}"
    return ""


def comes_along(suits: int, length: int) -> str:
    """Return the end of a sentence on where to find a size that ships with Upcard; else nothing."""
    if file_of(suits, length) is None:
        return ""
    return "; the table of this size is included: see `upcard probe POSITION`"


def size_of(game: Game) -> tuple[int, int]:
    """Return the suits and the length of a game."""
    words = game.option_words()
    return int(words["suits"]), int(words["length"])
