"""Le Her, a French card game for two players from about 1700, the ancestor of Stoppers in the literature.

Peter deals one card to Paul and one to himself from a pack of 52: ace low, King high, suits do not matter.
Paul keeps the card or swaps it with Peter's; if Peter holds a King, Peter refuses. Then Peter keeps that card
or swaps it for the top card of the deck; if that is a King, Peter must keep the old card. The higher card
wins. If the cards are equal, Peter wins.

Paul wins with probability 11327/22100, a little more than one half, if both play optimally. For that, both
must choose at random with some cards, as Francis Waldegrave discovered in 1713.

Sources: P. R. de Montmort, "Essay d'analyse sur les jeux de hazard", 2nd edition, 1713; D. R. Bellhouse and
N. Fillion, "Le Her and other problems in probability discussed by Bernoulli, Montmort and Waldegrave",
Statistical Science 30, 2015.
"""

from upcard.kit.cards import (
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    Fact,
    Header,
    Moment,
    Picture,
    State,
    Transfer,
    cards_in,
    draw,
    number,
    put,
    row,
    slot,
)
from upcard.kit.ranks import CARDS, KING, SUITS, UNKNOWN, a_card, card_text, value  # noqa: F401 - the rules

SEATS = 2
PAUL, PETER = 0, 1
KEEP, CHANGE = 0, 1
ACTIONS = 2
WAITS, KEPT, CHANGED, REFUSED = 0, 1, 2, 3

GAME = Header(
    name="le-her",
    title="Le Her",
    players=(SEATS, SEATS),
    usual=SEATS,
    zero_sum=True,
    perfect_information=False,
    longest=SEATS,
    payoffs=(-1, 1),
    version=1,
    source="P. R. de Montmort, Essay d'analyse sur les jeux de hazard, 1713",
    goal="End with the higher card; if the cards are equal, Peter, the dealer, wins.",
    played_in=("deal", "deals"),
)
ALIASES = {CHANGE: ("change",)}
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}

STATE = (
    slot("card", OWNER, "the card in hand"),
    row("stock", NOBODY, CARDS, "the cards not dealt"),
    slot("laid", EVERYBODY, "the card set aside: Peter's first one, or a King from the deck"),
    number("known", OWNER, "the value of the other player's card if known, from 1 for an ace, else 0"),
    number(
        "did",
        EVERYBODY,
        "the decision of the player",
        per_seat=True,
        shown={KEPT: "kept", CHANGED: "swapped", REFUSED: "refused by a King"},
    ),
)

BY_HAND = "by hand: 13 x 13 deals; Paul keeps or changes, Peter keeps or draws one of 13 ranks"
FACTS = (
    Fact("finished games", 13 * 13 * 2 * (1 + 13), BY_HAND),
    Fact("histories", 1 + 13 + 13 * 13 * (1 + 2 * (1 + 1 + 1 + 13)), BY_HAND),
    Fact(
        "information sets",
        13 + 13 + 1 + 12 * 13,
        "by hand: Paul's card; Peter's if Paul kept; his King; the card he gave, with the one he got",
    ),
)


def action_text(v: State, a: int) -> str:
    """Return the words for an action: ``keep``, ``swap``."""
    return ("keep", "swap")[a]


def start(s: State) -> None:
    """Deal one card to each player, to Paul first."""
    for c in range(CARDS):
        put(s.stock, c // SUITS)
    for p in range(SEATS):
        s.card[p] = draw(s, s.stock)
    s.player = PAUL


def legal(s: State, a: int) -> bool:
    """Whether action `a` is legal: both always are."""
    return a == KEEP or a == CHANGE


def apply(s: State, a: int) -> None:
    """Keep or swap the card; the game is over after Peter's choice."""
    if s.player == PETER:
        s.did[PETER] = KEPT if a == KEEP else change_with_deck(s)
        s.over = 1
    else:
        s.did[PAUL] = KEPT if a == KEEP else change_with_peter(s)
        s.player = PETER


def change_with_peter(s: State) -> int:
    """Exchange Paul's and Peter's cards, so that each knows the other's; ``REFUSED`` if Peter has a King."""
    if s.card[PETER] == KING:
        return REFUSED
    card = s.card[PAUL]
    s.card[PAUL] = s.card[PETER]
    s.card[PETER] = card
    s.known[PAUL] = value(s.card[PETER])
    s.known[PETER] = value(s.card[PAUL])
    return CHANGED


def change_with_deck(s: State) -> int:
    """Change Peter's card for one from the deck; ``REFUSED`` if that is a King."""
    drawn = draw(s, s.stock)
    if drawn == KING:
        s.laid = drawn
        return REFUSED
    s.laid = s.card[PETER]
    s.card[PETER] = drawn
    return CHANGED


def imagine(s: State, p: int) -> None:
    """Redeal so that after a change both players know each other's card."""
    other = 1 - p
    s.known[other] = value(s.card[p]) if s.did[PAUL] == CHANGED else UNKNOWN
    wanted = s.known[p] - 1
    if wanted >= 0 and s.card[other] != wanted:
        for i in range(1, cards_in(s.stock) + 1):
            if s.stock[i] == wanted and s.card[other] != wanted:
                s.stock[i] = s.card[other]
                s.card[other] = wanted


def score(s: State, p: int) -> int:
    """Return 1 for the winner and -1 for the other player; Peter wins if the cards are equal."""
    winner = PAUL if s.card[PAUL] > s.card[PETER] else PETER
    return 1 if p == winner else -1


def scene(v: State) -> Picture:
    """Say who is Paul and who is Peter, what the viewer may do, and what they know."""
    says = [] if v.over else [("You are Paul.", "You are Peter, the dealer.")[v.me]]
    if not v.over and v.player == v.me:
        target = "with Peter's" if v.me == PAUL else "for the top card of the deck"
        says.append(f"Keep your card, or swap it {target}.")
    if not v.over and v.known[v.me] != UNKNOWN:
        says.append(f"You know that {('Peter', 'Paul')[v.me]} holds {a_card(v.known[v.me] - 1)}.")
    quiet = ("known", *(() if v.laid != EMPTY else ("laid",)))
    return Picture(tuple(says), quiet, badges={PAUL: "Paul", PETER: "Peter deals"})


def moment(before: State, after: State) -> Moment:
    """Describe the cards that were swapped, or a King that refused it."""
    p = before.player
    if after.did[p] == REFUSED:
        return Moment(
            words="Peter refuses with a King." if p == PAUL else "The card from the deck is a King."
        )
    if after.did[p] == KEPT:
        return Moment()
    if p == PETER:
        return Moment((Transfer("card", p, "laid", None), Transfer("stock", None, "card", p)))
    return Moment((Transfer("card", PAUL, "card", PETER), Transfer("card", PETER, "card", PAUL)))
