"""A game of true answers: one player says of the upcard, then of a card of his own, whether it is high.

Nothing comes of an answer, and each has to be true. What is said of the upcard is clear to everybody without
a word; what is said of the other card is not. Source: made up.
"""

from upcard.kit.cards import EVERYBODY, OWNER, Header, State, below, number, slot

LOW, HIGH = 0, 1
ACTIONS = 2

GAME = Header(
    name="answers",
    title="Answers",
    players=(2, 2),
    usual=2,
    zero_sum=True,
    perfect_information=False,
    longest=2,
    payoffs=(0, 0),
    version=1,
    source="made up",
)
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}
STATE = (
    slot("upcard", EVERYBODY, "upcard"),
    slot("own", OWNER, "own card", per_seat=True),
    number("said", EVERYBODY, "answers"),
)


def card_text(k: int) -> str:
    """High or low."""
    return ("low", "high")[k]


def action_text(v: State, a: int) -> str:
    """What is said."""
    return f"it is {card_text(a)}"


def start(s: State) -> None:
    """Everything is dealt; the second player answers."""
    s.upcard = below(s, 2)
    for p in range(s.seats):
        s.own[p] = below(s, 2)
    s.player = 1


def legal(s: State, a: int) -> bool:
    """The truth about the upcard, then about his own card."""
    true: int = s.upcard if s.said == 0 else s.own[s.player]
    return a == true


def apply(s: State, a: int) -> None:
    """It has been said."""
    s.said += 1
    s.over = int(s.said == 2)


def score(s: State, p: int) -> int:
    """Nobody wins."""
    return 0
