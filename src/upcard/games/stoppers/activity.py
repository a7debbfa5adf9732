"""Stoppers in class, with its six questions: polled before and after, answered with the class's rounds.

Source: "Stoppers", a sheet for lessons on probability, of unknown author, which contains these questions.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean

import numpy as np

from upcard.classroom.activity_steps import Activity, ActivitySetting, Play, Poll, Question, Talk
from upcard.classroom.class_record import Played, Story
from upcard.classroom.mean_bars import (
    chance_bar,
    clustered_bar,
    count_bars,
    estimate_bar,
    percent_text,
    same_card_bars,
)
from upcard.classroom.poll_results import text_with_times
from upcard.document.model import Bar, Section
from upcard.engine.game import Game, make_game
from upcard.engine.wording import join_names
from upcard.games.stoppers.class_turns import ClassTurn, class_turns
from upcard.games.stoppers.solvers.fresh_deck_round import MOST_SEATS
from upcard.games.stoppers.solvers.multiplayer import solve_party
from upcard.games.stoppers.solvers.round_values import last_seat_deals
from upcard.games.stoppers.studies.swap_statistics import LOW, SwapMemory, swaps
from upcard.kit.ranks import CARDS, KING, SUITS, card_text
from upcard.language.messages import gettext as _
from upcard.language.messages import local_number, marked, ngettext
from upcard.simulation.estimate import Estimate, quantile
from upcard.simulation.simulate_games import simulate
from upcard.simulation.simulation_result import LEVEL
from upcard.solving.game_solver_contract import SolveTerms

BEFORE, PLAY, AFTER = 0, 1, 2
GAMES, STUDIED = 20_000, 300
MOST_TEXTS = 4
"""Maximum number of free texts of a poll that are shown beside the class's rounds."""

USUAL_SIZE, USUAL_LIVES = "6", "4"
HIGHER, SAME, LOWER, STOPPED = (
    marked("a higher card"),
    marked("the same"),
    marked("a lower card"),
    marked("“Stopper!”"),
)

IN_SHORT = marked(
    "Keep your card, or swap it with the next player; a King stops you. The lowest card of a round loses a "
    "life."
)
QUESTIONS = (
    Question("luck", marked("Is this game strictly a game of luck, or does it involve a strategy?"),
             (marked("only luck"), marked("mostly luck"), marked("mostly strategy"))),
    Question("used", marked("Is it worthwhile to pay attention to the used cards, face up under the deck?"),
             (marked("no"), marked("a little"), marked("very much"))),
    Question("which",
             marked("When you swap with your neighbour, which different outcomes can you think of?"), ()),
    Question("probability", marked("Could you use probability to help you decide whether to swap?"),
             (marked("no"), marked("sometimes"), marked("on every turn"))),
    Question("avoid",
             marked("Your neighbour gives you a low card whenever you swap with her. Should you avoid "
                    "swapping with her next time, for fear of another low card?"),
             (marked("yes"), marked("no")), right=1,
             reason=marked("Her cards come from the pack, which does not know what she gave you before.")),
    Question("good",
             marked("Why is this a good game to play when we introduce the theory of probability?"), ()),
)  # fmt: skip
"""The six questions of the sheet, in the order in which they are answered with the class's rounds."""

REASON = Question("avoid_why", marked("Avoid her: why, or why not?"), ())
"""The end of the fifth question."""

LIVES = (("4", "4"), ("3", "3"), ("2", marked("2, for a short lesson")), ("1", "1"))
BLOCK = (("automatic", marked("always")), ("optional", marked("when its holder presses “Stopper!”")))
LIMITS_TRIED, TRIED_GAMES = range(4, 9), 10_000
"""The limits of swaps that are compared by simulation, in values of cards, and its number of games."""

ASKED = (*QUESTIONS[:5], REASON, *QUESTIONS[5:])


ClassAnswer = tuple[str, list[Bar]]
"""A sentence on the rounds of the class, and the bars that show its numbers."""


def turns(matches: Sequence[Played]) -> list[ClassTurn]:
    """Return all turns of human players in rounds that are over."""
    return [x for one in matches for x in _turns(one)]


