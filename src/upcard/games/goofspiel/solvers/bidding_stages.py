"""Solver of Goofspiel by rounds, backwards, if the whole game tree is too large (objective ``stages``).

With shown bids both players know everything except the other's current bid. Each position is therefore a
matrix game (:mod:`upcard.solving.simultaneous_games`). It is solved once, in fractions, whatever led to it.
Five cards in a random order have fewer than 6,000 positions, and a tree of more than two million nodes.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from upcard.certificates.certificate import common_entries
from upcard.engine.errors import Usage
from upcard.engine.free_memory import check_memory
from upcard.engine.game import Game
from upcard.games.goofspiel.certificates import KIND, key_text
from upcard.solving.checkpoints import (
    LONG_SECONDS,
    Checkpoint,
    game_checkpoint,
    interrupted_fault,
    start_announcement,
)
from upcard.solving.game_solver_contract import AUTO, GameSolution, Objective, SolveTerms
from upcard.solving.simultaneous_games import SimultaneousSolver, Stage, outcomes

METHOD = "stages"
OBJECTIVE = Objective(
    game="goofspiel",
    objective=METHOD,
    words="round by round backwards, where the tree is too large: how to bid in every position",
    source="S. M. Ross, 1971; L. S. Shapley, Stochastic games, 1953, for games that end",
    is_usual=False,
    uses=("memory", "checkpoint"),
)
MOST_POSITIONS = 500_000
BYTES_PER_POSITION, SECONDS_PER_POSITION = 6_000, 0.015
MOST_REPORTED = 0.99
"""Share of the work that progress reports do not exceed, since the number of positions is a maximum."""


@dataclass(frozen=True)
class StagesSolution(GameSolution):
    """Goofspiel, solved round by round."""

    openings: dict[str, Stage]
    """By the first prize: the value of the game, and how both players bid."""
    stages: SimultaneousSolver
    """The solutions of all positions."""

    def details(self) -> dict[str, Any]:
        """Return the entries of ``to_json`` that other solutions lack."""
        openings = [_opening_json(prize, x) for prize, x in self.openings.items()]
        return {"openings": openings, "stages": len(self.stages.solved)}

    def sentences(self) -> list[str]:
        """Return the value and the caption of the table, in sentences."""
        return [
            self.game.heading(),
            f"The first seat scores exactly {self.value_exact} on average.",
            "How often the first seat bids each card for the first prize:",
        ]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the first seat's mixtures for each first prize as rows, the headings first."""
        first = next(iter(self.openings.values()))
        names = [self.game.rules.card_text(k) for k in first.actions[0]]
        return [
            ("first prize", *(f"bid {x}" for x in names)),
            *((prize, *(f"{float(p):.6f}" for p in x.chances[0])) for prize, x in self.openings.items()),
        ]

    def effort(self) -> str:
        """Return the number of positions and the seconds."""
        return f"{len(self.stages.solved):,} positions, solved backwards in fractions; {self.seconds:.1f} s"

    def certificate(self) -> dict[str, Any]:
        """Return the certificate that :mod:`upcard.games.goofspiel.certificates` checks."""
        stages = {
            key_text(key): [str(x.value), *([str(p) for p in chances] for chances in x.chances)]
            for key, x in self.stages.solved.items()
        }
        return {
            **common_entries(self.game, KIND),
            "method": METHOD,
            "value_exact": str(self.value_exact),
            "stages": stages,
        }


def _opening_json(prize: str, x: Stage) -> dict[str, Any]:
    return {
        "prize": prize,
        "value": float(x.value),
        "value_exact": str(x.value),
        "chances": [[float(p) for p in chances] for chances in x.chances],
        "chances_exact": [[str(p) for p in chances] for chances in x.chances],
    }


def why_not(game: Game) -> str:
    """Return why a game with these options is not solved by stages, as part of a sentence; empty if it is."""
    if game.option_words()["bids"] != "shown":
        return "with bids=hidden the players do not know the whole position; the tree may be small enough"
    positions = most_positions(game)
    if positions > MOST_POSITIONS:
        return (
            f"it has up to {positions:,} positions; at most {MOST_POSITIONS:,} can be solved; "
            "choose a smaller length"
        )
    return ""


