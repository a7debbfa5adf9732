"""What an action can lead to: every outcome of chance with its probability, exactly."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from upcard.engine.chance import Asked, Scripted
from upcard.engine.game import Game
from upcard.engine.state import PlainState, apply_action


def successors(
    game: Game,
    s: PlainState | None,
    action: int | None,
    is_last: Callable[[PlainState], bool] | None = None,
) -> Iterator[tuple[PlainState, Fraction]]:
    """The states after an action, or after the deal, in the order in which chance names its outcomes.

    Parameters
    ----------
    game : Game
        The game.
    s : PlainState, optional
        The state before, which is left as it is; None for a table on which nothing is dealt.
    action : int, optional
        A legal action; None for the deal.
    is_last : function, optional
        Asked with the state wherever chance is asked, in the middle of the action: where it says so, the
        state is given as it stands there, and its outcomes are not.

    Yields
    ------
    (PlainState, Fraction)
        A state and the probability of its outcomes; all of them sum to 1. States that are equal are not
        brought together.
    """
    before = game.blank() if s is None else s
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, chance = waiting.pop()
        t = before.copy(Scripted(game.rules, script))
        try:
            apply_action(game.rules, t, action)
        except Asked as question:
            if is_last is not None and is_last(t):
                yield t, chance
                continue
            whole = sum(weight for _, weight in question.outcomes)
            waiting += [((*script, x), chance * Fraction(w, whole)) for x, w in reversed(question.outcomes)]
        else:
            yield t, chance