def _turns(one: Played) -> Iterator[ClassTurn]:
    steps = list(one.positions())
    last, pairs = one.replayed().state, [(s, action) for s, action, _ in steps]
    for turn, step in zip(class_turns(pairs, last, (one.group, one.match)), steps, strict=True):
        is_human = step[2]
        if is_human and turn is not None and turn.is_lost is not None:
            yield turn


def chances_of(held: int) -> dict[str, float]:
    """Return the chance of each result of a swap with a neighbour, by the value `held`, with a fresh pack."""
    rest = CARDS - 1
    return {
        HIGHER: SUITS * (KING - held) / rest,  # up to the queen
        SAME: (SUITS - 1) / rest,
        LOWER: SUITS * (held - 1) / rest,
        STOPPED: SUITS / rest,
    }


@dataclass(frozen=True)
class TableTerms:
    """Terms for which the theory is computed: the players at a table of the class, and the lives of each."""

    players: int
    lives: str

    def game(self) -> Game:
        """Return the game at a table of the class."""
        return make_game("stoppers", self.players, None, lives=self.lives)

    @property
    def words(self) -> str:
        """The terms in words."""
        return ngettext(
            "{players} players with {n} life",
            "{players} players with {n} lives",
            int(self.lives),
            players=self.players,
        )

    @property
    def even(self) -> str:
        """The share of wins of a player without an advantage."""
        return f"{100 / self.players:.0f} %"

    def wins(self, strategy: str, others: str) -> Estimate:
        """Simulate how often a strategy wins against players who all use another one."""
        lineup = [strategy, *[others] * (self.players - 1)]
        return simulate(self.game(), lineup, GAMES, seating="rotate").seats[0].estimates["win_share"]

    def lives_lost(self, strategy: str) -> Estimate:
        """Estimate the share of rounds that cost a player a life, against players who swap up to ``LOW``."""
        lineup = [strategy, *["swap-at-most"] * (self.players - 1)]
        result = simulate(self.game(), lineup, TRIED_GAMES, seating="rotate")
        return result.seats[0].estimates["life_lost_share"]


def terms_of(story: Story) -> TableTerms:
    """Return the most frequent size of the class's tables, and their lives."""
    sizes = Counter(len(x.names) for x in story.of_step(PLAY))
    usual = int(story.settings.get("size") or USUAL_SIZE)
    players = sizes.most_common(1)[0][0] if sizes else usual
    return TableTerms(players, str(story.settings.get("lives") or USUAL_LIVES))


def debrief(story: Story) -> list[Section]:
    """Answer each question with the class's rounds and computed numbers, then show the class's opinions."""
    played_turns, terms = turns(story.of_step(PLAY)), terms_of(story)
    answers: tuple[Callable[[Sequence[ClassTurn]], ClassAnswer], ...] = (
        partial(_luck, terms), partial(_used, terms), _outcomes, partial(_decide, terms),
        partial(_memory, terms), _good,
    )  # fmt: skip
    parts = []
    for question, answer in zip(QUESTIONS, answers, strict=True):
        words, bars = answer(played_turns)
        parts.append(Section(_(question.words), (words,), bars=bars))
        both = (question, REASON) if question.name == "avoid" else (question,)
        if (opinions := _opinions(story, both)) is not None:
            parts.append(opinions)
    return parts


def _opinions(story: Story, questions: Sequence[Question]) -> Section | None:
    """Return what the class answered before and after; None if nobody did."""
    bars, texts = list[Bar](), list[str]()
    for question in questions:
        for step, when in ((BEFORE, _("before: {answer}")), (AFTER, _("after: {answer}"))):
            replies = list(story.answers_to(step, question.name).values())
            chosen = [question.choices[x] for x in replies if x in range(len(question.choices))]
            counts = count_bars(question.choices, chosen)
            bars += [Bar(when.format(answer=_(x.label)), x.value, x.note) for x in counts if x.value]
            written = Counter(f"“{x}”" for x in replies if isinstance(x, str))
            texts += [when.format(answer=text_with_times(x, n)) for x, n in written.most_common(MOST_TEXTS)]
            if len(written) > MOST_TEXTS:
                in_all = ngettext("{n} answer in all", "{n} answers in all", written.total())
                texts.append(when.format(answer=in_all))
    if not bars and not texts:
        return None
    return Section(_("You said: {question}", question=_(questions[0].words)), texts, bars=bars)


