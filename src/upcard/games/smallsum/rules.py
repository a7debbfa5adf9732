"""Smallsum, a betting game for a class, with its variants Choice and Alternate.

13 cards of one suit, shuffled for every round; an ace counts 1, jack, queen and king 10. Each of two players,
A and B, gets two open cards and a hidden one. The smaller sum of three takes the pot; equal sums divide it.

``basic``: both hide 0 or 1 penny in a fist and open together. Each matches what the other had in his fist,
besides his own, from what he has left; what cannot be matched goes back. ``choice``: the same with up to 3
pennies. ``alternate``: each antes a penny. A bets 0 to 3, which B matches or folds to; then B bets and A
matches or folds. Nobody has to fold for lack of pennies, and a bet comes into the pot as it is matched.

Each begins with 8 pennies, and who has them all has won the match. It is stopped after as many rounds as
were agreed, or after 100 rounds in a row without a penny in the pot. The score is what one has won: at the
end of a match all or nothing of a purse, +8 or -8, and a share of it when the match is stopped. The cash
game is one round, with more pennies than it can cost.

In a class a third person, the referee, shuffles, deals and watches; here the program does it.

Source: the group exercise in the supplementary materials to J. S. Rosenthal, "Struck by Lightning", 2005.
Matching from what is left, a bet of 0 that needs no answer, and the ends of a match that drags on are ours.
"""

from upcard.kit.cards import (
    EVERYBODY,
    NOBODY,
    OWNER,
    Header,
    Measure,
    Picture,
    State,
    below,
    choice,
    draw,
    move_all,
    number,
    put,
    row,
    slot,
    whole,
)

SEATS, CARDS, OPEN = 2, 13, 2
MOST_BASIC, MOST = 1, 3
ACTIONS = 6
MATCH, FOLD = 4, 5  # actions 0..3: put so many pennies
NOBODY_WINS = -1
MOST_ROUNDS, IDLE_ROUNDS, CASH_PURSE = 1_000_000, 100, 100

GAME = Header(
    name="smallsum",
    title="Smallsum",
    players=(2, 2),
    usual=2,
    zero_sum=True,
    perfect_information=False,
    longest=4 * MOST_ROUNDS,
    payoffs=(-100, 100),
    version=1,
    source='group exercise to J. S. Rosenthal, "Struck by Lightning", 2005',
    scored_in=("penny", "pennies"),
)

BASIC, CHOICE, ALTERNATE = 0, 1, 2
FIXED, ROTATE = 0, 1
WHOLE_MATCH, PENNIES = 0, 1

OPTIONS = (
    choice("variant", ("basic", "choice", "alternate"), "how pennies come into the pot"),
    whole("purse", 8, 1, 100, "pennies that each begins with"),
    whole("rounds", 10_000, 1, MOST_ROUNDS, "the match is stopped after so many rounds"),
    choice("first", ("fixed", "rotate"), "A is the same player in all rounds, or they take turns"),
    choice("objective", ("match", "pennies"), "a whole match, or the pennies of one round: the cash game"),
)
PRESETS = {
    "basic": {"variant": "basic"},
    "choice": {"variant": "choice"},
    "alternate": {"variant": "alternate"},
    "cash": {"variant": "basic", "objective": "pennies"},
}

A_PUTS, B_ANSWERS, B_PUTS, A_ANSWERS, SHOWN, FOLDED = 0, 1, 2, 3, 4, 5

STATE = (
    row("up", EVERYBODY, OPEN, "the two open cards of each, the smaller first", per_seat=True),
    slot("down", OWNER, "the hidden card"),
    row("stock", NOBODY, CARDS, "the cards not dealt"),
    number("fist", OWNER, "pennies hidden in the fist; basic and choice"),
    number("bet", EVERYBODY, "pennies bet openly in this round; alternate", per_seat=True),
    number("pot", EVERYBODY, "pennies in the pot, half of them from each"),
    number("pennies", EVERYBODY, "pennies that each has, with a bet that is not matched yet", per_seat=True),
    number("seat_a", EVERYBODY, "the seat that is A, from 0"),
    number("stage", EVERYBODY, "0 A puts, 1 B answers, 2 B puts, 3 A answers, 4 shown, 5 folded"),
    number("round", EVERYBODY, "rounds finished"),
    number("idle", EVERYBODY, "rounds in a row with an empty pot"),
    number("won", EVERYBODY, "rounds won", per_seat=True),
    number("last_bet", EVERYBODY, "pennies that each put in the round before", per_seat=True),
    number("last_sum", EVERYBODY, "sums shown in the round before; 0 after a fold", per_seat=True),
    number("last_pot", EVERYBODY, "the pot of the round before"),
)

ROUND = "round"
MEASURES = (
    Measure("takes_all", "ends with all the pennies", share=True),
    Measure("pennies", "pennies won or lost"),
    Measure("round_win", "wins a round", share=True, of="rounds"),
    Measure("rounds", "rounds played", per_game=True),
)


