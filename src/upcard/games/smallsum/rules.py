"""Smallsum, a betting game for a class, with its variants Choice and Alternate.

There are 13 cards of one suit, shuffled for every round. An ace counts 1, a jack, queen or king 10. Players A
and B have 8 pennies each. In a round both get two open cards and a hidden one, which only they see. They bet,
then the hidden cards are shown. The smaller sum of three cards takes the pot; equal sums divide it. Whoever
has all the pennies wins the match.

- Basic: both hide 0 or 1 penny in a fist and open their fists together.
- Choice: the same with 0 to 3 pennies.
- Alternate: both pay a penny before the deal. A bets 0 to 3 pennies, and B
  matches or folds. Then B bets, and A matches or folds. A fold loses the pot.

In Basic and Choice all pennies go into the pot. Then each player must match: they add as many pennies as the
other had in the fist, whatever was in their own fist. In all variants you match with the pennies you have
left; what you cannot match goes back to the other player. So nobody has to fold for lack of pennies.

The match is also stopped when both agree to stop, after a fixed number of rounds, or after 100 rounds in a
row with nothing in the pot. The score is the pennies won or lost. A and B may change roles every round. The
cash game is a single round in which nobody can run out of pennies. In a class a third person, the referee,
shuffles, deals and watches.

Source: the group exercise in the supplementary materials to J. S. Rosenthal, "Struck by Lightning", 2005.
Upcard added matching with the pennies left, a bet of 0 that needs no answer, and the end of long matches.
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
    Transfer,
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
MATCH, FOLD = 4, 5  # actions 0..3: put that many pennies
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
    goal="Win all the pennies: the smaller sum of three cards takes the pot.",
)
ALIASES = {a: (f"bet {a}", f"put {a}", f"hide {a}") for a in range(MOST + 1)}

BASIC, CHOICE, ALTERNATE = 0, 1, 2
FIXED, ROTATE = 0, 1
WHOLE_MATCH, PENNIES = 0, 1

OPTIONS = (
    choice("variant", ("basic", "choice", "alternate"), "how the players bet"),
    whole("purse", 8, 1, 100, "pennies of each player at the start"),
    whole("rounds", 10_000, 1, MOST_ROUNDS, "rounds after which the match is stopped"),
    choice("first", ("fixed", "rotate"), "A is the same player in all rounds, or the players take turns"),
    choice(
        "objective",
        ("match", "pennies"),
        "played for: a whole match, or the pennies of one round (the cash game)",
    ),
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
    number("fist", OWNER, "pennies hidden in the fist"),
    number("bet", EVERYBODY, "pennies bet openly in this round", per_seat=True),
    number("pot", EVERYBODY, "pennies in the pot, half of them from each"),
    number("pennies", EVERYBODY, "pennies left, with a bet that is not matched yet", per_seat=True),
    number("seat_a", EVERYBODY, "the seat that is A, from 0"),
    number(
        "stage",
        EVERYBODY,
        "step of the round: 0 A puts, 1 B answers, 2 B puts, 3 A answers, 4 shown, 5 folded",
    ),
    number("round", EVERYBODY, "rounds finished"),
    number("idle", EVERYBODY, "rounds in a row with an empty pot"),
    number("won", EVERYBODY, "rounds won", per_seat=True, label="rounds won"),
    number("last_bet", EVERYBODY, "pennies bet in the last round", per_seat=True, label="last bet"),
    number("last_sum", EVERYBODY, "sums shown in the last round; 0 after a fold", per_seat=True),
    number("last_pot", EVERYBODY, "the pot of the last round"),
)

ROUND = "round"
TAKES_ALL, PENNIES_WON, ROUNDS_WON, ROUNDS_PLAYED = range(4)  # the measures by number
MEASURES = (
    Measure("takes_all", "ends with all the pennies", share=True),
    Measure("pennies", "pennies won or lost"),
    Measure("round_win", "wins a round", share=True, of="rounds"),
    Measure("rounds", "rounds played", per_game=True),
)


def card_text(k: int) -> str:
    """Return the name of a card: ``A``, ``2`` to ``10``, ``J``, ``Q``, ``K``."""
    return ("A", *map(str, range(2, 11)), "J", "Q", "K")[k]


def action_text(v: State, a: int) -> str:
    """Return the words for an action: ``hide 1 penny``, ``check``, ``bet 2``, ``match``, ``fold``."""
    if a >= MATCH:
        return "match" if a == MATCH else "fold"
    if v.variant == ALTERNATE:
        return "bet" if answering(v) else f"bet {a}" if a > 0 else "check"
    return f"hide {a} {'penny' if a == 1 else 'pennies'}"


def value(k: int) -> int:
    """Return the value of card `k`."""
    return min(k + 1, 10)


def open_sum(s: State, p: int) -> int:
    """Return the sum of seat `p`'s open cards."""
    return value(s.up[p, 1]) + value(s.up[p, 2])


