"""A coin that seat 1 wins with a chance of `weight` in 20, after `length` decisions. Source: made up."""

from upcard.kit.cards import EVERYBODY, Header, State, below, number, whole

ACTIONS = 1

GAME = Header(
    name="biased-coin",
    title="Biased coin",
    players=(2, 3),
    usual=2,
    zero_sum=False,
    perfect_information=True,
    longest=40,
    payoffs=(0, 1),
    version=1,
    source="made up",
)
OPTIONS = (
    whole("weight", 10, 0, 20, "the chance that seat 1 wins, in twentieths"),
    whole("length", 4, 1, 40, "the number of decisions"),
)
PRESETS: dict[str, dict[str, str | int]] = {}
STATE = (
    number("coin", EVERYBODY, "the side of the coin, 0 to 19"),
    number("made", EVERYBODY, "the number of decisions so far"),
)


def card_text(k: int) -> str:
    """There are no cards."""
    return f"card{k}"


def action_text(v: State, a: int) -> str:
    """The only action."""
    return "wait"


def start(s: State) -> None:
    """Toss the coin."""
    s.coin = below(s, 20)
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Waiting always is."""
    return a < ACTIONS


def apply(s: State, a: int) -> None:
    """Wait; after the last decision, the game is over."""
    s.made += 1
    if s.made == s.length:
        s.over = 1
    else:
        s.player = (s.player + 1) % s.seats


def score(s: State, p: int) -> int:
    """1 for the winner: seat 1, or the last seat."""
    winner = 0 if s.coin < s.weight else s.seats - 1
    return 1 if p == winner else 0
