"""Successors of a state: the state after every outcome of chance, with its exact probability."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from upcard.engine.chance import Script, ScriptEnded
from upcard.engine.game import Game
from upcard.engine.state import PlainState, apply_action


def successors(
    game: Game,
    s: PlainState | None,
    action: int | None,
    is_last: Callable[[PlainState], bool] | None = None,
) -> Iterator[tuple[PlainState, Fraction]]:
    """Yield the states after a legal action, or after the deal, in the order of the outcomes of chance.

    Each state comes with the probability of its outcomes; equal states are not merged. `s` is the state
    before, which is not modified; `s` and `action` are None for the deal. Whenever the action needs an
    outcome of chance, `is_last` is called with the state at this point. If it returns True, that state is
    yielded, and not those after the outcomes.
    """
    before = game.blank() if s is None else s
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        script, chance = waiting.pop()
        t = before.copy(Script(game.rules, script))
        try:
            apply_action(game.rules, t, action)
        except ScriptEnded as question:
            if is_last is not None and is_last(t):
                yield t, chance
                continue
            whole = sum(weight for _, weight in question.outcomes)
            waiting += [((*script, x), chance * Fraction(w, whole)) for x, w in reversed(question.outcomes)]
        else:
            yield t, chance