def total(s: State, p: int) -> int:
    """Return the sum of seat `p`'s three cards, which only this seat knows before they are shown."""
    return open_sum(s, p) + value(s.down[p])


def purse_of(s: State) -> int:
    """Return the pennies that each player starts with."""
    return CASH_PURSE if s.objective == PENNIES else s.purse


def answering(s: State) -> bool:
    """Whether the player to move has to answer a bet: to match it, or to fold."""
    return s.stage == B_ANSWERS or s.stage == A_ANSWERS


def most(s: State) -> int:
    """Return the maximum number of pennies that the player to move may bet."""
    return min(MOST_BASIC if s.variant == BASIC else MOST, s.pennies[s.player])


def matched(s: State) -> int:
    """Return the number of pennies that the player to move pays for matching."""
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
    """Whether action `a` is legal: match or fold after a bet, else a bet that the variant allows."""
    if a == MATCH or a == FOLD:
        return answering(s)
    return not answering(s) and a <= most(s)


def why(v: State, a: int) -> str:
    """Return why action `a` is not legal; empty if it is legal."""
    if legal(v, a):
        return ""
    if a == MATCH or a == FOLD:
        return "there is no bet to match or to fold to"
    if answering(v):
        return f"first answer the bet of {v.bet[1 - v.player]}: match or fold"
    left = v.pennies[v.player]
    if a > left:
        return f"you have only {left} {'penny' if left == 1 else 'pennies'} left"
    return "a fist holds at most 1 penny in the basic game"


def apply(s: State, a: int) -> None:
    """Put pennies, match or fold, then move on to the next step of the round."""
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
    """Move the same number of pennies from each player into the pot."""
    for p in range(SEATS):
        s.pennies[p] -= each
        s.pot += each


def open_fists(s: State) -> None:
    """Let each player match the other's fist with the pennies they have left; the rest goes back."""
    by_first = min(s.fist[1], s.pennies[0] - s.fist[0])
    by_second = min(s.fist[0], s.pennies[1] - s.fist[1])
    pay(s, by_first + by_second)


def end_round(s: State) -> None:
    """Show the hidden cards unless somebody folded, award the pot, and end the match or deal again."""
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
    """Return the seat that takes the pot, by a fold or the smaller sum; ``NOBODY_WINS`` if sums are equal."""
    if s.stage == FOLDED:
        return 1 - s.player
    difference = total(s, 0) - total(s, 1)
    return NOBODY_WINS if difference == 0 else 0 if difference < 0 else 1


def is_last(s: State) -> bool:
    """Whether no round follows the one that has just ended."""
    one_has_all = s.pennies[0] == 0 or s.pennies[1] == 0
    return one_has_all or s.objective == PENNIES or s.round == s.rounds or s.idle == IDLE_ROUNDS


def imagine(s: State, p: int) -> None:
    """Put a random possible number of pennies into the closed fist, which seat `p` does not see."""
    other = 1 - p
    s.fist[other] = 0
    if s.variant != ALTERNATE and s.stage == B_PUTS and s.player == p:
        limit = MOST_BASIC if s.variant == BASIC else MOST
        s.fist[other] = below(s, min(limit, s.pennies[other]) + 1)


def score(s: State, p: int) -> int:
    """Return the pennies that seat `p` wins; negative if it loses."""
    return s.pennies[p] - purse_of(s)


def stop_score(s: State, p: int) -> int:
    """Return the pennies that seat `p` has won so far; each player takes half of the pot back."""
    return s.pennies[p] + s.pot // SEATS - purse_of(s)


def measure(s: State, p: int, m: int) -> int:
    """Return measure number `m` for seat `p` at the end of the match."""
    if m == TAKES_ALL:
        return 1 if s.pennies[1 - p] == 0 else 0
    if m == PENNIES_WON:
        return score(s, p)
    if m == ROUNDS_WON:
        return s.won[p]
    return s.round