def _luck(terms: TableTerms, played_turns: Sequence[ClassTurn]) -> ClassAnswer:
    """Compare turns by a rule of thumb with others of the same card, in the class and in simulated games."""
    by_rule, against = same_card_bars(
        [(x.held, x.is_by_rule, x.is_lost is True, x.round) for x in played_turns],
        _("class: turns by that rule"),
        _("class: turns against it"),
    )
    simulated = _(
        "this rule against players who never swap: wins ({terms}; {share} = no advantage)",
        terms=terms.words,
        share=terms.even,
    )
    words = _(
        "A rule of thumb: swap cards up to {card}, keep higher ones. Lives lost in the same round, for the "
        "same cards:",
        card=LOW,
    )
    return words, [by_rule, against, estimate_bar(simulated, terms.wins("swap-at-most", "never-swap"))]


def _used(terms: TableTerms, played_turns: Sequence[ClassTurn]) -> ClassAnswer:
    """Show how much the used cards changed the chances."""
    low = sorted(x.low_left for x in played_turns)
    ends = ((_("class: the least"), low[0]), (_("class: the most"), low[-1])) if low else ()
    simulated = _(
        "wins of a player who counts used cards against others who don’t ({terms}; {share} = no advantage)",
        terms=terms.words,
        share=terms.even,
    )
    return _("How many of the unseen cards were {card} or lower:", card=LOW), [
        *(Bar(label, x, f"{100 * x:.0f} %") for label, x in ends),
        chance_bar(_("with a fresh pack"), LOW * SUITS / CARDS),
        estimate_bar(simulated, terms.wins("counting", "swap-at-most")),
    ]


def _outcomes(played_turns: Sequence[ClassTurn]) -> ClassAnswer:
    """Compare the cards that players got for 4 to 6 with the expected chances."""
    swapped = [x for x in played_turns if x.is_swap and not x.is_dealer and 4 <= x.held <= LOW]
    is_outcome: dict[str, Callable[[ClassTurn], bool]] = {
        HIGHER: lambda x: x.came > x.held,
        SAME: lambda x: x.came == x.held,
        LOWER: lambda x: 0 < x.came < x.held,
        STOPPED: lambda x: x.is_stopped is True,
    }
    bars = []
    for name, chance in chances_of(5).items():
        results = [(x.round, is_outcome[name](x)) for x in swapped]
        bars.append(clustered_bar(_("class: {result}", result=_(name)), results))
        bars.append(chance_bar(_("with a 5: {result}", result=_(name)), chance))
    words = _(
        "Four things can happen. Results of swapping 4 to {card} in your class, beside the chances with a 5 "
        "and a fresh pack:",
        card=LOW,
    )
    return words, bars


def _decide(terms: TableTerms, played_turns: Sequence[ClassTurn]) -> ClassAnswer:
    """Show how often each card was swapped, and the chance of a higher card for it."""
    bars = []
    for held in range(2, KING - 2, 2):
        here = [(x.round, x.is_swap) for x in played_turns if x.held == held and not x.is_dealer]
        name = card_text(held - 1)
        bars.append(clustered_bar(_("class swapped {card}", card=name), here))
        bars.append(chance_bar(_("a higher card for {card}", card=name), chances_of(held)[HIGHER]))
    return best_limits_text(terms), bars


def best_limits_text(terms: TableTerms) -> str:
    """Return up to which card it is best to swap at tables of the class; in large ones by simulation."""
    if terms.players <= MOST_SEATS:
        best = solve_party(last_seat_deals(make_game("stoppers", terms.players)), SolveTerms())
        limits = ", ".join(best.numbers())
        return _(
            "With {players} players and a fresh pack, it is best to swap up to {limits} (dealer last).",
            players=terms.players,
            limits=limits,
        )
    lost = {t: terms.lives_lost(f"swap-at-most:t={t}") for t in LIMITS_TRIED}
    best_limit = min(LIMITS_TRIED, key=lambda t: lost[t].value)
    best_share = lost[best_limit]
    tied = [str(t) for t in LIMITS_TRIED if t != best_limit and not _is_clearly_more(lost[t], best_share)]
    text = _(
        "With {terms}, swapping up to {card} cost the fewest lives in {games} simulated games against "
        "players who swap up to {usual}: a life in {share} of the rounds.",
        terms=terms.words,
        card=best_limit,
        games=local_number(f"{TRIED_GAMES:,}"),
        usual=LOW,
        share=percent_text(best_share.value, quantile(LEVEL) * best_share.se),
    )
    if not tied:
        return text
    doubt = _("Swapping up to {cards} may be as good: these games cannot tell.", cards=join_names(tied))
    return f"{text} {doubt}"


