"""Leduc poker, the usual small poker game in research.

There are six cards: jack, queen and king in two suits. Both players pay one chip into the pot and get one
card. There are two betting rounds, and between them one card is dealt face up. In turn, the players check or
raise; after a raise they call, raise again or fold. A raise is 2 chips in the first betting round and 4 in
the second, with at most two raises in each.

Whoever folds loses the pot. After the second betting round, a player whose card pairs the open card wins the
pot. If nobody has a pair, the higher rank wins; equal ranks share the pot.

Source: F. Southey and others, "Bayes' bluff: opponent modelling in poker", UAI 2005.
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

SEATS, CARDS, SUITS, MOVES = 2, 6, 2, 8
FOLD, CALL, RAISE = 0, 1, 2
ACTIONS = 3
MOST_RAISES, PAIR = 2, 10

GAME = Header(
    name="leduc-poker",
    title="Leduc poker",
    players=(2, 2),
    usual=2,
    zero_sum=True,
    perfect_information=False,
    longest=8,
    payoffs=(-13, 13),
    version=1,
    source="F. Southey and others, Bayes' bluff: opponent modelling in poker, 2005",
    goal="Win chips with a pair or the higher card, or make the other player fold.",
    played_in=("hand", "hands"),
)
ALIASES = {CALL: ("call",)}
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}

STATE = (
    slot("card", OWNER, "the card in hand"),
    slot("board", EVERYBODY, "the open card"),
    row("stock", NOBODY, CARDS, "the cards not dealt"),
    number("paid", EVERYBODY, "chips paid into the pot", per_seat=True),
    number("betting_round", EVERYBODY, "before or after the open card", shown={0: "1 of 2", 1: "2 of 2"}),
    number("raises", EVERYBODY, "raises in this betting round"),
    number("acted", EVERYBODY, "actions in this betting round"),
    number("moves", EVERYBODY, "actions so far"),
    number("log", EVERYBODY, "the actions: 0 fold, 1 call, 2 raise", length=MOVES),
)

OPENSPIEL = "OpenSpiel 2.0.2, leduc_poker: walk of its game tree"
FACTS = (
    Fact("information sets", 936, OPENSPIEL),
    Fact("histories", 9457, OPENSPIEL),
)


def card_text(k: int) -> str:
    """Return the name of a card, its rank and suit: ``jack-a`` to ``king-b``, printed as J♠ to K♥."""
    return ("jack", "queen", "king")[k // SUITS] + "-" + "ab"[k % SUITS]


def action_text(v: State, a: int) -> str:
    """Return the words for an action: ``fold``, ``call`` or ``check``, ``raise``."""
    return ("fold", "call" if to_call(v) > 0 else "check", "raise")[a]


def to_call(s: State) -> int:
    """Return the chips that a call costs the player to move."""
    owed: int = s.paid[1 - s.player] - s.paid[s.player]
    return owed


def start(s: State) -> None:
    """Deal one card to each player, who pays one chip."""
    for c in range(CARDS):
        s.stock[c + 1] = c
    s.stock[0] = CARDS
    for p in range(SEATS):
        s.card[p] = draw(s, s.stock)
        s.paid[p] = 1
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Whether action `a` is legal: fold only to a raise, and raise at most twice in a betting round."""
    if a == FOLD:
        return to_call(s) > 0
    if a == RAISE:
        return s.raises < MOST_RAISES
    return True


def why(v: State, a: int) -> str:
    """Return why action `a` is not legal; empty if it is legal."""
    if legal(v, a):
        return ""
    return "there is nothing to fold to" if a == FOLD else "there are at most two raises in a betting round"


def apply(s: State, a: int) -> None:
    """Carry out action `a`; after a betting round, deal the open card or end the game."""
    me = s.player
    s.log[s.moves] = a
    s.moves += 1
    s.acted += 1
    if a == FOLD:
        s.over = 1
        return
    s.paid[me] = s.paid[1 - me]
    s.player = 1 - me
    if a == RAISE:
        s.raises += 1
        s.paid[me] += 2 if s.betting_round == 0 else 4
    elif s.acted >= 2:
        end_betting(s)


def end_betting(s: State) -> None:
    """Deal the open card after the first betting round, or end the game after the second."""
    if s.betting_round == 1:
        s.over = 1
        return
    s.board = draw(s, s.stock)
    s.betting_round = 1
    s.raises = 0
    s.acted = 0
    s.player = 0


def strength(s: State, p: int) -> int:
    """Return the rank of seat `p`'s card, or ``PAIR`` if it pairs the open card."""
    rank: int = s.card[p] // SUITS
    return PAIR if rank == s.board // SUITS else rank


def score(s: State, p: int) -> int:
    """Return the chips that seat `p` wins; negative if it loses."""
    if s.paid[0] != s.paid[1]:
        winner = 0 if s.paid[0] > s.paid[1] else 1
    else:
        difference = strength(s, 0) - strength(s, 1)
        if difference == 0:
            return 0
        winner = 0 if difference > 0 else 1
    lost: int = s.paid[1 - winner]
    return lost if p == winner else -lost


def scene(v: State) -> Picture:
    """Describe the pot and the decision."""
    more, owed = f"raise {2 if v.betting_round == 0 else 4}", to_call(v)
    says = f"They raised: call for {owed} or fold." if owed > 0 else f"Check, or {more} chips."
    if owed > 0 and v.raises < MOST_RAISES:
        says = f"They raised: call for {owed}, {more} more, or fold."
    return Picture(
        says=(says,) if not v.over and v.player == v.me else (),
        quiet=("stock", "acted", "moves", "log"),
        shown={"raises": ""},
        totals={"pot": (v.paid[0] + v.paid[1], "chips in the pot")},
    )
