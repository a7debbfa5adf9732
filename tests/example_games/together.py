"""Together: everybody keeps a card or changes it, and the sum of the cards counts for all.

Source: made up.
"""

from upcard.kit.cards import EVERYBODY, NOBODY, Header, State, draw, put, row, slot

ACTIONS = 2
GAME = Header(
    name="together",
    title="Together",
    players=(1, 3),
    usual=2,
    zero_sum=False,
    perfect_information=False,
    longest=3,
    payoffs=(0, 36),
    version=1,
    source="made up",
)
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}
STATE = (slot("card", EVERYBODY, "the card", per_seat=True), row("stock", NOBODY, 13, "the rest"))


def card_text(k: int) -> str:
    """The name of a card."""
    return str(k + 1)


def action_text(v: State, a: int) -> str:
    """The words of an action."""
    return ("keep", "change")[a]


def start(s: State) -> None:
    """Deal."""
    for k in range(13):
        put(s.stock, k)
    for p in range(s.seats):
        s.card[p] = draw(s, s.stock)
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Both."""
    return a < ACTIONS


def apply(s: State, a: int) -> None:
    """Change the card."""
    if a == 1:
        s.card[s.player] = draw(s, s.stock)
    s.player += 1
    if s.player == s.seats:
        s.player = 0
        s.over = True


def score(s: State, p: int) -> int:
    """The sum of the cards."""
    total = 0
    for q in range(s.seats):
        total += s.card[q]
    return int(total)
