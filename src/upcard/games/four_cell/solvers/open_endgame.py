"""``upcard solve four-cell --objective difference``: an endgame with both hands known, solved backwards.

With up to ``EXACT`` cards in each hand (one more with ``--exact``) the value and the best mixtures are
fractions. Beyond that the compiled stages of the strategy ``endgame`` give bounds: the value of a stage is at
least what its mixture for S guarantees and at most what its mixture for W concedes, however good the mixtures
are. A margin for rounding is added.
"""

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from upcard.certificates.certificate import common_entries
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.progress_callback import OnProgress
from upcard.engine.state import PlainState
from upcard.games.four_cell.certificates import KIND
from upcard.games.four_cell.rules import NO_POSITION, ROTATE, SIDE_NAMES, position_text
from upcard.games.four_cell.solvers.endgame_bounds import BoundedEndgame, bounded
from upcard.games.four_cell.solvers.endgame_stages import Endgame, Endgames, endgame_of
from upcard.solving.game_solver_contract import GameSolution, Objective, SolveTerms

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
    """Probability of the action in a best mixture; for rotations 1 for a best one, otherwise 0."""
    worth: Fraction | float | None = None
    """For rotations only: the total gain of S."""


@dataclass(frozen=True)
class EndgameSolution(GameSolution):
    """An endgame, solved. The value is the expected gain of S on W to the end."""

    bounds: tuple[float, float]
    choices: tuple[EndgameChoice, ...]
    """The possible first actions."""
    stages: int
    """Number of stages solved."""
    solved: Endgames | None
    """All stages, if they were solved in fractions."""

    @property
    def value(self) -> float:
        """Value, or the middle of its bounds."""
        return sum(self.bounds) / 2 if self.value_exact is None else float(self.value_exact)

    def details(self) -> dict[str, Any]:
        """Return the entries of ``to_json`` that other solutions lack."""
        return {"choices": [_choice_json(c) for c in self.choices], "stages": self.stages}

    def sentences(self) -> list[str]:
        """Return the position and its value."""
        low, high = self.bounds
        if self.value_exact is None:
            texts = f"{low:z.9f}", f"{high:z.9f}"
            span = f"about {texts[0]}" if texts[0] == texts[1] else f"between {texts[0]} and {texts[1]}"
            gain = f"On average S gains {span} more than W from here to the end."
        else:
            one, other = ("W", "S") if self.value_exact < 0 else ("S", "W")
            exact, x = abs(self.value_exact), abs(self.value)
            gain = f"{one} gains exactly {exact} more than {other} from here to the end, {x:.6f}."
        return [self.game.heading(), gain]

    def rows(self) -> list[tuple[str, ...]]:
        """Return a table of what to do now, and how often."""
        if any(c.worth is not None for c in self.choices):
            rotations = ((c.action, _text(c.worth), "best" if c.share else "") for c in self.choices)
            return [("rotation", "S gains", ""), *rotations]
        cards = ((SIDE_NAMES[c.seat], c.action, _text(c.share)) for c in self.choices)
        return [("seat", "action", "how often"), *cards]

    def effort(self) -> str:
        """Return the number of stages, the method and the seconds."""
        how = "in floating point, with bounds" if self.value_exact is None else "in fractions"
        return f"{self.stages:,} stages, solved backwards {how}; {self.seconds:.1f} s"

    def certificate(self) -> dict[str, Any]:
        """Return every stage with its value and both mixtures; raises Usage if there are only bounds."""
        if self.solved is None or self.value_exact is None:
            raise Usage(
                f"a certificate holds fractions, and of this endgame only bounds are known; it can be "
                f"written for up to {MOST_EXACT} cards in each hand, with --exact"
            )
        return {
            **common_entries(self.game, KIND),
            "method": self.method,
            "value_exact": str(self.value_exact),
            "stages": {
                _position(self.game, at): [str(x.value), list(map(str, x.row)), list(map(str, x.column))]
                for at, x in self.solved.found.items()
            },
        }


def _choice_json(c: EndgameChoice) -> dict[str, Any]:
    entries: dict[str, Any] = {"seat": c.seat + 1, "action": c.action}
    for name, x in (("chance", c.share), ("worth", c.worth)):
        if x is not None:
            entries |= {name: float(x), f"{name}_exact": str(x) if isinstance(x, Fraction) else None}
    return entries


def _text(x: Fraction | float | None) -> str:
    """Write a fraction of small numbers with its decimals, another number as decimals alone."""
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


def reach(game: Game, terms: SolveTerms) -> EndgameSolution:
    """Solve an endgame of Four-Cell for two, for the difference.

    Raises Usage if another method is requested, or fractions with too many cards, and KeyboardInterrupt after
    Ctrl-C, with the sentence that nothing was saved.
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


def _exactly(game: Game, s: PlainState, on_step: OnProgress | None, began: float) -> EndgameSolution:
    """Solve an endgame in fractions."""
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
    return EndgameSolution(
        bounds=(float(value),) * 2, choices=choices, stages=len(solved.found), solved=solved, game=game,
        objective=OBJECTIVE.objective, method=EXACTLY, value_exact=value,
        seconds=time.perf_counter() - began,
    )  # fmt: skip


def _between(game: Game, s: PlainState, terms: SolveTerms, began: float) -> EndgameSolution:
    """Solve an endgame up to bounds."""
    endgame: BoundedEndgame = bounded(game, s, terms.memory, terms.on_step)
    if s.rotating:
        choices = _rotations(game, s, endgame.worth, endgame.worth[endgame.best])
    else:
        choices = _disclosures(game, s, endgame.row, endgame.column)
    return EndgameSolution(
        bounds=endgame.bounds, choices=choices, stages=endgame.stages, solved=None, game=game,
        objective=OBJECTIVE.objective, method=COMPILED, value_exact=None,
        seconds=time.perf_counter() - began,
    )  # fmt: skip


def _rotations(game: Game, s: PlainState, gains: Any, value: Fraction | float) -> tuple[EndgameChoice, ...]:
    """Return the value of each rotation, in the order of the actions."""
    choices = []
    for cell, x in sorted(gains.items(), key=lambda item: (item[0] is None, item[0])):
        action = game.rules.LEAVE if cell is None else ROTATE + cell
        words, share = game.words(s, [action])[action], Fraction(int(x == value))
        choices.append(EndgameChoice(int(s.player), words, share, x))
    return tuple(choices)


def _disclosures(game: Game, s: PlainState, row: Any, column: Any) -> tuple[EndgameChoice, ...]:
    """Return the cards of both, each with its part of the mixture."""
    at = endgame_of(s)
    return tuple(
        EndgameChoice(seat, game.words(s, [k])[k], share)
        for seat, cards, shares in ((0, at.own, row), (1, at.other, column))
        for k, share in zip(cards, shares, strict=True)
    )
