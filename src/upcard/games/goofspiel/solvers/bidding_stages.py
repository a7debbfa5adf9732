"""``upcard solve goofspiel --objective stages``: round by round backwards, where the whole tree is too large.

With bids that are shown both know everything but what the other is bidding now. So each position is a matrix
game (:mod:`upcard.solving.simultaneous_games`), solved once whatever led to it, in fractions. Five cards in a
random order have fewer than 6,000 positions, and a tree of more than two million nodes.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from upcard.certificates.certificate import common_entries, write_certificate
from upcard.engine.errors import Failure, Usage
from upcard.engine.free_memory import check_memory
from upcard.engine.game import Game
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.state import PlainState
from upcard.games.goofspiel.certificates import KIND, key_text
from upcard.solving.checkpoints import (
    KEEP_EVERY,
    LONG_SECONDS,
    default_checkpoint,
    fingerprint,
    interrupted_fault,
    read_arrays,
    remove_checkpoint,
    start_announcement,
    write_arrays,
)
from upcard.solving.game_solver_contract import AUTO, Objective, SolveTerms
from upcard.solving.simultaneous_games import Stage, Stages, outcomes

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
TOLD = 0.99


@dataclass(frozen=True)
class Opening:
    """The first round, once its prize is turned up."""

    prize: str
    """The prize."""
    stage: Stage
    """What it is worth, and how both bid."""


@dataclass(frozen=True)
class StagesFinding(InNotebooks, kind="finding"):
    """Goofspiel, solved: see :class:`upcard.solving.game_solver_contract.Finding`."""

    game: Game
    """The game."""
    value_exact: Fraction
    """What the first seat scores in the mean."""
    openings: tuple[Opening, ...]
    """The first round, for every prize that may come first."""
    stages: Stages
    """All positions."""
    seconds: float
    """How long it took."""
    checkpoint: Path | None = None
    """What was kept on the way, until :meth:`release`."""

    @property
    def value(self) -> float:
        """What the first seat scores in the mean."""
        return float(self.value_exact)

    @property
    def bounds(self) -> tuple[float, float]:
        """Twice the value: it is exact."""
        return self.value, self.value

    @property
    def is_whole(self) -> bool:
        """That no interrupt cut it short: then there is a checkpoint, and nothing is found."""
        return True

    def to_json(self) -> dict[str, Any]:
        """The numbers, as ``upcard solve --json`` prints them."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.option_words(),
            "objective": OBJECTIVE.objective,
            "method": METHOD,
            "value": self.value,
            "value_exact": str(self.value_exact),
            "bounds": list(self.bounds),
            "openings": [_told(x) for x in self.openings],
            "stages": len(self.stages.found),
            "seconds": self.seconds,
            "certificate": None,
        }

    def sentences(self) -> list[str]:
        """What it is worth, and what the table shows."""
        return [
            self.game.heading(),
            f"The first seat scores exactly {self.value_exact} in the mean.",
            "How often each card is bid for the first prize, by the first seat:",
        ]

    def rows(self) -> list[tuple[str, ...]]:
        """The mixtures of the first seat for the first prize."""
        cards = self.openings[0].stage.actions[0]
        names = [self.game.rules.card_text(k) for k in cards]
        return [
            ("first prize", *(f"bid {x}" for x in names)),
            *((x.prize, *(f"{float(p):.6f}" for p in x.stage.chances[0])) for x in self.openings),
        ]

    def effort(self) -> str:
        """How it was found."""
        return f"{len(self.stages.found):,} positions, solved backwards in fractions; {self.seconds:.1f} s"

    def save(self, path: Path) -> None:
        """Write a certificate: every position with its value and both mixtures."""
        write_certificate(path, self.certificate())

    def certificate(self) -> dict[str, Any]:
        """What :mod:`upcard.games.goofspiel.certificates` checks."""
        found = {
            key_text(key): [str(x.value), *([str(p) for p in chances] for chances in x.chances)]
            for key, x in self.stages.found.items()
        }
        return {
            **common_entries(self.game, KIND),
            "method": METHOD,
            "value_exact": str(self.value_exact),
            "stages": found,
        }

    def release(self) -> None:
        """Remove the checkpoint."""
        if self.checkpoint is not None:
            remove_checkpoint(self.checkpoint)


def _told(x: Opening) -> dict[str, Any]:
    return {
        "prize": x.prize,
        "value": float(x.stage.value),
        "value_exact": str(x.stage.value),
        "chances": [[float(p) for p in chances] for chances in x.stage.chances],
        "chances_exact": [[str(p) for p in chances] for chances in x.stage.chances],
    }


def why_not(game: Game) -> str:
    """Why a game with these options is not solved by stages, as part of a sentence; empty when it is."""
    if game.option_words()["bids"] != "shown":
        return "with bids=hidden a position is not known to both; its tree may be small enough"
    positions = most_positions(game)
    if positions > MOST_POSITIONS:
        return (
            f"it has up to {positions:,} positions; expected {MOST_POSITIONS:,} at most, so a smaller length"
        )
    return ""


