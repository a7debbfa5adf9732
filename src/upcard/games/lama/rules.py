"""L.A.M.A., by Reiner Knizia (AMIGO, 2019): get rid of your cards, or drop out in time.

There are 56 cards, eight each of 1 to 6 and of the llama. Everyone gets six cards, and one more card
starts the pile. On your turn, do one of three things:

- Play a card: equal to the top card or one higher. A llama follows 6, 1 a llama.
- Draw one card. If the stock is empty, shuffle all of the pile but its top card.
- Quit the round: put your cards face down and sit out until the next round.

The round ends when a player runs out of cards, or when everyone has quit. The last player left may play
on but cannot draw. A round of 1000 turns is stopped, and nobody wins it.

Then the cards left in your hand cost points: 1 to 6 their number, a llama 10. Each kind counts only once,
however many you hold. If your hand is empty, you return a chip instead, so you lose 10 points if you have
at least 10, else 1. Whoever played or quit last starts the next round. The game ends when somebody has 40
points. The player with the fewest points wins.

In the variant "paper" every card counts, nothing is returned, the first player starts every round, and a
round ends as soon as only one player is left in it.

Sources: the official leaflet; P. Romero Marimon, "The L.A.M.A. card game", TU Eindhoven, 2022 ("paper").
"""

from upcard.kit.cards import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Header,
    Measure,
    Moment,
    Picture,
    State,
    cards_in,
    choice,
    counts,
    draw,
    move_all,
    number,
    put,
    row,
    slot,
    whole,
)

KINDS, COPIES, HAND = 7, 8, 6
CARDS, LLAMA = KINDS * COPIES, 6
ACTIONS = 9
DRAW, QUIT = 7, 8  # actions 0..6: play a card of that kind
LONGEST_ROUND, NOBODY_WON = 1000, -1

GAME = Header(
    name="lama",
    title="L.A.M.A.",
    players=(2, 8),
    usual=4,
    zero_sum=False,
    perfect_information=False,
    longest=0,
    payoffs=(-10_247, 0),  # target - 1 points before the last round, and at most the whole deck in it
    version=1,
    source="Reiner Knizia, AMIGO 2019; P. Romero Marimon, The L.A.M.A. card game, 2022",
    goal="Get rid of your cards, or quit the round in time; the fewest points win.",
    fewest_wins=True,
)
ALIASES = {QUIT: ("quit",)}

EACH_KIND, EVERY_CARD = 0, 1
CHIP, NONE = 0, 1
LAST_PLAYER, FIRST_SEAT = 0, 1
PLAYS_ON, ENDS_ROUND = 0, 1

OPTIONS = (
    choice("count", ("each_kind", "every_card"), "cards left in a hand count each kind once, or every card"),
    choice("give_back", ("chip", "none"), "an empty hand returns a chip (10 or 1), or nothing"),
    choice(
        "starts",
        ("last_player", "first_seat"),
        "the next round is started by the last player to act, or by the first",
    ),
    choice(
        "last_left", ("plays_on", "ends_round"), "the last player left in a round plays on, or the round ends"
    ),
    whole("target", 40, 1, 10_000, "points that end the game"),
)
PRESETS = {
    "official": {"count": "each_kind", "give_back": "chip", "starts": "last_player", "last_left": "plays_on"},
    "paper": {"count": "every_card", "give_back": "none", "starts": "first_seat", "last_left": "ends_round"},
}

STATE = (
    slot("top", EVERYBODY, "the card on top of the pile"),
    counts("hand", OWNER, KINDS, "the cards in hand, by kind"),
    row("stock", NOBODY, CARDS, "the face-down stock"),
    row("pile", EVERYBODY, CARDS, "the pile under its top card"),
    number("size", EVERYBODY, "how many cards a hand holds", per_seat=True, label="cards"),
    number("out", EVERYBODY, "1 if the player has quit the round", per_seat=True, shown={1: "out"}),
    number("points", EVERYBODY, "points so far, in chips of 10 and 1", per_seat=True),
    number("won", EVERYBODY, "rounds won so far", per_seat=True, label="rounds won"),
    number("drawn", EVERYBODY, "cards drawn this round", per_seat=True),
    number("passed", EVERYBODY, "for each kind passed up: 1 + cards drawn before", KINDS, per_seat=True),
    number("active", EVERYBODY, "players who have not quit the round"),
    number("rounds", EVERYBODY, "rounds started", label="round"),
    number("began", EVERYBODY, "turns taken before this round"),
)

