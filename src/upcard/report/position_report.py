"""The value of each action in a position, as plain values, with how often the solution plays it."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from upcard.engine.game import Match
from upcard.engine.state import PlainState, apply_action
from upcard.language.messages import marked
from upcard.review.equilibrium_evaluator import EquilibriumEvaluator
from upcard.review.evaluator_contract import ActionWorth, DecisionPoint, Evaluator
from upcard.review.match_review import decision_point
from upcard.review.mistake_rule import comparisons_of, deviations

SOLVED = marked("This is solved; nothing is estimated.")
ESTIMATED = marked(
    "This is an estimate: ± is {0} standard errors of the difference to the best action, corrected for the "
    "number of actions (Bonferroni). A smaller difference does not prove a mistake."
)
MOST_LINE = 60
"""Maximum number of actions in the best line."""


def document(match: Match, evaluator: Evaluator) -> dict[str, Any]:
    """Return the actions of the player to move, the best first, with their values by that player's knowledge.

    The match is not modified; `evaluator` knows the values of positions.
    """
    decision = decision_point(match)
    known = {} if match.is_over else evaluator.prospects(decision)
    words = match.game.words(match.game.view(decision.state, decision.mover), known)
    often = frequencies(evaluator, decision.state)
    order = sorted(known, key=lambda a: -known[a].worth)
    costs = prices(known) if known else {}
    is_sampled = evaluator.is_sampled(decision.state)
    threshold = deviations(comparisons_of([len(known)], looks=1))
    return {
        "unit": evaluator.unit,
        "judged_by": evaluator.source,
        "how_sure": estimated_text(threshold) if is_sampled else SOLVED,
        "choices": [
            {
                "action": a,
                "words": words[a],
                "worth": float(known[a].worth),
                "margin": known[a].possible_error(threshold),
                "price": costs[a],
                "played": often.get(a),
                "note": known[a].words,
            }
            for a in order
        ],
        "verdict": verdict(match, evaluator, known),
        **best_line(match, evaluator, known),
        "by_card": by_card(evaluator, decision),
    }


def estimated_text(threshold: float) -> str:
    """Return a sentence about values by simulation with errors of `threshold` standard errors."""
    return ESTIMATED.format(f"{threshold:.1f}")


def verdict(match: Match, evaluator: Evaluator, known: Mapping[int, ActionWorth]) -> str:
    """Return a sentence with the winner of a solved game with open cards; empty for other games.

    `known` are the prospects of the player to move.
    """
    is_open = match.game.rules.GAME.perfect_information and not evaluator.is_sampled(match.state)
    best = max(known, key=lambda a: known[a].worth, default=None)
    if best is None or not is_open or not known[best].words:
        return ""
    words = match.game.words(match.game.view(match.state, match.player), (best,))[best]
    if len(set(evaluator.worth(match.state))) == 1:
        return f"Nobody wins with perfect play: {words} {known[best].words}."
    return f"Player {match.player + 1} {known[best].words} with perfect play: {words}."


def frequencies(evaluator: Evaluator, s: PlainState) -> Mapping[int, float]:
    """Return how often the solution takes each action; empty without a solution with probabilities."""
    if not isinstance(evaluator, EquilibriumEvaluator) or s.over:
        return {}
    legal = evaluator.game.legal_actions(s)
    odds = dict(evaluator.odds(evaluator.game.view(s, int(s.player))))
    return {a: float(odds.get(a, 0)) for a in legal}


def best_line(match: Match, evaluator: Evaluator, known: Mapping[int, ActionWorth]) -> dict[str, Any]:
    """Return how a game with open cards continues if both players find the best moves; empty for other games.

    `known` are the prospects at the position. The result has ``line``, the words of the actions;
    ``line_players``, the player of each, from 1; ``line_turns``, both as a text for each turn; and
    ``line_told``, all of these as one text.
    """
    line: list[str] = []
    players: list[int] = []
    goes_on = False
    is_exact = not any(x.margin or x.standard_error for x in known.values())
    if match.game.rules.GAME.perfect_information and is_exact:
        s = match.state.copy()
        while not s.over and len(line) < MOST_LINE:
            known = evaluator.prospects(DecisionPoint(s, s, ()))
            best = max(known, key=lambda a: known[a].worth)
            line.append(match.game.words(match.game.view(s, int(s.player)), (best,))[best])
            players.append(int(s.player) + 1)
            apply_action(match.game.rules, s, best)
        goes_on = not s.over
    turns = turns_of(line, players)
    line_text = "; ".join(turns) + " …" * goes_on
    return {"line": line, "line_players": players, "line_turns": turns, "line_told": line_text}


def turns_of(line: Sequence[str], players: Sequence[int]) -> list[str]:
    """Return a text for each turn in order: ``player 2: beat with h3, lead h1``."""
    return [
        f"player {p}: {', '.join(words for _, words in of_one)}"
        for p, of_one in groupby(zip(players, line, strict=True), key=itemgetter(0))
    ]


def by_card(evaluator: Evaluator, decision: DecisionPoint) -> dict[str, Any] | None:
    """Return what the solution does with every card that the mover might hide; None if they hide none.

    Rows are sorted by card, one for every card that the mover does not see elsewhere, so that they reveal
    nothing that is hidden from the mover: how often each action is taken, from 0 to 1, and how much lower its
    value is than the best one.
    """
    if not isinstance(evaluator, EquilibriumEvaluator) or decision.state.over:
        return None
    game, cards = evaluator.game, evaluator.by_card(decision)
    if not cards:
        return None
    words = game.words(game.view(decision.state, decision.mover), game.legal_actions(decision.state))
    rows = [
        _row(
            game.rules.card_text(k),
            frequencies(evaluator, cards[k].state),
            prices(evaluator.prospects(cards[k])),
            list(words),
        )
        for k in sorted(cards)
    ]
    return {"actions": list(words.values()), "rows": rows}


def prices(known: Mapping[int, ActionWorth]) -> dict[int, float]:
    """Return for each action how much lower its value is than the best one."""
    best = max(x.worth for x in known.values())
    return {a: float(best - x.worth) for a, x in known.items()}


def _row(
    card: str, often: Mapping[int, float], costs: Mapping[int, float], actions: Sequence[int]
) -> dict[str, Any]:
    return {
        "card": card,
        "played": [often.get(a, 0.0) for a in actions],
        "price": [costs[a] for a in actions],
    }
