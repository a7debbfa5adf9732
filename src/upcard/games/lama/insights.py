"""L.A.M.A.: the cost of a hand, and how many of the unseen cards fit on the pile."""

from collections.abc import Sequence

from upcard.engine.game import Match
from upcard.engine.state import PlainState
from upcard.engine.wording import counted
from upcard.games.lama.rules import COPIES, DRAW, EVERY_CARD, KINDS, QUIT, after, card_text, value
from upcard.kit.cards import cards_in
from upcard.report.position_insight import Insight


def insight(match: Match, assumed: str) -> Insight:
    """Return what the hand of the player to move costs, and how many unseen cards fit; nothing is assumed."""
    v = match.view(match.player)
    says = [f"Your hand costs {counted(cost_of(v), 'point')} if you quit now.", fitting_text(v)]
    return Insight("The cost of your hand, and the cards that fit", says)


def reason(v: PlainState, action: int, best: int) -> str:
    """Return why `best` was better than `action` in the view of the player to move, by numbers they knew."""
    if QUIT in (action, best):
        cost = counted(cost_of(v), "point")
        paid = f"Quitting costs {cost} at once." if action == QUIT else f"Quitting costs only {cost}."
        kind = best if action == QUIT else action
        return f"{paid} {fitting_text(v) if kind == DRAW else _next_text(v, kind)}"
    if DRAW in (action, best):
        return _next_text(v, action if best == DRAW else best)
    return f"{_next_text(v, best)} {_next_text(v, action)}"


def cost_of(v: PlainState) -> int:
    """Return the points that the hand of the player to move costs."""
    held = [int(n) for n in v.hand[v.player]]
    return sum(value(k) * (n if v.count == EVERY_CARD else 1) for k, n in enumerate(held) if n)


def fitting_text(v: PlainState) -> str:
    """Return how many of the cards that the player to move cannot see fit on the pile, as a sentence."""
    unseen, top = unseen_by_kind(v), int(v.top)
    fits = unseen[top] + unseen[after(top)]
    verb = "fits" if fits == 1 else "fit"
    return f"{fits} of the {sum(unseen)} cards you cannot see {verb} on the {card_text(top)}."


def unseen_by_kind(v: PlainState) -> Sequence[int]:
    """Return for each kind how many cards the player to move cannot see."""
    pile = [int(v.pile[i]) for i in range(1, cards_in(v.pile) + 1)]
    return [COPIES - int(v.hand[v.player, k]) - (k == v.top) - pile.count(k) for k in range(KINDS)]


def _next_text(v: PlainState, kind: int) -> str:
    """Return how many of the player's other cards fit after a card of a kind was played, as a sentence."""
    held = [int(n) for n in v.hand[v.player]]
    held[kind] -= 1
    left, fits = sum(held), held[kind] + held[after(kind)]
    if left == 0:
        return f"With {card_text(kind)} you play your last card and end the round."
    if left == 1:
        return f"After {card_text(kind)}, your other card {'fits' if fits else 'does not fit'}."
    return f"After {card_text(kind)}, {fits} of your other {left} cards {'fits' if fits == 1 else 'fit'}."