ROUND = "rounds"
POINTS, OVER_30, ROUNDS_WON, ROUNDS_PLAYED = range(4)  # the measures by number
MEASURES = (
    Measure("points", "points at the end"),
    Measure("over_30", "ends with more than 30 points", share=True),
    Measure("round_win", "wins a round", share=True, of="rounds"),
    Measure("rounds", "rounds played", per_game=True),
)


def card_text(k: int) -> str:
    """Name of a kind: ``1`` to ``6``, ``llama``."""
    return "llama" if k == LLAMA else str(k + 1)


def action_text(v: State, a: int) -> str:
    """Words for an action: ``play 5``, ``play llama``, ``draw``, ``quit the round``."""
    return "draw" if a == DRAW else "quit the round" if a == QUIT else f"play {card_text(a)}"


def after(k: int) -> int:
    """Return the kind that follows kind `k`."""
    return 0 if k == LLAMA else k + 1


def value(k: int) -> int:
    """Return the points that one card of kind `k` costs."""
    return 10 if k == LLAMA else k + 1


def start(s: State) -> None:
    """Deal the first round."""
    s.player = 0
    s.began = 0
    deal(s)


def deal(s: State) -> None:
    """Deal a round that ``s.player`` starts."""
    s.rounds += 1
    for c in range(CARDS):
        s.stock[c + 1] = c // COPIES
    s.stock[0] = CARDS
    s.pile[0] = 0
    for p in range(s.seats):
        for k in range(KINDS):
            s.hand[p, k] = 0
            s.passed[p, k] = 0
        for _ in range(HAND):
            s.hand[p, draw(s, s.stock)] += 1
        s.size[p] = HAND
        s.out[p] = 0
        s.drawn[p] = 0
    s.top = draw(s, s.stock)
    s.active = s.seats


def legal(s: State, a: int) -> bool:
    """Whether the player whose turn it is may choose action `a`."""
    if a < KINDS:
        return (a == s.top or a == after(s.top)) and s.hand[s.player, a] > 0
    if a == DRAW:
        return s.active > 1 and cards_in(s.stock) + cards_in(s.pile) > 0
    return True


def why(v: State, a: int) -> str:
    """Say why action `a` is not legal; empty when it is legal."""
    if legal(v, a):
        return ""
    if a == DRAW:
        return (
            "you cannot draw when all others have quit" if v.active == 1 else "there is no card left to draw"
        )
    if v.hand[v.player, a] == 0:
        return f"there is no {card_text(a)} in your hand"
    same, following = card_text(v.top), card_text(after(v.top))
    return f"on a {same} you can only play a {same} or a {following}"


def apply(s: State, a: int) -> None:
    """Carry out action `a`, then pass the turn or end the round."""
    p = s.player
    ended = False
    if a <= DRAW and a != s.top:
        let_pass(s, p, a)
    if a < KINDS:
        s.hand[p, a] -= 1
        s.size[p] -= 1
        put(s.pile, s.top)
        s.top = a
        ended = s.size[p] == 0
    elif a == DRAW:
        if cards_in(s.stock) == 0:
            move_all(s.pile, s.stock)
        s.hand[p, draw(s, s.stock)] += 1
        s.size[p] += 1
        s.drawn[p] += 1
    else:
        s.out[p] = 1
        s.active -= 1
        ended = s.active <= (1 if s.last_left == ENDS_ROUND else 0)
    if ended:
        end_round(s, round_winner(s))
    elif s.turns + 1 - s.began == LONGEST_ROUND:
        end_round(s, NOBODY_WON)
    else:
        pass_turn(s)


def let_pass(s: State, p: int, a: int) -> None:
    """Note the kinds that seat `p` passes up: the top one, and if it draws, the next one too.

    Everyone at the table sees this, so strategies may use it.
    """
    s.passed[p, s.top] = s.drawn[p] + 1
    if a == DRAW:
        s.passed[p, after(s.top)] = s.drawn[p] + 1


