"""L.A.M.A. in class: play, guess which of four strategies wins, and let all of them play.

Source of the question: P. Romero Marimon, The L.A.M.A. card game, 2022.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from upcard.classroom.activity_steps import (
    Activity,
    ActivitySetting,
    Contest,
    Play,
    Poll,
    Question,
    Talk,
    class_options,
)
from upcard.classroom.background_tasks import ContestEntry, contest
from upcard.classroom.class_record import Story
from upcard.classroom.mean_bars import are_few, count_bars, mean_text, percent_text
from upcard.document.model import Bar, Section, Table
from upcard.engine.game import make_game
from upcard.games.lama.rules import KINDS, PRESETS, QUIT, value
from upcard.language.messages import SOURCE, in_language, local_number, marked
from upcard.language.messages import gettext as _
from upcard.simulation.lineup import line_up
from upcard.simulation.simulate_games import simulate_lineup
from upcard.simulation.simulation_plan import make_plan

PLAY, GUESS = 0, 1
STRATEGIES = (
    (marked("Same card first, never quits"), "same-first"),
    (marked("Next card first, never quits"), "next-first"),
    (marked("Quits when few points are left"), "folding"),
    (marked("Learned from simulated games"), "fitted-values"),
)
TARGET = "20"
"""Usual number of points that end a match in class."""

CONTEST = Contest(
    marked("They play 100,000 matches"),
    (
        marked(
            "All four play at one table, each in every seat equally often. Unlike at your tables, "
            "every card in hand counts, even equal ones, and an empty hand gives no chip back."
        ),
    ),
    minutes=3,
    game="lama",
    options={**PRESETS["paper"], "target": TARGET},
    known=STRATEGIES,
    together=True,
)
LENT, LENT_GAMES, SHOWN = "folding", 20, 3
"""The strategy that every pupil lends their name to, its games for each of them, and how many are shown."""


def debrief(story: Story) -> list[Section]:
    """Show which strategy wins, who guessed right, and when the class itself quits."""
    names = [words for words, _ in STRATEGIES]
    guesses = [names[i] for i in story.answers_to(GUESS, "winner").values()]
    options = class_options(CONTEST, story.settings)
    bars = contest_bars(str(options["target"]))
    best = bars[0].label
    right = [story.names[p] for p, i in story.answers_to(GUESS, "winner").items() if names[i] == best]
    guessed = [
        Bar(_("guessed: {strategy}", strategy=_(x.label)), x.value, x.note)
        for x in count_bars(names, guesses)
    ]
    matches = local_number(f"{CONTEST.matches:,}")
    answer = _("“{strategy}” won the most of {matches} matches.", strategy=_(best), matches=matches)
    if right:
        answer += " " + _("Guessed right: {names}.", names=", ".join(right))
    else:
        answer += " " + _("Guessed right: nobody.")
    shown = [replace(x, label=_(x.label), note=local_number(x.note)) for x in bars]
    winners = Section(_("Which strategy wins?"), (answer,), bars=[*guessed, *shown])
    return [winners, curse(story.names, options), quitting_section(story)]


@lru_cache(maxsize=8)
def contest_bars(target: str) -> tuple[Bar, ...]:
    """Play the contest of the step before again, with the same cards; return its bars, the best first."""
    entries = [ContestEntry(words, strategy, True) for words, strategy in CONTEST.known]
    options = class_options(CONTEST, {"target": target})
    with in_language(SOURCE):  # all languages share the stored result
        return contest(CONTEST.game, options, entries, CONTEST.matches, CONTEST.together).bars


def curse(names: Sequence[str], options: Mapping[str, Any]) -> Section:
    """Let one strategy play for every pupil, and the luckiest of them again: the winner's curse."""
    first = {name: share_for(k, options) for k, name in enumerate(names)}
    leaders = sorted(first, key=lambda name: -first[name])[:SHOWN]
    again = {name: share_for(len(names) + k, options) for k, name in enumerate(leaders)}
    bars = [
        Bar(label.format(name=name), shares[name], percent_text(shares[name]))
        for name in leaders
        for label, shares in ((_("{name}, first"), first), (_("{name}, again"), again))
    ]
    title = _("Which of you has the best strategy?")
    if not leaders:
        return Section(title, (_("Nobody is in the class."),))
    best, mean = leaders[0], sum(first.values()) / len(first)
    text = (
        _(
            "One strategy played {games} games for each of you, against three copies of itself. "
            "{name} won the most: {first}. "
            "The same strategy then played {games} games for {name} again: {again}. "
            "All of you together won {mean}.",
            games=LENT_GAMES,
            name=best,
            first=percent_text(first[best]),
            again=percent_text(again[best]),
            mean=percent_text(mean),
        ),
        _(
            "You all had the same strategy, so the best of you was lucky, and luck does not stay. This is "
            "the winner’s curse: the best of many is not as good as it looks."
        ),
    )
    return Section(title, text, bars=bars)


