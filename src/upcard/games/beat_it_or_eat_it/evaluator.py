"""Evaluation of Beat It Or Eat It by the tablebases that come with Upcard: a win is 1, a draw 1/2, a loss 0.

A move that ends the match counts as it does in this match: eating may bring a position for the third time,
which is a draw. Apart from that, earlier occurrences of a position don't count, as in the tables.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from upcard.engine.arrays import FloatArray
from upcard.engine.game import Game
from upcard.engine.state import PlainState, apply_action
from upcard.engine.wording import counted
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable
from upcard.games.beat_it_or_eat_it.reply_search import ReplySearch
from upcard.games.beat_it_or_eat_it.rules import EAT, GIVEN, NO_TRUMPS, THREEFOLD, position_text
from upcard.games.beat_it_or_eat_it.solvers.shipped_tables import shipped_table
from upcard.games.beat_it_or_eat_it.solvers.tablebase_probe import ProbedMove, probe
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solution import starting_value
from upcard.games.beat_it_or_eat_it.strategies.tablebase import STRATEGY as PERFECT
from upcard.review.best_response_judge import exact_odds
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, Judge, SeatWorths
from upcard.review.opponent_rollouts import OpponentPlayouts
from upcard.review.opponents import Opponents, draws_lots

SCORES = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}
EVEN = (Fraction(1, 2), Fraction(1, 2))
FEW = 8
"""The maximum number of cards for a search of all continuations against a known opponent."""


class BeatItEvaluator:
    """Evaluator of the positions of one size by the tablebase of that size."""

    unit = "wins, a draw counting half"

    def __init__(self, game: Game, table: LeadTable) -> None:
        self.game, self.table = game, table
        self.source = f"the tablebase of {counted(table.cards, 'card')}"
        self._probed: tuple[str, tuple[ProbedMove, ...]] = ("", ())

    def is_sampled(self, s: PlainState) -> bool:
        """Return false: the table holds every position."""
        return False

    def before(self) -> SeatWorths:
        """Return both seats' values in the position that is set up, or the mean over all deals."""
        if self.game.options["deal"] == GIVEN:
            return self.worth(self.game.start(seed=0))
        return self._of(0, (1 + starting_value(self.table, self.game.option_words())) / 2)

    def worth(self, s: PlainState) -> SeatWorths:
        """Return both seats' values in a position; at the end of the game, the result."""
        if s.over:
            return EVEN if s.drawn else self._of(int(s.player), Fraction(int(s.size[s.player] == 0)))
        return self._of(int(s.player), max(self._score(s, x) for x in self._moves(s)))

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """Return both seats' values after a move; nothing is random after the deal."""
        move = next(x for x in self._moves(s) if x.action == action)
        return self._of(int(s.player), self._score(s, move))

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the value and the result of every legal move, the best first."""
        s = moment.state
        return {
            x.action: ActionWorth(
                self._score(s, x), words="draws by repetition" if self._is_draw(s, x) else self._result(x)
            )
            for x in self._moves(s)
        }

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Compare the results of both moves in a sentence."""
        words = self.game.words(moment.state, (action, best))
        chosen, better = (f"{words[a]!r} {known[a].words}" for a in (action, best))
        return f"{chosen}, but {better}."

    def _score(self, s: PlainState, move: ProbedMove) -> Fraction:
        """Return the value of a move to its player."""
        return SCORES["draw" if self._is_draw(s, move) else move.verdict]

    def _is_draw(self, s: PlainState, move: ProbedMove) -> bool:
        """Return whether a move ends the match as a draw, because a position occurs for the third time."""
        if move.action != EAT or s.draw != THREEFOLD:
            return False
        after = s.copy()
        apply_action(self.game.rules, after, move.action)
        return bool(after.drawn)

    def _result(self, move: ProbedMove) -> str:
        """Return the result of a move in words."""
        if move.verdict == "draw":
            return "draws by endless play"
        verb = "wins" if move.verdict == "win" else "loses"
        return f"{verb} in {self.table.distance_text(move.distance)}"

    def _of(self, seat: int, score: Fraction) -> SeatWorths:
        return (score, 1 - score) if seat == 0 else (1 - score, score)

    def _moves(self, s: PlainState) -> tuple[ProbedMove, ...]:
        """Return the probed moves of a position; those of the last position are cached."""
        position = position_text(s)
        if self._probed[0] != position:
            self._probed = (position, probe(self.table, position))
        return self._probed[1]


class OpponentWins(OpponentPlayouts):
    """Sampled continuations in which the opponent plays their strategy; a draw counts as half a win."""

    unit = BeatItEvaluator.unit

    def compared(self, actions: Sequence[int], results: FloatArray) -> Mapping[int, ActionWorth]:
        """Return the mean value of each action over the sampled continuations, compared with the best."""
        return super().compared(actions, (1 + results) / 2)


def judge(
    game: Game,
    opponents: Opponents,
    on_compile: Callable[[], None] | None = None,
    on_part: Callable[[], None] | None = None,
) -> Judge:
    """Return the judge against one opponent: the tablebase, a search of all continuations, or playouts."""
    (rival,) = opponents.who.values()
    is_perfect = rival.label.partition(":")[0] == PERFECT.name
    if is_perfect and (solved := evaluator_of(game)) is not None:
        return solved  # against perfect play nobody can do better than the table
    words = game.option_words()
    if int(words["suits"]) * int(words["length"]) <= FEW and not draws_lots(rival):
        return ReplySearch(game, exact_odds(game, rival), BeatItEvaluator.unit)
    return OpponentWins(game, opponents, on_compile=on_compile)


def evaluator_of(game: Game) -> BeatItEvaluator | None:
    """Return the evaluator by the tablebase of this size, if there is one."""
    if game.options["trumps"] != NO_TRUMPS:
        return None
    table = shipped_table(*(int(game.option_words()[x]) for x in ("suits", "length")))
    return None if table is None else BeatItEvaluator(game, table)