def _is_clearly_more(one: Estimate, other: Estimate) -> bool:
    """Whether a share is greater than the smallest one by more than the margin of error of all differences.

    The smallest one is chosen by the same games, so the margin holds for all limits at once (by C. E.
    Bonferroni, 1936): the best limit is called worse in at most 1 of 20 tables.
    """
    level = 1 - (1 - LEVEL) / (len(LIMITS_TRIED) - 1)
    return one.value - other.value > quantile(level) * math.hypot(one.se, other.se)


def _memory(terms: TableTerms, played_turns: Sequence[ClassTurn]) -> ClassAnswer:
    """Compare the cards that neighbours gave after a low card with those after another card."""
    last: dict[tuple[int, ...], int] = {}
    after: dict[bool, list[tuple[object, bool]]] = {True: [], False: []}
    for x in played_turns:
        if not x.came or x.is_dealer:
            continue
        if x.pair in last:
            after[last[x.pair] <= LOW].append((x.round, x.came <= LOW))
        last[x.pair] = x.came
    lives = max(terms.lives, USUAL_LIVES, key=int)  # in shorter matches nobody swaps twice with a neighbour
    game, many = TableTerms(terms.players, lives).game(), {"games": STUDIED, "lives": lives}
    memory = SwapMemory(np.array([swaps(game, 1, n).sum(0) for n in range(STUDIED)]))
    words = _("No need to avoid her: a neighbour’s cards have no memory, because they come from the pack.")
    return words, [
        clustered_bar(_("class: low again after a low card"), after[True]),
        clustered_bar(_("class: low after another card"), after[False]),
        estimate_bar(_("low after low, in {games} games with {lives} lives", **many), memory.after_low()),
        estimate_bar(
            _("low after another, in {games} games with {lives} lives", **many), memory.after_high()
        ),
    ]


def _good(played_turns: Sequence[ClassTurn]) -> ClassAnswer:
    """Compare the results of all swaps with their expected chances."""
    swapped = [x for x in played_turns if x.is_swap and not x.is_dealer]
    results = [(x.round, x.came > x.held) for x in swapped]
    bars = [clustered_bar(_("class: swaps that brought a higher card"), results)]
    if swapped:
        bars.append(chance_bar(_("average chance of these swaps"), fmean(x.chance for x in swapped)))
    words = _(
        "Each swap had its own chance to bring a higher card. The more you swap, the closer your results "
        "come to the average of these chances."
    )
    return words, bars


ACTIVITY = Activity(
    name="stoppers",
    title="Stoppers",
    line=marked("Don’t be left with the lowest card: conditional probability, counting, superstition."),
    size=6,
    order=1,
    settings=(
        ActivitySetting(
            "size",
            marked("Players at a table, at most"),
            tuple((str(n), str(n)) for n in range(3, 11)),
            USUAL_SIZE,
        ),
        ActivitySetting("lives", marked("Lives"), LIVES, USUAL_LIVES),
        ActivitySetting("block", marked("A King stops a swap"), BLOCK, "automatic"),
    ),
    steps=(
        Poll(marked("Before you play"), (IN_SHORT,), minutes=5, questions=ASKED),
        Play(
            "Stoppers",
            (
                marked(
                    "Everyone has one card. On your turn, keep it or swap it with the next player. A "
                    "King can stop you."
                ),
                marked("Whoever holds the lowest card at the end of a round loses a life."),
            ),
            minutes=15,
            game="stoppers",
            options={"lives": USUAL_LIVES, "block": "automatic"},
            seats=(3, 10),
            seconds=9.0,
            bot="swap-at-most",
        ),
        Poll(marked("After playing"), (marked("What do you think now?"),), minutes=3, questions=ASKED),
        Talk(marked("What your own rounds show"), minutes=9, tell=debrief),
    ),
)