def pass_turn(s: State) -> None:
    """Give the turn to the next seat that has not quit."""
    p = s.player
    while True:
        p += 1
        if p == s.seats:
            p = 0
        if s.out[p] == 0:
            break
    s.player = p


def end_round(s: State, winner: int) -> None:
    """Count the points and the win, then end the game or deal again."""
    if winner != NOBODY_WON:
        s.won[winner] += 1
    most = 0
    for p in range(s.seats):
        if s.size[p] == 0 and s.give_back == CHIP:
            s.points[p] -= 10 if s.points[p] >= 10 else min(1, s.points[p])
        for k in range(KINDS):
            if s.hand[p, k] > 0:
                s.points[p] += value(k) * (s.hand[p, k] if s.count == EVERY_CARD else 1)
        most = max(most, s.points[p])
    if most >= s.target:
        s.over = 1
        return
    if s.starts == FIRST_SEAT:
        s.player = 0
    s.began = s.turns + 1
    deal(s)


def round_winner(s: State) -> int:
    """Return the seat that emptied its hand, or else the last one left in the round."""
    if s.size[s.player] == 0 or s.active == 0:
        return s.player
    p = 0
    while s.out[p] == 1:
        p += 1
    return p


def score(s: State, p: int) -> int:
    """Points of seat `p` with a minus sign, since the fewest points win."""
    return -s.points[p]


def measure(s: State, p: int, m: int) -> int:
    """Return measure number `m` for seat `p` at the end of the game."""
    if m == POINTS:
        return s.points[p]
    if m == OVER_30:
        return 1 if s.points[p] > 30 else 0
    if m == ROUNDS_WON:
        return s.won[p]
    return s.rounds


def scene(v: State) -> Picture:
    """Describe the decision; hide fields that only the rules and strategies need."""
    return Picture(
        says=() if v.over else decision_text(v),
        quiet=("active", "began", "drawn", "passed", "won"),
        touches={DRAW: "stock"},
    )


def decision_text(v: State) -> tuple[str, ...]:
    """Return a sentence about what the viewer may do."""
    if v.out[v.me] == 1:
        return ("You have quit this round.",)
    if v.player != v.me:
        return ()
    same, following = card_text(v.top), card_text(after(v.top))
    plays = [card_text(k) for k in (v.top, after(v.top)) if legal(v, k)]
    can = [f"play a {' or a '.join(plays)}"] if plays else []
    can += ["draw a card"] if legal(v, DRAW) else []
    text = ", ".join([*can, "or quit the round"]) if can else "quit the round"
    first = f"{text[0].upper()}{text[1:]}." if plays else f"You hold no {same} and no {following}: {text}."
    if legal(v, DRAW):
        return (first,)
    return (first, f"You cannot draw: {'all others have quit' if v.active == 1 else 'no card is left'}.")


def showdown(before: State, after: State, p: int) -> dict[str, list[int]]:
    """Return the cards that seat `p` was left with; none for whoever played the last one."""
    if before.turns + 1 - before.began == LONGEST_ROUND:
        return {}  # the round was stopped, perhaps by a card that was drawn and is not known any more
    has_none = p == before.player and after.points[p] <= before.points[p]  # every card costs points
    return {"hand": [] if has_none else [k for k in range(KINDS) for _ in range(before.hand[p, k])]}


def moment(before: State, after: State) -> Moment:
    """Say how the round ended, if it has."""
    p = before.player
    if after.rounds == before.rounds and not after.over:
        return Moment()
    if before.turns + 1 - before.began == LONGEST_ROUND:
        return Moment(words=f"The round was stopped after {LONGEST_ROUND} turns.")
    if after.points[p] <= before.points[p]:
        return Moment(words=f"Seat {p + 1} has played their last card.")
    return Moment(words="Everyone has quit." if before.active == 1 else "Only one player has not quit.")


def lean(s: State, a: int) -> int:
    """Weigh actions as a sensible player does: play a card if possible, and draw rather than quit."""
    return 1000 if a < KINDS else 30 if a == DRAW else 1


def outlook(s: State, p: int) -> int:
    """Weigh a seat's prospects at a new round: the fewer points, the better, most of all near the end."""
    left = max(s.target - s.points[p], 0)
    return left * left
