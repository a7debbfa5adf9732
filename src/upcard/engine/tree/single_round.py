"""One round of a game of many rounds as a game by itself.

The rules are unchanged, but the game is over when they would begin another round. ``ROUND`` of a rules file
names the number of its state that grows with every new round, before the round is dealt. At that point the
match has no score yet, so the caller defines the value of a finished round.
"""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

from upcard.engine.chance import Choices, Recorder
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.game_loop import FINISHED
from upcard.engine.heuristics import round_counter
from upcard.engine.picklable_rules import derive
from upcard.engine.state import PlainState

RoundWorth = Callable[[PlainState, int], int]
"""Value of a finished round for a seat."""


class _NextRound(Exception):
    """The rules need an outcome of chance for the next round."""


def one_round(
    game: Game,
    worth: RoundWorth,
    payoffs: tuple[int, int],
    is_zero_sum: bool,
    begin: Callable[[PlainState], None] | None = None,
) -> Game:
    """Return the first round of a game of rounds as a game, which is interpreted.

    Raises ``Usage`` if the game has no rounds.

    Parameters
    ----------
    worth : function
        ``worth(s, p)`` returns the value of the round for seat `p`, a whole number; `s` is the state before
        the first card of the next round is dealt.
    payoffs : tuple of two int
        The minimum and the maximum value.
    is_zero_sum : bool
        Whether the values of all seats always have the sum 0.
    begin : function, optional
        Modifies the state after the deal: lives or purses as earlier rounds left them.
    """
    rules = game.rules

    def start(s: PlainState) -> None:
        rules.start(s)
        if begin is not None:
            begin(s)

    header = replace(rules.GAME, zero_sum=is_zero_sum, payoffs=payoffs, payoff_unit="1")
    recipe = (one_round, game, worth, payoffs, is_zero_sum, begin)
    return begun_by(game, start, {"score": worth, "GAME": header}, recipe)


def check_rounds(game: Game) -> None:
    """Raise ``Usage`` for a game without rounds."""
    if not hasattr(game.rules, "ROUND"):
        raise Usage(f"{game.title} has no rounds; expected a game of rounds")


def begun_by(
    game: Game, start: Callable[[PlainState], None], others: dict[str, Any], recipe: tuple[Any, ...]
) -> Game:
    """Return a round of a game of rounds as a game that ends before the next deal.

    `start` deals the round; `others` are replacements of other parts of the rules, by name; `recipe` is a
    function with its arguments that returns this game again, for pickles. Raises ``Usage`` if the game has no
    rounds.
    """
    check_rounds(game)
    rules = game.rules
    round_of = round_counter(rules)

    def apply(s: PlainState, a: int) -> None:
        cells, began, source = s.__dict__, round_of(s), s.chance

        def stop_at_next_round(s: PlainState, choices: Choices) -> None:
            if round_of(s) != began:
                raise _NextRound

        cells["chance"] = Recorder(source, stop_at_next_round)
        try:
            rules.apply(s, a)
        except _NextRound:
            s.over = FINISHED
        finally:
            cells["chance"] = source

    only = ModuleType(rules.__name__, rules.__doc__)
    vars(only).update({name: x for name, x in vars(rules).items() if not name.startswith("__")})
    vars(only).update(others, start=start, apply=apply)
    return Game(derive(only, *recipe), game.players, game.options)