def most_positions(game: Game) -> int:
    """Return the maximum number of positions with two or more cards in each hand, ignoring leads and ties.

    Both players have bid `k` of their cards. In a random order, `k` prizes are gone and another one is up.
    """
    words = game.option_words()
    n = int(words["length"])
    if words["order"] == "random":
        return sum(comb(n, k) ** 3 * (n - k) for k in range(n - 1))
    return sum(comb(n, k) ** 2 for k in range(n - 1))


def reach(game: Game, terms: SolveTerms) -> StagesSolution:
    """Solve Goofspiel with shown bids by stages.

    Raises
    ------
    Usage
        If another method is requested.
    Failure
        If the game does not fit into memory, or the checkpoint belongs to another game.
    KeyboardInterrupt
        After Ctrl-C; the message names the progress so far and the checkpoint.
    """
    if terms.method not in (AUTO, METHOD):
        raise Usage(f"the method {terms.method!r} is for trees; leave it out, or leave --objective out")
    began = time.perf_counter()
    positions = most_positions(game)
    memory, seconds = positions * BYTES_PER_POSITION, positions * SECONDS_PER_POSITION
    check_memory(memory, terms.memory)
    checkpoint = game_checkpoint(game, METHOD, terms.checkpoint, METHOD)
    if seconds > LONG_SECONDS and terms.on_start:
        terms.on_start(start_announcement(seconds, memory, checkpoint.path if checkpoint else None))
    stages = SimultaneousSolver(game)
    stages.on_stages = _progress(stages, positions, terms, checkpoint)
    if checkpoint and (arrays := checkpoint.read()) is not None:
        stages.solved.update(checkpoint.fitting(lambda: _restored(arrays)))
    stages.on_stages(len(stages.solved))
    try:
        value = stages.whole()
    except KeyboardInterrupt:
        if checkpoint is None:
            raise
        checkpoint.store(_arrays(stages))
        reached = f"{len(stages.solved):,} of up to {positions:,} positions are solved"
        raise interrupted_fault(checkpoint.path, reached) from None
    starts = [s for s, _ in outcomes(game, None, None)]
    openings = {str(game.rules.card_text(int(s.prize))): stages.stage(s) for s in starts}
    return StagesSolution(
        openings, stages, game=game, objective=OBJECTIVE.objective, method=METHOD, value_exact=value,
        bounds=(float(value), float(value)), seconds=time.perf_counter() - began,
        checkpoint=checkpoint.path if checkpoint else None,
    )  # fmt: skip


def _progress(
    stages: SimultaneousSolver, positions: int, terms: SolveTerms, checkpoint: Checkpoint | None
) -> Callable[[int], None]:
    """Return a function that reports the progress, and stores the positions once a minute."""

    def report(solved: int) -> None:
        if terms.on_step:
            terms.on_step("solving positions", min(solved / positions, MOST_REPORTED))
        if checkpoint and checkpoint.is_due:
            checkpoint.store(_arrays(stages))

    return report


def _arrays(stages: SimultaneousSolver) -> dict[str, Any]:
    """Return the arrays of a checkpoint: keys padded with -1, and the stages as text."""
    keys, solved = list(stages.solved), list(stages.solved.values())
    longest = max(map(len, keys), default=0)
    table = np.array([(*key, *(-1,) * (longest - len(key))) for key in keys], np.int64)
    texts = (";".join(_text(x) for x in (*s.actions, *s.chances, (s.value,))) for s in solved)
    written = np.frombuffer("\n".join(texts).encode(), np.uint8)
    return {"keys": table, "lengths": [len(key) for key in keys], "stages": written}


def _text(numbers: tuple[Any, ...]) -> str:
    return " ".join(map(str, numbers))


def _restored(arrays: dict[str, Any]) -> dict[tuple[Any, ...], Stage]:
    """Return the stages of a checkpoint by their keys."""
    stages = {}
    texts = arrays["stages"].tobytes().decode().splitlines()
    rows = zip(arrays["keys"].tolist(), arrays["lengths"].tolist(), texts, strict=True)
    for key, length, text in rows:
        first_cards, second_cards, row, column, value = (part.split() for part in text.split(";"))
        actions = tuple(map(int, first_cards)), tuple(map(int, second_cards))
        chances = tuple(map(Fraction, row)), tuple(map(Fraction, column))
        stages[tuple(key[:length])] = Stage(Fraction(value[0]), actions, chances)
    return stages
