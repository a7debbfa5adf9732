"""``upcard solve four-cell --objective difference``: an endgame with both hands known, solved backwards.

Up to ``EXACT`` cards in each hand the value and the best mixtures are fractions, with one more where
fractions are asked for. Beyond that the stages of the strategy ``endgame`` are compiled, and say between
which bounds the value lies: a stage is worth at least what its mixture for S is sure of, and at most what
that for W concedes, however good the mixtures are, and what rounding may do is added.
"""

import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from upcard.certificates.certificate import common_entries, write_certificate
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.progress_callback import OnProgress
from upcard.engine.state import PlainState
from upcard.games.four_cell.certificates import KIND
from upcard.games.four_cell.rules import NO_POSITION, ROTATE, SIDE_NAMES, position_text
from upcard.games.four_cell.solvers.endgame_bounds import BoundedEndgame, bounded
from upcard.games.four_cell.solvers.endgame_stages import Endgame, Endgames, endgame_of
from upcard.solving.game_solver_contract import Objective, SolveTerms

OBJECTIVE = Objective(
    game="four-cell",
    objective="difference",
    words="an endgame of two that is laid down: by how much S wins or loses, and how both play it best",
    source="L. S. Shapley, Stochastic games, 1953: backwards, a matrix game at every stage",
    is_usual=True,
    uses=("exact", "memory"),
)
EXACT, MOST_EXACT = 4, 5
USUAL_STAGES = {2: 1, 3: 40, 4: 900, 5: 15_000}
"""About so many stages an endgame has, by the cards of a hand."""

EXACTLY, COMPILED = "stages", "compiled stages"


@dataclass(frozen=True)
class EndgameChoice:
    """Something that a player can do now."""

    seat: int
    """Who."""
    action: str
    """What, in words."""
    share: Fraction | float
    """How likely he does it in a best mixture; of rotations 1 for a best one and else 0."""
    worth: Fraction | float | None = None
    """What S gains in all if it is done: of rotations only."""


