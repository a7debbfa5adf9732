"""Beat It Or Eat It: leads the lowest card, beats with the cheapest one, and eats only when it must."""

from upcard.games.beat_it_or_eat_it.rules import EAT, KINDS, OWN, suit
from upcard.kit.strategy import State, Strategy, legal

STRATEGY = Strategy(
    name="lowest-lead",
    games=("beat-it-or-eat-it",),
    words="leads the lowest card, beats with the cheapest, trumps last; eats only when it must",
    source="Upcard: the first rule of thumb of a beginner",
)


def choose(v: State) -> int:
    """Play the lowest legal card that is not the player's trump, else their lowest trump, else eat."""
    trump = EAT
    for k in range(KINDS):
        if legal(v, k):
            if v.trumps != OWN or suit(k) != v.me:
                return k
            trump = min(trump, k)
    return trump