def share_for(number: int, options: Mapping[str, Any]) -> float:
    """Return the share that the lent strategy wins of some games; each `number` has cards of its own."""
    table = line_up(make_game("lama", 4, None, **options), [LENT] * 4)
    result = simulate_lineup(table, make_plan(LENT_GAMES, number, 4, "rotate"), "rotate")
    return result.seats[0].estimates["win_share"].value


def quitting_section(story: Story) -> Section:
    """Compare the points in hand when pupils quit with those when they drew a card."""
    quit_with, went_on = [], []
    for one in story.of_step(PLAY):
        for s, action, is_human in one.positions():
            if not is_human:
                continue
            points = float(sum(value(k) for k in range(KINDS) if s.hand[s.player, k]))
            if action == QUIT:
                quit_with.append(points)
            elif action >= KINDS:
                went_on.append(points)
    rows = [
        (_("players who quit"), mean_text(quit_with, has_sign=False), str(len(quit_with))),
        (_("players who drew a card"), mean_text(went_on, has_sign=False), str(len(went_on))),
    ]
    if are_few(quit_with) or are_few(went_on):
        text = _(
            "Average points in hand, where equal cards count once (too few cases for a margin of error):"
        )
    else:
        text = _("Average points in hand, where equal cards count once:")
    table = Table(_("When you quit"), ("", _("points"), _("times")), rows)
    return Section(table.title, (text,), [table])


ACTIVITY = Activity(
    name="lama",
    title="L.A.M.A.",
    line=marked("Guess which strategy wins, then simulate it: simulation, intervals, the winner’s curse."),
    size=4,
    order=5,
    settings=(
        ActivitySetting(
            "size",
            marked("Players at a table, at most"),
            tuple((str(n), str(n)) for n in (2, 3, 4, 5, 6)),
            "4",
        ),
        ActivitySetting(
            "target",
            marked("A match ends at"),
            tuple((n, marked("{0} points").format(n)) for n in ("10", "20", "40")),
            TARGET,
        ),
    ),
    steps=(
        Play(
            "L.A.M.A.",
            (
                marked(
                    "Play a card equal to the top card or the next one: 1 to 6, llama, then 1 again. Or draw "
                    "a card, or quit the round. Cards left in your hand count against you."
                ),
            ),
            minutes=15,
            game="lama",
            options={"target": TARGET},
            seats=(2, 6),
            seconds=10.5,
            bot="folding",
        ),
        Poll(
            marked("Which strategy wins?"),
            (marked("Four strategies play at one table. Take a guess."),),
            minutes=3,
            questions=(
                Question(
                    "winner", marked("Which one wins the most matches?"), tuple(x for x, _ in STRATEGIES)
                ),
            ),
        ),
        CONTEST,
        Talk(marked("Who guessed right?"), minutes=6, tell=debrief),
    ),
)
