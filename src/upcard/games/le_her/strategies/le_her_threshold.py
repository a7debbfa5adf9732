"""Le Her: keeps cards from a fixed value on, as Paul and as Peter; Peter compares if he knows Paul's card.

After a change, Peter knows Paul's card: he keeps a card that is at least as high, and changes any other. If
Paul kept his card, or was refused, Peter keeps cards from a fixed value on.
"""

from upcard.games.le_her.rules import CHANGE, KEEP, PAUL
from upcard.kit.ranks import UNKNOWN, value
from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy(
    name="le-her-threshold",
    games=("le-her",),
    words="keeps cards from a fixed value on; Peter compares with Paul's card if he knows it",
    source="the pure strategies that Bernoulli and Montmort argued about; P. R. de Montmort, 1713",
    parameters=(
        Parameter("paul", 8, 1, 14, "the lowest value that Paul keeps, 14 for none", whole=True),
        Parameter(
            "peter", 9, 1, 14, "the lowest value that Peter keeps if he does not know Paul's card", whole=True
        ),
    ),
    title="Threshold",
)


def choose(v: State, paul: float, peter: float) -> int:
    """Keep or change by the value of the card, or by Paul's card if it is known."""
    if v.me == PAUL:
        return from_value(v, paul)
    return from_value(v, peter) if v.known[v.me] == UNKNOWN else against_known(v)


def from_value(v: State, lowest: float) -> int:
    """Keep the card in hand if its value, 1 for an ace to 13 for a King, is at least `lowest`."""
    return KEEP if value(v.card[v.me]) >= lowest else CHANGE


def against_known(v: State) -> int:
    """Return Peter's choice if he knows Paul's card: keep a card that is at least as high."""
    return KEEP if value(v.card[v.me]) >= v.known[v.me] else CHANGE
