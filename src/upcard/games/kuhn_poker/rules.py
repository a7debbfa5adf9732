"""Kuhn poker, the smallest poker with a bluff.

There are three cards: jack, queen and king. Both players pay one chip into the pot and get one card. In turn,
they check or bet one chip. After a bet, the other player folds and loses the pot, or calls for one chip.
After a call, or if both check, the cards are shown, and the higher one wins the pot. Kuhn's own words are
"pass" for checking and folding, and "bet" for betting and calling.

Source: H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I, 1950.
"""

from upcard.kit.cards import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Fact,
    Header,
    Picture,
    State,
    draw,
    number,
    row,
    slot,
)

SEATS, CARDS, MOVES = 2, 3, 3
PASS, BET = 0, 1
ACTIONS = 2

GAME = Header(
    name="kuhn-poker",
    title="Kuhn poker",
    players=(2, 2),
    usual=2,
    zero_sum=True,
    perfect_information=False,
    longest=3,
    payoffs=(-2, 2),
    version=1,
    source="H. W. Kuhn, A simplified two-person poker, 1950",
    goal="Win chips with the higher card, or make the other player fold.",
    played_in=("hand", "hands"),
)
ALIASES = {PASS: ("pass",), BET: ("bet",)}
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}

STATE = (
    slot("card", OWNER, "the card in hand"),
    row("stock", NOBODY, CARDS, "the card that nobody holds"),
    number("moves", EVERYBODY, "moves so far"),
    number("log", EVERYBODY, "the moves: 0 pass, 1 bet", length=MOVES),
)

OPENSPIEL = "OpenSpiel 2.0.2, kuhn_poker: walk of its game tree"
FACTS = (
    Fact("information sets", 12, "Kuhn 1950: six for each player"),
    Fact("histories", 58, OPENSPIEL),
    Fact("finished games", 30, "six deals with five ways to bet: Kuhn 1950"),
)


def card_text(k: int) -> str:
    """Return the name of a card: ``jack``, ``queen``, ``king``."""
    return ("jack", "queen", "king")[k]


def action_text(v: State, a: int) -> str:
    """Return the words for an action: ``check`` or ``bet 1``, after a bet ``fold`` or ``call 1``."""
    if is_bet(v):
        return "call 1" if a == BET else "fold"
    return "bet 1" if a == BET else "check"


def is_bet(s: State) -> bool:
    """Whether the player to move has to answer a bet."""
    return bool(s.moves > 0 and s.log[s.moves - 1] == BET)


def start(s: State) -> None:
    """Deal one card to each player."""
    for c in range(CARDS):
        s.stock[c + 1] = c
    s.stock[0] = CARDS
    for p in range(SEATS):
        s.card[p] = draw(s, s.stock)
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Whether action `a` is legal: both always are."""
    return a == PASS or a == BET


def apply(s: State, a: int) -> None:
    """Note the move; the game ends with a showdown, or with a pass after a bet."""
    s.log[s.moves] = a
    s.moves += 1
    if s.moves >= 2 and (a == PASS or s.log[s.moves - 2] == BET):
        s.over = 1
    else:
        s.player = 1 - s.player


def score(s: State, p: int) -> int:
    """Return the chips that seat `p` wins; negative if it loses."""
    stake = 2 if s.log[s.moves - 1] == BET else 1
    if s.log[s.moves - 1] == PASS and s.log[s.moves - 2] == BET:
        winner = s.moves % 2  # whoever bet
    else:
        winner = 0 if s.card[0] > s.card[1] else 1
    return stake if p == winner else -stake


def scene(v: State) -> Picture:
    """Describe the pot and the decision."""
    says = ("Check, or bet 1 chip.", "They checked. Check to show the cards, or bet 1 chip.")[v.moves % 2]
    if is_bet(v):
        says = "They bet 1: call it or fold."
    bets = sum(v.log[i] for i in range(v.moves))
    return Picture(
        says=(says,) if not v.over and v.player == v.me else (),
        quiet=("stock", "moves", "log"),
        totals={"pot": (SEATS + bets, "chips in the pot")},
    )
