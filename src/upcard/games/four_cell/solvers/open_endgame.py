"""``upcard solve four-cell --objective difference``: an endgame with both hands known, solved backwards.

With up to ``EXACT`` cards in each hand (one more with ``--exact``), the value and the best mixtures are
fractions. With more cards, the compiled stages of the strategy ``endgame`` give bounds: the value of a stage
is at least the amount that the mixture of S guarantees, and at most the amount that the mixture of W
concedes. A margin for rounding is added.
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
    words="an endgame of two players with open hands: by how much S wins or loses, and the best play of both",
    source="L. S. Shapley, Stochastic games, 1953: backwards, a matrix game at every stage",
    is_usual=True,
    uses=("exact", "memory"),
)
EXACT, MOST_EXACT = 4, 5
USUAL_STAGES = {2: 1, 3: 40, 4: 900, 5: 15_000}
"""The approximate number of stages of an endgame, by the number of cards in each hand."""

EXACTLY, COMPILED = "stages", "compiled stages"


@dataclass(frozen=True)
class EndgameChoice:
    """An action that a player can choose now."""

    seat: int
    action: str
    """The action in words."""
    share: Fraction | float
    """Probability of the action in a best mixture; a rotation has 1 if it is best, otherwise 0."""
    worth: Fraction | float | None = None
    """For rotations only: the points that S is expected to gain over W to the end."""


@dataclass(frozen=True)
class EndgameSolution(GameSolution):
    """Solution of an endgame; its value is the points that S is expected to gain over W to the end."""

    bounds: tuple[float, float]
    """Lower and upper bound of the value."""
    choices: tuple[EndgameChoice, ...]
    """The possible first actions."""
    stages: int
    """Number of solved stages."""
    solved: Endgames | None
    """The solver with all stages, if they were solved in fractions; otherwise None."""

    @property
    def value(self) -> float:
        """The value of the endgame, or the middle of its bounds."""
        return sum(self.bounds) / 2 if self.value_exact is None else float(self.value_exact)

    def details(self) -> dict[str, Any]:
        """Return the entries of the JSON that only this kind of solution has."""
        return {"choices": [_choice_json(c) for c in self.choices], "stages": self.stages}

    def sentences(self) -> list[str]:
        """Return sentences on the position and its value."""
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
        """Return a table of the possible actions now, with their probabilities or values."""
        if any(c.worth is not None for c in self.choices):
            rotations = ((c.action, _text(c.worth), "best" if c.share else "") for c in self.choices)
            return [("rotation", "S gains", ""), *rotations]
        cards = ((SIDE_NAMES[c.seat], c.action, _text(c.share)) for c in self.choices)
        return [("seat", "action", "how often"), *cards]

    def effort(self) -> str:
        """Return the number of stages, the method and the seconds as text."""
        how = "in floating point, with bounds" if self.value_exact is None else "in fractions"
        return f"{self.stages:,} stages, solved backwards {how}; {self.seconds:.1f} s"

    def certificate(self) -> dict[str, Any]:
        """Return a certificate with all stages and their mixtures; raises Usage if there are only bounds."""
        if self.solved is None or self.value_exact is None:
            raise Usage(
                f"a certificate needs fractions, and only bounds of this endgame were computed; use --exact, "
                f"which is possible with up to {MOST_EXACT} cards in each hand"
            )
        return {
            **common_entries(self.game, KIND),
            "method": self.method,
            "value_exact": str(self.value_exact),
            "stages": {
                _position(self.game, at): [str(x.value), list(map(str, x.row)), list(map(str, x.column))]
                for at, x in self.solved.solutions.items()
            },
        }


def _choice_json(c: EndgameChoice) -> dict[str, Any]:
    entries: dict[str, Any] = {"seat": c.seat + 1, "action": c.action}
    for name, x in (("chance", c.share), ("worth", c.worth)):
        if x is not None:
            entries |= {name: float(x), f"{name}_exact": str(x) if isinstance(x, Fraction) else None}
    return entries


def _text(x: Fraction | float | None) -> str:
    """Return a number as text: a short fraction with its decimals, any other number as decimals only."""
    if isinstance(x, Fraction) and x.denominator == 1:
        return str(x)
    short = isinstance(x, Fraction) and x.denominator < 10**6
    return f"{x}, {float(x or 0):.6f}" if short else f"{float(x or 0):.6f}"


def _position(game: Game, at: Endgame) -> str:
    """Return the text of an endgame."""
    s = game.blank()
    for p, cards in enumerate((at.south, at.west)):
        for k in cards:
            s.hand[p, k] = 1
    for i, k in enumerate(at.crosses):
        s.matrix[i] = k
    return position_text(s)


def why_not(game: Game) -> str:
    """Return why the endgame of these options cannot be solved, as part of a sentence; empty if it can."""
    words = game.option_words()
    if game.players != 2:
        return "only with two players are all hands known when the stock is empty"
    if words["position"] == NO_POSITION:
        return "while there is a stock the hands are hidden; set up an endgame with --position"
    if words["objective"] != OBJECTIVE.objective:
        return "with this score, the game is not zero-sum; add --objective difference"
    return ""


def reach(game: Game, terms: SolveTerms) -> EndgameSolution:
    """Solve an endgame of Four-Cell for two players, scored by difference.

    Raises Usage if another method is requested, or fractions with too many cards. After Ctrl-C, raises
    KeyboardInterrupt, which says that nothing was saved.
    """
    began = time.perf_counter()
    s = game.start()
    n = int(s.held[0])
    if terms.method not in ("auto", EXACTLY):
        raise Usage(f"the method was given as {terms.method!r}; endgames are solved by {EXACTLY!r}")
    if terms.exact and n > MOST_EXACT:
        raise Usage(
            f"each hand has {n} cards, and fractions are computed for up to {MOST_EXACT}; leave out --exact"
        )
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
        bounds=(float(value),) * 2, choices=choices, stages=len(solved.solutions), solved=solved, game=game,
        objective=OBJECTIVE.objective, method=EXACTLY, value_exact=value,
        seconds=time.perf_counter() - began,
    )  # fmt: skip


def _between(game: Game, s: PlainState, terms: SolveTerms, began: float) -> EndgameSolution:
    """Compute bounds of the value of an endgame, and good mixtures."""
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
    """Return the rotations with their values, in the order of the actions."""
    choices = []
    for cell, x in sorted(gains.items(), key=lambda item: (item[0] is None, item[0])):
        action = game.rules.LEAVE if cell is None else ROTATE + cell
        words, share = game.words(s, [action])[action], Fraction(int(x == value))
        choices.append(EndgameChoice(int(s.player), words, share, x))
    return tuple(choices)


def _disclosures(game: Game, s: PlainState, row: Any, column: Any) -> tuple[EndgameChoice, ...]:
    """Return the cards of both players with their probabilities."""
    at = endgame_of(s)
    return tuple(
        EndgameChoice(seat, game.words(s, [k])[k], share)
        for seat, cards, shares in ((0, at.south, row), (1, at.west, column))
        for k, share in zip(cards, shares, strict=True)
    )
