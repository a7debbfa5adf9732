"""Liar's dice for two players with one die each: bids rise until a player calls the last one a lie.

Both players roll a die, and each looks only at their own die. In turn, they make bids about both dice: "one
3" says that at least one die is a 3, "two 3s" that both are. A bid must be higher than the last one: two dice
instead of one, or the same number of dice with a higher face. Sixes are wild: they count as any face.

Instead of bidding, a player may call the last bid a lie; after the highest bid, they must. Then the dice are
shown. If the bid is true, the bidder wins, else the player who called it a lie.

Variants: dice with two to five faces; the lowest face is wild instead of the highest, or no face is.

Sources: OpenSpiel 2.0.2, liars_dice with one die each, whose rules and sizes these are. Known values of the
game to the first player: 1/2 with two faces (Gambit, in fractions), 0.0625 with four, and -7/258 with six
(about -0.0278 by CFR+ of OpenSpiel). T. D. Ahle's solver snyd has the values with the lowest face wild and
with none.
"""

from upcard.kit.cards import (
    EVERYBODY,
    OWNER,
    Fact,
    Header,
    Picture,
    State,
    below,
    choice,
    number,
    whole,
)

SEATS, MOST_SIDES = 2, 6
BIDS = SEATS * MOST_SIDES  # actions 0..11: bid; the number of dice goes before the face
LIAR = BIDS
ACTIONS = LIAR + 1
NO_BID = -1

GAME = Header(
    name="liars-dice",
    title="Liar's dice",
    players=(2, 2),
    usual=2,
    zero_sum=True,
    perfect_information=False,
    longest=BIDS + 1,
    payoffs=(-1, 1),
    version=1,
    source="OpenSpiel 2.0.2, liars_dice",
    goal="Bid on both dice together, and catch the other player's false bid.",
    played_in=("round", "rounds"),
)
HIGHEST, LOWEST, NO_FACE = 0, 1, 2
OPTIONS = (
    whole("sides", MOST_SIDES, 2, MOST_SIDES, "faces of a die"),
    choice("wild", ("highest", "lowest", "none"), "the wild face, which can stand for any other face"),
)
PRESETS: dict[str, dict[str, str | int]] = {
    "two-sided": {"sides": 2},
    "four-sided": {"sides": 4},
    "five-sided": {"sides": 5},
}

STATE = (
    number("die", OWNER, "the face rolled"),
    number("bid", EVERYBODY, "the last bid, -1 before the first"),
    number(
        "made", EVERYBODY, "1 for every bid that was made, from the lowest bid to the highest", length=BIDS
    ),
)

OPENSPIEL = "OpenSpiel 2.0.2, liars_dice with numdice=1: walk of its game tree"
ROLLS = "every pair of faces with every rising sequence of bids but the empty one"
FACTS = (
    Fact("histories", 294_883, OPENSPIEL),
    Fact("information sets", 24_576, OPENSPIEL),
    Fact("finished games", 36 * (2**12 - 1), ROLLS),
    Fact("histories", 51_181, OPENSPIEL, preset="five-sided"),
    Fact("information sets", 5_120, OPENSPIEL, preset="five-sided"),
    Fact("finished games", 25 * (2**10 - 1), ROLLS, preset="five-sided"),
    Fact("histories", 127, "Gambit, on the same game with two sides", preset="two-sided"),
)


def card_text(k: int) -> str:
    """Return the name of a face, which takes the place of a card: its number."""
    return str(k + 1)


def action_text(v: State, a: int) -> str:
    """Return the words for an action: ``one 3``, ``two 3s``, ``liar``."""
    if a == LIAR:
        return "liar"
    return f"one {face(a)}" if dice(a) == 1 else f"two {face(a)}s"


def face(bid: int) -> int:
    """Return the face that a bid names."""
    return bid % MOST_SIDES + 1


def dice(bid: int) -> int:
    """Return the number of dice that a bid names."""
    return bid // MOST_SIDES + 1


def start(s: State) -> None:
    """Roll both dice, the first player's first."""
    for p in range(SEATS):
        s.die[p] = below(s, s.sides) + 1
    s.bid = NO_BID
    s.player = 0


def legal(s: State, a: int) -> bool:
    """Whether action `a` is legal: a higher bid, or ``LIAR`` after a bid."""
    if a == LIAR:
        return s.bid != NO_BID
    return a > s.bid and face(a) <= s.sides


def why(v: State, a: int) -> str:
    """Return why action `a` is not legal; empty if it is legal."""
    if legal(v, a):
        return ""
    if a == LIAR:
        return "there is no bid to call a lie"
    if face(a) > v.sides:
        return f"the highest face is {v.sides}"
    return f"a bid must be higher than the last one, {action_text(v, v.bid)}"


def apply(s: State, a: int) -> None:
    """Note a bid and pass the turn; calling a lie ends the game, and the caller keeps the turn."""
    if a == LIAR:
        s.over = 1
        return
    s.bid = a
    s.made[a] = 1
    s.player = 1 - s.player


def wild_face(s: State) -> int:
    """Return the wild face; 0 if there is none."""
    if s.wild == NO_FACE:
        return 0
    return s.sides if s.wild == HIGHEST else 1


def shown(s: State, f: int) -> int:
    """Return the number of dice that show face `f` or the wild face."""
    count = 0
    for p in range(SEATS):
        if s.die[p] == f or s.die[p] == wild_face(s):
            count += 1
    return count


def score(s: State, p: int) -> int:
    """Return 1 for the player who was right about the last bid, -1 for the other."""
    is_true = shown(s, face(s.bid)) >= dice(s.bid)
    winner = 1 - s.player if is_true else s.player
    return 1 if p == winner else -1


def imagine(s: State, p: int) -> None:
    """Roll the other player's die again, since seat `p` does not see it."""
    s.die[1 - p] = below(s, s.sides) + 1


def scene(v: State) -> Picture:
    """Describe the wild face, the last bid, and at the end whether it was true."""
    wild, bid = wild_face(v), "" if v.bid == NO_BID else f'"{action_text(v, v.bid)}"'
    says = [f"A {wild} is wild: it counts as any face." if wild > 0 else "No face is wild."]
    if v.over:
        is_true = shown(v, face(v.bid)) >= dice(v.bid)
        says.append(f"The bid {bid} was {'true' if is_true else 'false'}.")
    elif v.player != v.me:
        says += [f"You bid {bid}."] if bid else []
    elif bid:
        is_highest = dice(v.bid) == SEATS and face(v.bid) == v.sides
        says.append(f"They bid {bid}: {'' if is_highest else 'bid higher, or '}call it a lie.")
    else:
        says.append('Make the first bid on both dice, such as "one 2".')
    return Picture(tuple(says), quiet=("bid", "made"))