def most_positions(game: Game) -> int:
    """How many positions there are at most in which both have several cards, leads and ties not counted.

    Both have bid `k` of their cards; in a random order so many prizes are gone, and one of the others is up.
    """
    words = game.option_words()
    n = int(words["length"])
    if words["order"] == "random":
        return sum(comb(n, k) ** 3 * (n - k) for k in range(n - 1))
    return sum(comb(n, k) ** 2 for k in range(n - 1))


def reach(game: Game, terms: SolveTerms) -> StagesFinding:
    """Solve a game by stages.

    Parameters
    ----------
    game : Game
        Goofspiel with bids that are shown.
    terms : SolveTerms
        Memory, checkpoint, and who is told of progress.

    Raises
    ------
    Usage
        If another method is asked for.
    Failure
        If it does not fit into memory, or the checkpoint is of another game.
    KeyboardInterrupt
        After Ctrl-C: with what was reached, and where the checkpoint lies.
    """
    if terms.method not in (AUTO, METHOD):
        raise Usage(f"the method {terms.method!r} is for trees; leave it out, or leave --objective out")
    began = time.perf_counter()
    positions = most_positions(game)
    memory, seconds = positions * BYTES_PER_POSITION, positions * SECONDS_PER_POSITION
    check_memory(memory, terms.memory)
    place = terms.checkpoint or default_checkpoint(f"{game.name}-{METHOD}-{fingerprint(game)[:12]}")
    if seconds > LONG_SECONDS and terms.on_start:
        terms.on_start(start_announcement(seconds, memory, place))
    stages = Stages(game)
    stages.on_stages = _teller(stages, positions, terms, place)
    if place:
        _take(stages, place)
    stages.on_stages(len(stages.found))
    try:
        value = stages.whole()
    except KeyboardInterrupt:
        if place is None:
            raise
        _keep(stages, place)
        raise interrupted_fault(
            place, f"{len(stages.found):,} of up to {positions:,} positions are solved"
        ) from None
    openings = tuple(_openings(game, stages))
    return StagesFinding(game, value, openings, stages, time.perf_counter() - began, place)


def _teller(stages: Stages, positions: int, terms: SolveTerms, place: Path | None) -> Callable[[int], None]:
    """What tells progress, and keeps what was solved once a minute."""
    kept_at = time.monotonic()

    def tell(solved: int) -> None:
        nonlocal kept_at
        if terms.on_step:
            terms.on_step("solving positions", min(solved / positions, TOLD))
        if place and time.monotonic() - kept_at >= KEEP_EVERY:
            _keep(stages, place)
            kept_at = time.monotonic()

    return tell


def _openings(game: Game, stages: Stages) -> Iterator[Opening]:
    for s, _ in outcomes(game, None, None):
        yield Opening(_prize(game, s), stages.stage(s))


def _prize(game: Game, s: PlainState) -> str:
    return str(game.rules.card_text(int(s.prize)))


def _keep(stages: Stages, path: Path) -> None:
    """Write a checkpoint: keys, padded with -1, and what is known of them as text."""
    keys, found = list(stages.found), list(stages.found.values())
    longest = max(map(len, keys), default=0)
    table = np.array([(*key, *(-1,) * (longest - len(key))) for key in keys], np.int64)
    texts = (";".join(_text(x) for x in (*s.actions, *s.chances, (s.value,))) for s in found)
    written = np.frombuffer("\n".join(texts).encode(), np.uint8)
    arrays = {"keys": table, "lengths": [len(key) for key in keys], "stages": written}
    write_arrays(path, {"of": fingerprint(stages.game, METHOD), **arrays})


def _text(numbers: tuple[Any, ...]) -> str:
    return " ".join(map(str, numbers))


def _take(stages: Stages, path: Path) -> None:
    """Go on from a checkpoint, if there is one.

    Raises
    ------
    Failure
        If it cannot be read, or is of another game.
    """
    if not path.exists():
        return
    of, found = read_arrays(path, lambda x: (str(x["of"]), _stages_of(x)))
    if of != fingerprint(stages.game, METHOD):
        raise Failure(
            f"the checkpoint {path} is of another game or of other options; remove it to begin anew"
        )
    stages.found.update(found)


def _stages_of(x: Any) -> dict[tuple[Any, ...], Stage]:
    """The stages of a checkpoint."""
    found = {}
    texts = x["stages"].tobytes().decode().splitlines()
    rows = zip(x["keys"].tolist(), x["lengths"].tolist(), texts, strict=True)
    for key, length, text in rows:
        own, other, row, column, value = (part.split() for part in text.split(";"))
        actions = tuple(map(int, own)), tuple(map(int, other))
        chances = tuple(map(Fraction, row)), tuple(map(Fraction, column))
        found[tuple(key[:length])] = Stage(Fraction(value[0]), actions, chances)
    return found