@dataclass(frozen=True)
class EndgameFinding(InNotebooks, kind="finding"):
    """What is known of an endgame: see :class:`upcard.solving.game_solver_contract.Finding`."""

    game: Game
    """The game that begins with it."""
    method: str
    """``EXACTLY`` or ``COMPILED``."""
    value_exact: Fraction | None
    """What S gains on W to the end, in the mean, if it is known without error."""
    bounds: tuple[float, float]
    """Between them it lies."""
    choices: tuple[EndgameChoice, ...]
    """What can be done first."""
    stages: int
    """How many were solved."""
    seconds: float
    """How long it took."""
    solved: Endgames | None
    """All stages, where they were solved in fractions."""

    @property
    def value(self) -> float:
        """What S gains on W to the end, in the mean."""
        return sum(self.bounds) / 2 if self.value_exact is None else float(self.value_exact)

    @property
    def is_whole(self) -> bool:
        """That no interrupt cut it short: then nothing is found."""
        return True

    def to_json(self) -> dict[str, Any]:
        """The numbers, as ``upcard solve --json`` prints them."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.option_words(),
            "objective": OBJECTIVE.objective,
            "method": self.method,
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "bounds": list(self.bounds),
            "choices": [_told(c) for c in self.choices],
            "stages": self.stages,
            "seconds": self.seconds,
            "certificate": None,
        }

    def sentences(self) -> list[str]:
        """The position, and what it is worth."""
        low, high = self.bounds
        if self.value_exact is None:
            texts = f"{low:z.9f}", f"{high:z.9f}"
            span = f"about {texts[0]}" if texts[0] == texts[1] else f"between {texts[0]} and {texts[1]}"
            worth = f"S gains {span} more than W from here to the end, in the mean."
        else:
            one, other = ("W", "S") if self.value_exact < 0 else ("S", "W")
            exact, x = abs(self.value_exact), abs(self.value)
            worth = f"{one} gains exactly {exact} more than {other} from here to the end, {x:.6f}."
        return [self.game.heading(), worth]

    def rows(self) -> list[tuple[str, ...]]:
        """What to do now, and how often."""
        if any(c.worth is not None for c in self.choices):
            return [
                ("rotation", "S gains", ""),
                *((c.action, _text(c.worth), "best" if c.share else "") for c in self.choices),
            ]
        return [
            ("seat", "action", "how often"),
            *((SIDE_NAMES[c.seat], c.action, _text(c.share)) for c in self.choices),
        ]

    def effort(self) -> str:
        """How it was found."""
        how = "in floating point, with bounds" if self.value_exact is None else "in fractions"
        return f"{self.stages:,} stages, solved backwards {how}; {self.seconds:.1f} s"

    def save(self, path: Path) -> None:
        """Write a certificate: every stage with its value and both mixtures.

        Raises
        ------
        Usage
            If there are only bounds.
        """
        if self.solved is None or self.value_exact is None:
            raise Usage(
                f"a certificate holds fractions, and this endgame was solved between bounds; it can be "
                f"written for up to {MOST_EXACT} cards in each hand, with --exact"
            )
        write_certificate(path, self.certificate(self.solved))

    def certificate(self, solved: Endgames) -> dict[str, Any]:
        """What :mod:`upcard.games.four_cell.certificates` checks."""
        return {
            **common_entries(self.game, KIND),
            "method": self.method,
            "value_exact": str(self.value_exact),
            "stages": {
                _position(self.game, at): [str(x.value), list(map(str, x.row)), list(map(str, x.column))]
                for at, x in solved.found.items()
            },
        }


def _told(c: EndgameChoice) -> dict[str, Any]:
    told: dict[str, Any] = {"seat": c.seat + 1, "action": c.action}
    for name, x in (("chance", c.share), ("worth", c.worth)):
        if x is not None:
            told |= {name: float(x), f"{name}_exact": str(x) if isinstance(x, Fraction) else None}
    return told


def _text(x: Fraction | float | None) -> str:
    """A fraction of small numbers with its decimals, another number as decimals alone."""
    if isinstance(x, Fraction) and x.denominator == 1:
        return str(x)
    short = isinstance(x, Fraction) and x.denominator < 10**6
    return f"{x}, {float(x or 0):.6f}" if short else f"{float(x or 0):.6f}"


def _position(game: Game, at: Endgame) -> str:
    """The text of an endgame."""
    s = game.blank()
    for p, cards in enumerate((at.own, at.other)):
        for k in cards:
            s.hand[p, k] = 1
    for i, k in enumerate(at.crosses):
        s.matrix[i] = k
    return position_text(s)


def why_not(game: Game) -> str:
    """Why a game with these options is no endgame to be solved, as a sentence; empty when it is."""
    words = game.option_words()
    if game.players != 2:
        return "only two players know each other's hands when the stock is empty"
    if words["position"] == NO_POSITION:
        return "while there is a stock the hands are hidden; lay an endgame down with --position"
    if words["objective"] != OBJECTIVE.objective:
        return "with the own sum as the score nobody loses what the other wins; add --objective difference"
    return ""


def reach(game: Game, terms: SolveTerms) -> EndgameFinding:
    """Solve an endgame.

    Parameters
    ----------
    game : Game
        Four-Cell for two with a position, for the difference.
    terms : SolveTerms
        ``exact`` and ``memory`` count.

    Raises
    ------
    Usage
        If fractions are asked for and there are too many cards, or another method.
    KeyboardInterrupt
        After Ctrl-C, with the sentence that nothing is kept.
    """
    began = time.perf_counter()
    s = game.start()
    n = int(s.held[0])
    if terms.method not in ("auto", EXACTLY):
        raise Usage(f"endgames are solved by the method {EXACTLY}; {terms.method!r} was asked for")
    if terms.exact and n > MOST_EXACT:
        raise Usage(f"fractions are computed for up to {MOST_EXACT} cards in each hand; here are {n}")
    is_exact = n <= (MOST_EXACT if terms.exact else EXACT) and terms.exact is not False
    try:
        return _exactly(game, s, terms.on_step, began) if is_exact else _between(game, s, terms, began)
    except KeyboardInterrupt:
        raise KeyboardInterrupt("the endgame is not solved, and nothing of it is kept") from None


def _exactly(game: Game, s: PlainState, on_step: OnProgress | None, began: float) -> EndgameFinding:
    at, usual = endgame_of(s), USUAL_STAGES.get(int(s.held[0]), 1)

    def tell(stages: int) -> None:
        if on_step:
            on_step("solving stages", min(stages / usual, 0.99))

    solved = Endgames(game, tell)
    if s.rotating:
        worth = {cell: solved.rest(x) for cell, x in solved.rotations(at)}
        value = (min if s.player else max)(worth.values())
        choices = _rotations(game, s, worth, value)
    else:
        value = solved.rest(at)
        row, column = ((Fraction(1),),) * 2 if len(at.own) == 1 else _mixtures(solved, at)
        choices = _disclosures(game, s, row, column)
    x = float(value)
    seconds = time.perf_counter() - began
    return EndgameFinding(game, EXACTLY, value, (x, x), choices, len(solved.found), seconds, solved)


def _mixtures(solved: Endgames, at: Endgame) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    stage = solved.stage(at)
    return stage.row, stage.column


def _between(game: Game, s: PlainState, terms: SolveTerms, began: float) -> EndgameFinding:
    found: BoundedEndgame = bounded(game, s, terms.memory, terms.on_step)
    if s.rotating:
        best = found.worth[found.best]
        choices = _rotations(game, s, found.worth, best)
    else:
        choices = _disclosures(game, s, found.row, found.column)
    seconds = time.perf_counter() - began
    return EndgameFinding(game, COMPILED, None, found.bounds, choices, found.stages, seconds, None)


def _rotations(game: Game, s: PlainState, worth: Any, value: Fraction | float) -> tuple[EndgameChoice, ...]:
    """What each rotation is worth, in the order of the actions."""
    found = []
    for cell, x in sorted(worth.items(), key=lambda item: (item[0] is None, item[0])):
        action = game.rules.LEAVE if cell is None else ROTATE + cell
        found.append(
            EndgameChoice(int(s.player), game.words(s, [action])[action], Fraction(int(x == value)), x)
        )
    return tuple(found)


def _disclosures(game: Game, s: PlainState, row: Any, column: Any) -> tuple[EndgameChoice, ...]:
    """The cards of both, each with its part of the mixture."""
    at = endgame_of(s)
    return tuple(
        EndgameChoice(seat, game.words(s, [k])[k], share)
        for seat, cards, shares in ((0, at.own, row), (1, at.other, column))
        for k, share in zip(cards, shares, strict=True)
    )