def scene(v: State) -> Picture:
    """Describe who is A, the decision to make, both sums, and the end of the last round."""
    is_open = v.variant == ALTERNATE
    bare = ("fist",) if is_open or v.over or v.fist[v.me] == 0 else ()
    says = [] if v.over else [sum_text(v), *([decision_text(v)] if v.player == v.me else [])]
    return Picture(
        says=(*says, *([last_text(v)] if v.round > 0 else [])),
        quiet=("seat_a", "stage", "idle", "last_pot", "last_bet", "last_sum", *bare),
        shown={
            "bet": [str(v.bet[p]) if is_open and not v.over and v.bet[p] > 0 else "" for p in range(SEATS)],
            "pot": str(v.pot) if v.pot > 0 else "",
            "round": str(v.round + 1 - v.over),
            "last_sum": [str(x or "not shown") for x in v.last_sum],
        },
        badges={v.seat_a: "A", 1 - v.seat_a: "B"},
    )


def showdown(before: State, after: State, p: int) -> dict[str, list[int]]:
    """Return seat `p`'s cards that were shown at the end, with the hidden one unless somebody folded."""
    hidden = [before.down[p]] if after.last_sum[p] > 0 else []
    return {"up": [before.up[p, 1], before.up[p, 2]], "down": hidden}


def round_words(before: State, after: State, p: int) -> str:
    """Say what seat `p` won or lost in the round, with both sums unless somebody folded."""
    pot, mine, theirs = after.last_pot // SEATS, after.last_sum[p], after.last_sum[1 - p]
    sums = f" ({mine} against {theirs})" if mine > 0 else ""
    if mine > 0 and mine == theirs:
        return f"tied{sums}"
    if pot == 0:
        return f"had the {'smaller' if mine < theirs else 'larger'} sum{sums}, but nobody had bet"
    amount = f"{pot} {'penny' if pot == 1 else 'pennies'}"
    if after.won[p] > before.won[p]:
        return f"won {amount}{sums}"
    return f"lost {amount}{sums}" if mine > 0 else f"folded and lost {amount}"


def moment(before: State, after: State) -> Moment:
    """Say who takes the pot, if the round has ended."""
    if after.round == before.round:
        each = (after.pot - before.pot) // SEATS
        paid = [Transfer("pennies", p, "pot", None, count=each) for p in range(SEATS) if each > 0]
        return Moment(payments=tuple(paid))
    text = last_text(after).removeprefix("In the last round ")
    return Moment(words=text[:1].upper() + text[1:])


def decision_text(v: State) -> str:
    """Return a sentence with the viewer's decision."""
    if answering(v):
        bet, cost = v.bet[1 - v.player], matched(v)
        with_last = "" if cost == bet else f" with your last {cost}" if cost > 0 else " with nothing"
        return f"They bet {bet}: match it{with_last}, or fold."
    if most(v) == 0:
        return "You have no penny left to bet."
    if v.variant == ALTERNATE:
        return f"Check, or bet 1{f' to {most(v)}' * (most(v) > 1)}; they can match or fold."
    closed = "They have closed their fist. " if v.stage == B_PUTS else ""
    return f"{closed}Hide {'0 or 1 penny' if most(v) == 1 else f'0 to {most(v)} pennies'} in your fist."


def sum_text(v: State) -> str:
    """Return a sentence with both sums as far as the viewer sees them."""
    return f"You hold {total(v, v.me)}; they show {open_sum(v, 1 - v.me)} so far."


def last_text(v: State) -> str:
    """Return a sentence about the end of the last round."""
    if v.last_pot == 0:
        return "Nobody bet in the last round, so nothing was won."
    if v.last_sum[0] > 0 and v.last_sum[0] == v.last_sum[1]:
        return f"The last round was a tie: the pot of {v.last_pot} was divided."
    if v.last_sum[0] > 0:
        winner = 0 if v.last_sum[0] < v.last_sum[1] else 1
        sums = f"{v.last_sum[winner]} against {v.last_sum[1 - winner]}"
        return f"In the last round {who(v, winner)} won the pot of {v.last_pot} ({sums})."
    first = v.seat_a if v.first == FIXED or v.over else 1 - v.seat_a
    winner = 1 - first if v.last_bet[1 - first] > 0 else first  # A folded to B's bet, or B to A's bet
    return f"In the last round {who(v, 1 - winner)} folded, so {who(v, winner)} won the pot of {v.last_pot}."


def who(v: State, p: int) -> str:
    """Return what the viewer calls seat `p`."""
    return f"seat {p + 1}" if v.over or v.me not in range(SEATS) else "you" if p == v.me else "they"


def outlook(s: State, p: int) -> int:
    """Return the weight of a seat's winning chance at a new round: its pennies."""
    return s.pennies[p]
