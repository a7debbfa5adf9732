"""A game for three: each calls heads or tails in secret, and who calls alone wins from both others.

A coin decides for how much, and only the last to call has seen it. Source: made up.
"""

from upcard.kit.cards import EVERYBODY, NOBODY, OWNER, Header, State, below, number

SEATS, ACTIONS = 3, 2

GAME = Header(
    name="odd-one-out",
    title="Odd one out",
    players=(SEATS, SEATS),
    usual=SEATS,
    zero_sum=True,
    perfect_information=False,
    longest=SEATS,
    payoffs=(-2, 4),
    version=3,
    source="made up",
)
OPTIONS = ()
PRESETS: dict[str, dict[str, str | int]] = {}
STATE = (
    number("said", OWNER, "what was called: 1 heads, 2 tails", per_seat=True),
    number("seen", OWNER, "the stake, for who has seen it", per_seat=True),
    number("stake", NOBODY, "what each of the others pays"),
    number("calls", EVERYBODY, "how many have called"),
)


def card_text(k: int) -> str:
    """There are no cards."""
    return f"card{k}"


def action_text(v: State, a: int) -> str:
    """The words for an action: ``heads``, ``tails``."""
    return ("heads", "tails")[a]


def start(s: State) -> None:
    """Toss the coin; the last to call looks at it."""
    s.stake = 1 + below(s, 2)
    s.seen[SEATS - 1] = s.stake
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Both calls always are."""
    return a < ACTIONS


def apply(s: State, a: int) -> None:
    """Call; when all have, it is over."""
    s.said[s.player] = a + 1
    s.calls += 1
    if s.calls == SEATS:
        s.over = 1
    else:
        s.player += 1


def score(s: State, p: int) -> int:
    """Twice the stake for who called alone, and less the stake for the others; 0 when all called the same."""
    alone = -1
    for q in range(SEATS):
        if s.said[q] != s.said[(q + 1) % SEATS] and s.said[q] != s.said[(q + 2) % SEATS]:
            alone = q
    stake: int = s.stake
    return 0 if alone < 0 else 2 * stake if p == alone else -stake