def card_text(k: int) -> str:
    """The name of a card: ``A``, ``2`` to ``10``, ``J``, ``Q``, ``K``."""
    return ("A", *map(str, range(2, 11)), "J", "Q", "K")[k]


def action_text(v: State, a: int) -> str:
    """The words for an action: ``put 0`` to ``put 3``, ``match``, ``fold``."""
    return "match" if a == MATCH else "fold" if a == FOLD else f"put {a}"


def value(k: int) -> int:
    """What card `k` counts."""
    return min(k + 1, 10)


def open_sum(s: State, p: int) -> int:
    """The sum of seat `p`'s open cards."""
    return value(s.up[p, 1]) + value(s.up[p, 2])


def total(s: State, p: int) -> int:
    """The sum of seat `p`'s three cards; only its owner can tell before they are shown."""
    return open_sum(s, p) + value(s.down[p])


def purse_of(s: State) -> int:
    """The pennies that each begins with."""
    return CASH_PURSE if s.objective == PENNIES else s.purse


def answering(s: State) -> bool:
    """Whether there is a bet to match or to fold to."""
    return s.stage == B_ANSWERS or s.stage == A_ANSWERS


def most(s: State) -> int:
    """The most pennies that the player whose turn it is may put."""
    return min(MOST_BASIC if s.variant == BASIC else MOST, s.pennies[s.player])


def matched(s: State) -> int:
    """The pennies that matching costs the player whose turn it is."""
    return min(s.bet[1 - s.player], s.pennies[s.player])


def start(s: State) -> None:
    """Hand out the pennies and deal the first round."""
    for c in range(CARDS):
        put(s.stock, c)
    for p in range(SEATS):
        s.pennies[p] = purse_of(s)
    deal(s)


def deal(s: State) -> None:
    """Deal a round from the whole pack; collect the antes."""
    for p in range(SEATS):
        one = draw(s, s.stock)
        other = draw(s, s.stock)
        put(s.up[p], min(one, other))
        put(s.up[p], max(one, other))
        s.down[p] = draw(s, s.stock)
        s.fist[p] = 0
        s.bet[p] = 0
    if s.variant == ALTERNATE:
        pay(s, 1)
    s.stage = A_PUTS
    s.player = s.seat_a


def gather(s: State) -> None:
    """Take all cards back into the pack."""
    for p in range(SEATS):
        move_all(s.up[p], s.stock)
        put(s.stock, s.down[p])


def legal(s: State, a: int) -> bool:
    """Answer a bet by matching or folding; else put what there is and what the variant allows."""
    if a == MATCH or a == FOLD:
        return answering(s)
    return not answering(s) and a <= most(s)


def why(v: State, a: int) -> str:
    """Why action `a` is not legal, as a sentence; empty when it is."""
    if legal(v, a):
        return ""
    if a == MATCH or a == FOLD:
        return "there is no bet to match or to fold to"
    if answering(v):
        return f"the bet of {v.bet[1 - v.player]} comes first; match or fold"
    left = v.pennies[v.player]
    if a > left:
        return f"there {'is 1 penny' if left == 1 else f'are {left} pennies'} left to put"
    return "a fist holds at most 1 penny in the basic game"


def apply(s: State, a: int) -> None:
    """Put pennies, match or fold; what comes next follows from the stage."""
    if a == FOLD:
        s.stage = FOLDED
    elif a == MATCH:
        pay(s, matched(s))
        s.stage += 1
    elif s.variant == ALTERNATE:
        s.bet[s.player] = a
        s.stage += 1 if a > 0 else 2
    else:
        s.fist[s.player] = a
        s.stage += 2
    if s.stage >= SHOWN:
        open_fists(s)
        end_round(s)
    else:
        s.player = s.seat_a if s.stage == A_ANSWERS else 1 - s.seat_a


def pay(s: State, each: int) -> None:
    """Both put the same number of pennies into the pot."""
    for p in range(SEATS):
        s.pennies[p] -= each
        s.pot += each


def open_fists(s: State) -> None:
    """Each matches the other's fist as far as he can from what he has left; the rest goes back."""
    by_first = min(s.fist[1], s.pennies[0] - s.fist[0])
    by_second = min(s.fist[0], s.pennies[1] - s.fist[1])
    pay(s, by_first + by_second)


def end_round(s: State) -> None:
    """Show the hidden cards unless somebody folded, and give the pot away; end the match or deal again."""
    winner = winner_of(s)
    for p in range(SEATS):
        s.last_bet[p] = s.fist[p] + s.bet[p]
        s.last_sum[p] = 0 if s.stage == FOLDED else total(s, p)
        if winner == NOBODY_WINS:
            s.pennies[p] += s.pot // SEATS
        elif winner == p:
            s.pennies[p] += s.pot
            s.won[p] += 1
    s.last_pot = s.pot
    s.idle = s.idle + 1 if s.pot == 0 else 0
    s.pot = 0
    s.round += 1
    if is_last(s):
        s.over = 1
    else:
        if s.first == ROTATE:
            s.seat_a = 1 - s.seat_a
        gather(s)
        deal(s)


