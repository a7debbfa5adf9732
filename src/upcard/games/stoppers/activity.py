"""Stoppers in class, with its six questions: polled before and after, answered with the class's rounds.

Source: "Stoppers", a sheet for lessons on probability, of unknown author, which contains these questions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from upcard.classroom.activity_steps import Activity, ActivitySetting, Play, Poll, Question, Talk
from upcard.classroom.class_record import Played, Story
from upcard.classroom.mean_bars import chance_bar, count_bars, estimate_bar, share_bar
from upcard.document.model import Bar, Section
from upcard.engine.game import make_game
from upcard.engine.state import PlainState
from upcard.games.stoppers.rules import KEEP, SWAP, can_stop, next_living
from upcard.games.stoppers.solvers.multiplayer import solve_party
from upcard.games.stoppers.solvers.round_values import last_seat_deals
from upcard.games.stoppers.studies.swap_statistics import SwapMemory, swaps
from upcard.kit.ranks import CARDS, KING, RANKS, SUITS, card_text, value
from upcard.simulation.estimate import Estimate
from upcard.simulation.simulate_games import simulate
from upcard.solving.game_solver_contract import SolveTerms

BEFORE, PLAY, AFTER = 0, 1, 2
LOW, GAMES, STUDIED, FOUR = 6, 20_000, 300, 4
OPINIONS = "You said"
HIGHER, SAME, LOWER, STOPPED = "a higher card", "the same", "a lower card", "“Stopper!”"

IN_SHORT = (
    "Keep your card, or swap it with the next player; a King stops you. The lowest card of a round loses a "
    "life."
)
QUESTIONS = (
    Question("luck", "Is this a game of luck, or is there a strategy?",
             ("only luck", "mostly luck", "mostly strategy")),
    Question("used", "Is it worth looking at the used cards?", ("no", "a little", "very much")),
    Question("outcomes", "You hold a 5 and swap. How likely is it that you get a higher card?",
             ("less than 1 in 3", "about 1 in 2", "about 2 in 3", "nearly sure")),
    Question("decide", "Up to which card would you swap?", ("2", "4", "6", "8", "10")),
    Question("memory", "Your neighbour gave you a low card each time. What will they give you next time?",
             ("probably a low card again", "as likely as ever", "probably a high card now")),
    Question("why", "Why is this a good game for probability?",
             ("chances change with used cards", "a swap has several outcomes",
              "you decide without knowing", "it is not a good one")),
)  # fmt: skip


@dataclass(frozen=True)
class Turn:
    """A turn: the player, their card, whether they swapped, the card that they got, whether they lost a life.

    Among the cards that the player had not seen, `low_left` is the share of low ones, and `chance`
    the share that brings a higher card in a swap.
    """

    who: tuple[int, int, int]
    held: int
    is_swap: bool
    came: int
    is_stopped: bool
    is_dealer: bool
    neighbour: tuple[int, int, int]
    lost: bool
    low_left: float
    chance: float


ClassAnswer = tuple[str, list[Bar]]
"""A sentence on the rounds of the class, and the bars that show its numbers."""


def turns(matches: Sequence[Played]) -> list[Turn]:
    """Return all turns of human players, with the results of their rounds."""
    return [x for one in matches for x in _turns(one)]


def _turns(one: Played) -> Iterator[Turn]:
    game = one.replayed()
    last = game.state
    steps = list(one.positions())
    waiting: list[tuple[Turn, int]] = []
    for i, (s, action, is_human) in enumerate(steps):
        after = steps[i + 1][0] if i + 1 < len(steps) else last
        if is_human and s.asker < 0 and action in (KEEP, SWAP):
            waiting.append((_turn(one, s, action), s.player))
        if after.rounds != s.rounds or after.over:
            for turn, p in waiting:
                lost = after.life[p] < s.life[p]
                came = after.showed[p] if turn.is_dealer and turn.is_swap else turn.came
                yield replace(turn, lost=lost, came=came)
            waiting = []


def _turn(one: Played, s: PlainState, action: int) -> Turn:
    p = s.player
    q = next_living(s, p)
    is_swap, is_dealer = action == SWAP, p == s.dealer
    is_stopped = is_swap and not is_dealer and bool(can_stop(s, q))
    came = value(s.card[q]) if is_swap and not is_dealer and not is_stopped else 0
    unseen = [SUITS - s.used[k] - (k == s.card[p]) for k in range(RANKS)]
    low, higher = (sum(x) / max(1, sum(unseen)) for x in (unseen[:LOW], unseen[s.card[p] + 1 : KING]))
    who, neighbour = ((one.group, one.match, x) for x in (p, q))
    held = value(s.card[p])
    return Turn(who, held, is_swap, came, is_stopped, is_dealer, neighbour, False, low, higher)


def chances_of(held: int) -> dict[str, float]:
    """Return the chance of each result of a swap with a neighbour, by the value `held`, with a fresh pack."""
    rest = CARDS - 1
    return {
        HIGHER: SUITS * (KING - held) / rest,  # up to the queen
        SAME: (SUITS - 1) / rest,
        LOWER: SUITS * (held - 1) / rest,
        STOPPED: SUITS / rest,
    }


def debrief(story: Story) -> list[Section]:
    """Answer each question with the class's rounds and computed numbers, then show the class's opinions."""
    played_turns = turns(story.of_step(PLAY))
    answers = (_luck, _used, _outcomes, _decide, _memory, _why)
    parts = []
    for question, answer in zip(QUESTIONS, answers, strict=True):
        words, bars = answer(played_turns)
        parts.append(Section(question.words, (words,), bars=bars))
        if opinions := _opinions(story, question):
            parts.append(Section(f"{OPINIONS}: {question.words}", bars=opinions))
    return parts


def _opinions(story: Story, question: Question) -> list[Bar]:
    bars = []
    for step, when in ((BEFORE, "before"), (AFTER, "after")):
        replies = [question.choices[x] for x in story.answers_to(step, question.name).values()]
        counts = count_bars(question.choices, replies)
        bars += [Bar(f"{when}: {x.label}", x.value, x.note) for x in counts if x.value]
    return bars


def _wins(strategy: str, others: str) -> Estimate:
    """Simulate how often a strategy wins against three others."""
    result = simulate("stoppers", [strategy, *[others] * 3], GAMES, seating="rotate")
    return result.seats[0].estimates["win_share"]


def _luck(played_turns: Sequence[Turn]) -> ClassAnswer:
    """Compare turns by a rule of thumb with other turns, in the class and in simulated games of four."""
    good = [x.lost for x in played_turns if x.is_swap == (x.held <= LOW)]
    other = [x.lost for x in played_turns if x.is_swap != (x.held <= LOW)]
    simulated = "this rule against three players who never swap: wins (25 % = no advantage)"
    return f"A rule of thumb: swap cards up to {LOW}, keep higher ones. Lives lost in the same round:", [
        share_bar("class: turns by that rule", sum(good), len(good)),
        share_bar("class: turns against it", sum(other), len(other)),
        estimate_bar(simulated, _wins("swap-at-most", "never-swap")),
    ]


def _used(played_turns: Sequence[Turn]) -> ClassAnswer:
    """Show how much the used cards changed the chances."""
    low = sorted(x.low_left for x in played_turns)
    ends = (("least", low[0]), ("most", low[-1])) if low else ()
    simulated = "wins of a player who counts used cards against three who don’t (25 % = no advantage)"
    return f"How many of the unseen cards were {LOW} or lower:", [
        *(Bar(f"class: the {name}", x, f"{100 * x:.0f} %") for name, x in ends),
        chance_bar("with a fresh pack", LOW * SUITS / CARDS),
        estimate_bar(simulated, _wins("counting", "swap-at-most")),
    ]


def _outcomes(played_turns: Sequence[Turn]) -> ClassAnswer:
    """Compare the cards that players got for 4 to 6 with the expected chances."""
    swapped = [x for x in played_turns if x.is_swap and not x.is_dealer and 4 <= x.held <= LOW]
    counts = {
        HIGHER: sum(x.came > x.held for x in swapped),
        SAME: sum(x.came == x.held for x in swapped),
        LOWER: sum(0 < x.came < x.held for x in swapped),
        STOPPED: sum(x.is_stopped for x in swapped),
    }
    bars = []
    for name, chance in chances_of(5).items():
        bars.append(share_bar(f"class: {name}", counts[name], len(swapped)))
        bars.append(chance_bar(f"with a 5: {name}", chance))
    return (
        f"Results of swapping 4 to {LOW} in your class, beside the chances with a 5 and a fresh pack:",
        bars,
    )


def _decide(played_turns: Sequence[Turn]) -> ClassAnswer:
    """Show how often each card was swapped, and the chance of a higher card for it."""
    bars = []
    for held in range(2, KING, 2):
        here = [x.is_swap for x in played_turns if x.held == held and not x.is_dealer]
        name = card_text(held - 1)
        bars.append(share_bar(f"class swapped {name}", sum(here), len(here)))
        bars.append(chance_bar(f"a higher card for {name}", chances_of(held)[HIGHER]))
    best = solve_party(last_seat_deals(make_game("stoppers", FOUR)), SolveTerms())
    limits = ", ".join(best.numbers())
    return f"With four players and a fresh pack, it is best to swap up to {limits} (dealer last).", bars


def _memory(played_turns: Sequence[Turn]) -> ClassAnswer:
    """Compare the cards that neighbours gave after a low card with those after another card."""
    last: dict[tuple[object, object], int] = {}
    after: dict[bool, list[bool]] = {True: [], False: []}
    for x in played_turns:
        if not x.came or x.is_dealer:
            continue
        pair = (x.who, x.neighbour)
        if pair in last:
            after[last[pair] <= LOW].append(x.came <= LOW)
        last[pair] = x.came
    game = make_game("stoppers", FOUR)
    memory = SwapMemory(np.array([swaps(game, 1, n).sum(0) for n in range(STUDIED)]))
    return "Your neighbour’s cards have no memory: they come from the pack.", [
        share_bar("class: low again after a low card", sum(after[True]), len(after[True])),
        share_bar("class: low after another card", sum(after[False]), len(after[False])),
        estimate_bar(f"low after low, in {STUDIED} games", memory.after_low()),
        estimate_bar(f"low after another, in {STUDIED} games", memory.after_high()),
    ]


def _why(played_turns: Sequence[Turn]) -> ClassAnswer:
    """Compare the results of all swaps with their expected chances."""
    swapped = [x for x in played_turns if x.is_swap and not x.is_dealer]
    better = sum(x.came > x.held for x in swapped)
    bars = [share_bar("class: swaps that brought a higher card", better, len(swapped))]
    if swapped:
        bars.append(chance_bar("average chance of these swaps", fmean(x.chance for x in swapped)))
    return (
        "Each swap had its own chance to bring a higher card. The more you swap, the closer your results "
        "come to the average of these chances."
    ), bars


ACTIVITY = Activity(
    name="stoppers",
    title="Stoppers",
    line="Don’t be left with the lowest card: conditional probability, counting, superstition.",
    size=6,
    order=1,
    settings=(
        ActivitySetting(
            "size", "Players at a table, at most", tuple((str(n), str(n)) for n in range(3, 11)), "6"
        ),
        ActivitySetting("lives", "Lives", (("1", "1"), ("2", "2"), ("3", "3"), ("4", "4")), "2"),
    ),
    steps=(
        Poll("Before you play", (IN_SHORT,), minutes=5, questions=QUESTIONS),
        Play(
            "Stoppers",
            (
                "Everyone has one card. On your turn, keep it or swap it with the next player. A "
                "King stops you.",
                "Whoever holds the lowest card at the end of a round loses a life.",
            ),
            minutes=15,
            game="stoppers",
            options={"lives": "2"},
            seats=(3, 10),
            bot="swap-at-most",
        ),
        Poll("After playing", ("What do you think now?",), minutes=3, questions=QUESTIONS),
        Talk("What your own rounds show", minutes=9, tell=debrief),
    ),
)
