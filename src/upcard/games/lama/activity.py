"""L.A.M.A. in class: play, guess which of four strategies wins, and let all of them play.

Source of the question: P. Romero Marimon, The L.A.M.A. card game, 2022.
"""

from upcard.classroom.activity_steps import Activity, ActivitySetting, Contest, Play, Poll, Question, Talk
from upcard.classroom.background_tasks import ContestEntry, contest
from upcard.classroom.class_record import Story
from upcard.classroom.mean_bars import are_few, count_bars, mean_text
from upcard.document.model import Bar, Section, Table
from upcard.games.lama.rules import KINDS, PRESETS, QUIT, value

PLAY, GUESS = 0, 1
STRATEGIES = (
    ("Same card first, never quits", "same-first"),
    ("Next card first, never quits", "next-first"),
    ("Quits when few points are left", "folding"),
    ("Learned from simulated games", "fitted-values"),
)
CHECKED = 10_000


def debrief(story: Story) -> list[Section]:
    """Show which strategy wins, who guessed right, and when the class itself quits."""
    names = [words for words, _ in STRATEGIES]
    guesses = [names[i] for i in story.answers_to(GUESS, "winner").values()]
    entries = [ContestEntry(words, strategy, True) for words, strategy in STRATEGIES]
    options = {**PRESETS["paper"], "target": story.settings.get("target", TARGET)}
    bars = contest("lama", options, entries, CHECKED, True).bars
    best = bars[0].label
    right = [story.names[p] for p, i in story.answers_to(GUESS, "winner").items() if names[i] == best]
    guessed = [Bar(f"guessed: {x.label}", x.value, x.note) for x in count_bars(names, guesses)]
    answer = f"“{best}” won the most of {CHECKED:,} matches. Guessed right: {', '.join(right) or 'nobody'}."
    return [Section("Which strategy wins?", (answer,), bars=[*guessed, *bars]), _quitting(story)]


def _quitting(story: Story) -> Section:
    """Compare the points in hand when pupils quit with those when they drew a card."""
    quit_with, went_on = [], []
    for one in story.of_step(PLAY):
        for s, action, is_human in one.positions():
            if not is_human:
                continue
            points = float(sum(s.hand[s.player, k] * value(k) for k in range(KINDS)))
            if action == QUIT:
                quit_with.append(points)
            elif action >= KINDS:
                went_on.append(points)
    few = " (too few cases for a margin of error)" if are_few(quit_with) or are_few(went_on) else ""
    rows = [
        ("players who quit", mean_text(quit_with), str(len(quit_with))),
        ("players who drew a card", mean_text(went_on), str(len(went_on))),
    ]
    table = Table("When you quit", ("", "points", "times"), rows)
    return Section(table.title, (f"Average points in hand{few}:",), [table])


TARGET = "20"
"""Usual number of points that end a match in class."""

ACTIVITY = Activity(
    name="lama",
    title="L.A.M.A.",
    line="Guess which strategy wins, then simulate it: simulation, intervals, the winner’s curse.",
    size=4,
    order=5,
    settings=(
        ActivitySetting(
            "size", "Players at a table, at most", tuple((str(n), str(n)) for n in (2, 3, 4, 5, 6)), "4"
        ),
        ActivitySetting(
            "target",
            "A match ends at",
            tuple((n, f"{n} points") for n in ("10", "20", "40")),
            TARGET,
        ),
    ),
    steps=(
        Play(
            "L.A.M.A.",
            (
                "Play a card equal to the top card or the next one: 1 to 6, llama, then 1 again. Or draw a "
                "card, or quit the round. Cards left in your hand count against you.",
            ),
            minutes=15,
            game="lama",
            options={"target": TARGET},
            seats=(2, 6),
            bot="folding",
        ),
        Poll(
            "Which strategy wins?",
            ("Four strategies play at one table. Take a guess.",),
            minutes=3,
            questions=(
                Question("winner", "Which one wins the most matches?", tuple(x for x, _ in STRATEGIES)),
            ),
        ),
        Contest(
            "They play 100,000 matches",
            (
                "All four play at one table, each in every seat equally often. Unlike at your tables, "
                "every card in hand counts, even equal ones, and an empty hand gives no chip back.",
            ),
            minutes=3,
            game="lama",
            options={**PRESETS["paper"], "target": TARGET},
            known=STRATEGIES,
            together=True,
        ),
        Talk("Who guessed right?", minutes=6, tell=debrief),
    ),
)