def winner_of(s: State) -> int:
    """The seat that takes the pot: who did not fold, or has the smaller sum; ``NOBODY_WINS`` if equal."""
    if s.stage == FOLDED:
        return 1 - s.player
    difference = total(s, 0) - total(s, 1)
    return NOBODY_WINS if difference == 0 else 0 if difference < 0 else 1


def is_last(s: State) -> bool:
    """Whether no round follows the one that has just ended."""
    one_has_all = s.pennies[0] == 0 or s.pennies[1] == 0
    return one_has_all or s.objective == PENNIES or s.round == s.rounds or s.idle == IDLE_ROUNDS


def imagine(s: State, p: int) -> None:
    """For seat `p` the other's closed fist holds any number of pennies that he may have put."""
    other = 1 - p
    s.fist[other] = 0
    if s.variant != ALTERNATE and s.stage == B_PUTS and s.player == p:
        limit = MOST_BASIC if s.variant == BASIC else MOST
        s.fist[other] = below(s, min(limit, s.pennies[other]) + 1)


def score(s: State, p: int) -> int:
    """Pennies won by seat `p`."""
    return s.pennies[p] - purse_of(s)


def measure(s: State, p: int, m: int) -> int:
    """Measure number `m` of ``MEASURES`` for seat `p` at the end of the match."""
    if m == 0:
        return 1 if s.pennies[1 - p] == 0 else 0
    if m == 1:
        return score(s, p)
    if m == 2:
        return s.won[p]
    return s.round


def scene(v: State) -> Picture:
    """Who is A, what is to be decided, the looker's sum, and what the last round came to."""
    is_open = v.variant == ALTERNATE
    played = v.round > 0
    bare = ("fist",) if is_open or v.over or v.fist[v.me] == 0 else ()
    says = [] if v.over else [decision_text(v), sum_text(v)]
    return Picture(
        says=(*says, *([last_text(v)] if played else [])),
        quiet=("seat_a", "stage", "idle", "last_pot", *bare),
        shown={
            "bet": [str(v.bet[p]) if is_open and not v.over else "" for p in range(SEATS)],
            "round": str(v.round + 1 - v.over),
            "last_bet": [str(v.last_bet[p]) if played else "" for p in range(SEATS)],
            "last_sum": [str(v.last_sum[p] or "not shown") if played else "" for p in range(SEATS)],
        },
    )


def showdown(before: State, after: State, p: int) -> dict[str, list[int]]:
    """The cards of seat `p` that lay open as the round ended: the hidden one too, unless somebody folded."""
    hidden = [before.down[p]] if after.last_sum[p] > 0 else []
    return {"up": [before.up[p, 1], before.up[p, 2]], "down": hidden}


def decision_text(v: State) -> str:
    """What is to be decided now, as a sentence."""
    letter, other = ("A", "B") if v.player == v.seat_a else ("B", "A")
    if answering(v):
        return f"{other} bets {v.bet[1 - v.player]}; {letter} matches for {matched(v)}, or folds."
    if most(v) == 0:
        return f"{letter} has no penny left to put."
    if v.variant == ALTERNATE:
        return f"{letter} bets 0 to {most(v)}, which {other} may match or fold to."
    closed = f", as {other} does" if v.stage == B_PUTS else ""
    pennies = "0 or 1 penny" if most(v) == 1 else f"0 to {most(v)} pennies"
    return f"{letter} hides {pennies} in a fist{closed}."


def sum_text(v: State) -> str:
    """The sums as far as the looker sees them."""
    letter = "A" if v.me == v.seat_a else "B"
    return f"You are {letter} with a sum of {total(v, v.me)}; the other shows {open_sum(v, 1 - v.me)} so far."


def last_text(v: State) -> str:
    """What the last round came to."""
    if v.last_pot == 0:
        return "In the last round nobody had put a penny: the pot was empty."
    if v.last_sum[0] > 0 and v.last_sum[0] == v.last_sum[1]:
        return f"The last round was a draw: the pot of {v.last_pot} was divided."
    if v.last_sum[0] > 0:
        winner = 0 if v.last_sum[0] < v.last_sum[1] else 1
        return f"In the last round seat {winner + 1} took the pot of {v.last_pot} with the smaller sum."
    first = v.seat_a if v.first == FIXED or v.over else 1 - v.seat_a
    winner = 1 - first if v.last_bet[1 - first] > 0 else first  # A folds to B's bet, or B to that of A
    return f"In the last round seat {2 - winner} folded and seat {winner + 1} took the pot of {v.last_pot}."


def outlook(s: State, p: int) -> int:
    """At a new round everybody may expect to win in proportion to his pennies."""
    return s.pennies[p]
