"""``upcard solve four-cell --objective difference``: an endgame with both hands known, solved backwards.

With up to ``EXACT`` cards in each hand (one more with ``--exact``) the value and the best mixtures are
fractions. Beyond that the compiled stages of the strategy ``endgame`` give bounds: the value of a stage is at
least what its mixture for S guarantees and at most what its mixture for W concedes, however good the mixtures
are. A margin for rounding is added.
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
from upcard.engine.progress import OnProgress
from upcard.engine.state import PlainState
from upcard.games.four_cell.certificates import KIND
from upcard.games.four_cell.rules import NO_POSITION, ROTATE, SIDE_NAMES, position_text
from upcard.games.four_cell.solvers.endgame_bounds import bounded
from upcard.games.four_cell.solvers.endgame_stages import Endgame, Endgames, endgame_of
from upcard.solving.game_solver_contract import Objective, SolveTerms

OBJECTIVE = Objective(
    game="four-cell",
    objective="difference",
    words="an endgame of two with open hands: by how much S wins or loses, and how both play it best",
    source="L. S. Shapley, Stochastic games, 1953: backwards, a matrix game at every stage",
    is_usual=True,
    uses=("exact", "memory"),
)
EXACT, MOST_EXACT = 4, 5
USUAL_STAGES = {2: 1, 3: 40, 4: 900, 5: 15_000}
"""The approximate number of stages of an endgame, by the number of cards in a hand."""

EXACTLY, COMPILED = "stages", "compiled stages"


@dataclass(frozen=True)
class EndgameChoice:
    """An action that a player can choose now."""

    seat: int
    action: str
    """The action in words."""
    share: Fraction | float
    """Its probability in a best mixture; for a rotation 1 if it is best and 0 otherwise."""
    worth: Fraction | float | None = None
    """The total gain of S after this rotation; None for a card."""


@dataclass(frozen=True)
class EndgameFinding(InNotebooks, kind="finding"):
    """The solution of an endgame: see :class:`upcard.solving.game_solver_contract.Finding`."""

    game: Game
    """The game that begins with the endgame."""
    method: str
    """``EXACTLY`` or ``COMPILED``."""
    value_exact: Fraction | None
    """The expected gain of S on W to the end, if it is known without error."""
    bounds: tuple[float, float]
    """The lowest and highest possible value."""
    choices: tuple[EndgameChoice, ...]
    """The possible first actions."""
    stages: int
    """Number of stages solved."""
    seconds: float
    solved: Endgames | None
    """All stages, if they were solved in fractions."""

    @property
    def value(self) -> float:
        """The expected gain of S on W to the end."""
        return sum(self.bounds) / 2 if self.value_exact is None else float(self.value_exact)

    @property
    def is_whole(self) -> bool:
        """True: an interrupted run has no result."""
        return True

    def to_json(self) -> dict[str, Any]:
        """Return the numbers that ``upcard solve --json`` prints."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.option_words(),
            "objective": OBJECTIVE.objective,
            "method": self.method,
            "value": self.value,
            "value_exact": None if self.value_exact is None else str(self.value_exact),
            "bounds": list(self.bounds),
            "choices": [_choice_json(c) for c in self.choices],
            "stages": self.stages,
            "seconds": self.seconds,
            "certificate": None,
        }

    def sentences(self) -> list[str]:
        """Return the position and its value."""
        low, high = self.bounds
        if self.value_exact is None:
            texts = f"{low:z.9f}", f"{high:z.9f}"
            span = f"about {texts[0]}" if texts[0] == texts[1] else f"between {texts[0]} and {texts[1]}"
            gain = f"On average S gains {span} more than W from here to the end."
        else:
            winner, loser = ("W", "S") if self.value_exact < 0 else ("S", "W")
            exact, x = abs(self.value_exact), abs(self.value)
            gain = f"{winner} gains exactly {exact} more than {loser} from here to the end, {x:.6f}."
        return [self.game.heading(), gain]

    def rows(self) -> list[tuple[str, ...]]:
        """Return the possible actions, with their probabilities or values."""
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
        """Describe the work done."""
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
                f"a certificate holds fractions, and of this endgame only bounds are known; it can be "
                f"written for up to {MOST_EXACT} cards in each hand, with --exact"
            )
        write_certificate(path, self.certificate(self.solved))

    def certificate(self, solved: Endgames) -> dict[str, Any]:
        """Return the certificate that :mod:`upcard.games.four_cell.certificates` checks."""
        return {
            **common_entries(self.game, KIND),
            "method": self.method,
            "value_exact": str(self.value_exact),
            "stages": {
                _position(self.game, at): [str(x.value), list(map(str, x.row)), list(map(str, x.column))]
                for at, x in solved.found.items()
            },
        }


def _choice_json(c: EndgameChoice) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": c.seat + 1, "action": c.action}
    for name, x in (("chance", c.share), ("worth", c.worth)):
        if x is not None:
            entry |= {name: float(x), f"{name}_exact": str(x) if isinstance(x, Fraction) else None}
    return entry


def _text(x: Fraction | float | None) -> str:
    """Return a fraction of small numbers with its decimals, and another number as decimals alone."""
    if isinstance(x, Fraction) and x.denominator == 1:
        return str(x)
    short = isinstance(x, Fraction) and x.denominator < 10**6
    return f"{x}, {float(x or 0):.6f}" if short else f"{float(x or 0):.6f}"


def _position(game: Game, at: Endgame) -> str:
    """Return the text of an endgame."""
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
        return "while there is a stock the hands are hidden; set up an endgame with --position"
    if words["objective"] != OBJECTIVE.objective:
        return "this score is not zero-sum, so neither player has to lose; add --objective difference"
    return ""


def reach(game: Game, terms: SolveTerms) -> EndgameFinding:
    """Solve an endgame of Four-Cell for two, for the difference.

    Raises
    ------
    Usage
        If another method is requested, or fractions with too many cards.
    KeyboardInterrupt
        After Ctrl-C, with the sentence that nothing is stored.
    """
    began = time.perf_counter()
    s = game.start()
    n = int(s.held[0])
    if terms.method not in ("auto", EXACTLY):
        raise Usage(f"endgames are solved by the method {EXACTLY}, not by {terms.method!r}")
    if terms.exact and n > MOST_EXACT:
        raise Usage(f"fractions are computed for up to {MOST_EXACT} cards in each hand; here are {n}")
    is_exact = n <= (MOST_EXACT if terms.exact else EXACT) and terms.exact is not False
    try:
        return _exactly(game, s, terms.on_step, began) if is_exact else _between(game, s, terms, began)
    except KeyboardInterrupt:
        raise KeyboardInterrupt("the endgame is not solved, and nothing was saved") from None


def _exactly(game: Game, s: PlainState, on_step: OnProgress | None, began: float) -> EndgameFinding:
    at, usual = endgame_of(s), USUAL_STAGES.get(int(s.held[0]), 1)

    def report(stages: int) -> None:
        if on_step:
            on_step("solving stages", min(stages / usual, 0.99))

    solved = Endgames(game, report)
    if s.rotating:
        gains = {cell: solved.rest(x) for cell, x in solved.rotations(at)}
        value = (min if s.player else max)(gains.values())
        choices = _rotations(game, s, gains, value)
    else:
        value = solved.rest(at)
        choices = _disclosures(game, s, *solved.mixtures(at))
    x = float(value)
    seconds = time.perf_counter() - began
    return EndgameFinding(game, EXACTLY, value, (x, x), choices, len(solved.found), seconds, solved)


def _between(game: Game, s: PlainState, terms: SolveTerms, began: float) -> EndgameFinding:
    result = bounded(game, s, terms.memory, terms.on_step)
    if s.rotating:
        choices = _rotations(game, s, result.worth, result.worth[result.best])
    else:
        choices = _disclosures(game, s, result.row, result.column)
    seconds = time.perf_counter() - began
    return EndgameFinding(game, COMPILED, None, result.bounds, choices, result.stages, seconds, None)


def _rotations(game: Game, s: PlainState, gains: Any, value: Fraction | float) -> tuple[EndgameChoice, ...]:
    """Return the rotations with their values, in the order of the actions."""
    choices = []
    for cell, x in sorted(gains.items(), key=lambda item: (item[0] is None, item[0])):
        action = game.rules.LEAVE if cell is None else ROTATE + cell
        choices.append(
            EndgameChoice(int(s.player), game.words(s, [action])[action], Fraction(int(x == value)), x)
        )
    return tuple(choices)


def _disclosures(game: Game, s: PlainState, row: Any, column: Any) -> tuple[EndgameChoice, ...]:
    """Return the cards of both players, each with its probability in the mixture."""
    at = endgame_of(s)
    return tuple(
        EndgameChoice(seat, game.words(s, [k])[k], share)
        for seat, cards, shares in ((0, at.own, row), (1, at.other, column))
        for k, share in zip(cards, shares, strict=True)
    )
