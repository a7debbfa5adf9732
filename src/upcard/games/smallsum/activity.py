"""Smallsum in groups of three: play, write a strategy, and let the groups' rules play each other.

Source: the group exercise in the supplementary materials to J. S. Rosenthal, "Struck by Lightning", 2005.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from upcard.classroom.activity_steps import (
    MATCHES,
    Activity,
    ActivitySetting,
    Contest,
    Menu,
    Play,
    Talk,
    Write,
)
from upcard.classroom.class_record import Story
from upcard.document.model import Section
from upcard.engine.option_values import OptionValue
from upcard.language.messages import marked, ngettext

PURSE = 8
UNLIMITED, LONG_MATCHES, SLOW_MATCHES = "10000", 20_000, 5000
LIMITS = (
    (UNLIMITED, marked("when one has all the pennies, or both agree to stop")),
    ("6", marked("after 6 rounds at the latest")),
    ("12", marked("after 12 rounds at the latest")),
    ("25", marked("after 25 rounds at the latest")),
)
LIMIT = ActivitySetting("rounds", marked("A match ends"), LIMITS, UNLIMITED)
ROLES = ("A", "B", marked("referee"))
BY = (
    ("0", marked("the sum of our three cards")),
    ("1", marked("our sum minus their open cards")),
    ("2", marked("our hidden card")),
    ("3", marked("the sum of their open cards")),
)
WHEN = (("0", marked("is at most")), ("1", marked("is at least")))
SUMS = tuple((str(n), str(n).replace("-", "−")) for n in range(-10, 31))
BETS = (("1", marked("1 penny")), ("2", marked("2 pennies")), ("3", marked("3 pennies")))
BET_MENUS = (
    Menu("bet_by", marked("We bet when"), BY),
    Menu("bet_when", "", WHEN),
    Menu("bet_at", "", SUMS, "15"),
)
CALL_MENUS = (
    Menu("call_by", marked("We match a bet when"), BY),
    Menu("call_when", "", WHEN),
    Menu("call_at", "", SUMS, "20"),
)
AMOUNT = Menu("bet", marked("and then we bet"), BETS, "3")
KNOWN = ((marked("The optimum"), "equilibrium"), (marked("Always bet"), "bold"))
BOLD = marked("It always bets the maximum.")
RULES = {
    "basic": {
        "equilibrium": marked(
            "It bets when it is more likely to have the smaller sum than the larger one, counted over all "
            "unseen cards, with rare exceptions."
        ),
        "bold": BOLD,
    },
    "choice": {
        "equilibrium": marked(
            "Usually it bets the maximum when it is more likely to have the smaller sum than the larger one, "
            "and otherwise nothing."
        ),
        "bold": BOLD,
    },
    "alternate": {
        "equilibrium": marked(
            "It mixes, so that nobody can read its bets. It bets more often with good cards than with bad "
            "ones, bluffs now and then, and mostly matches when the odds are good."
        ),
        "bold": marked("It always bets the maximum and matches every bet."),
    },
}
"""Descriptions of the known strategies by variant; the optimum is a table, so its habits are described."""

BEFORE_WRITING = marked(
    "How can you win more often? Write it down together, then turn it into a rule for the computer."
)
BEFORE_CONTEST = marked("The groups' rules play against each other and against perfect play.")


def limit_words(settings: Mapping[str, str]) -> list[str]:
    """Return a sentence about the limit of rounds that the teacher has set, if there is one."""
    limit = settings.get("rounds", UNLIMITED)
    if limit == UNLIMITED:
        return []
    text = ngettext(
        "A match ends after {n} round at the latest; then whoever has more pennies wins.",
        "A match ends after {n} rounds at the latest; then whoever has more pennies wins.",
        int(limit),
    )
    return [text]


def rule(chosen: Mapping[str, str]) -> str:
    """Return the strategy with the values that a group chose in the menus."""
    return "menu-rule:" + ",".join(f"{name}={value}" for name, value in chosen.items())


def tell_debrief(story: Story, title: str) -> list[Section]:
    """Return what the bets of a class show; only the process that computes it loads the solutions."""
    from upcard.games.smallsum.debrief import debrief

    return debrief(story, title)


@dataclass(frozen=True)
class SmallsumLesson:
    """A variant of the game as a lesson of its own."""

    variant: str
    title: str
    titles: tuple[str, str, str]
    """Titles of the steps after playing: writing, the contest, and the debrief."""
    line: str
    words: tuple[str, ...]
    menus: tuple[Menu, ...]
    matches: int
    """Usual number of matches of a group."""
    seconds: float
    """Usual time for a tap."""

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options of the game; the teacher chooses the maximum number of rounds."""
        return {"variant": self.variant, "purse": PURSE, "rounds": UNLIMITED}

    def parts(self, first: int) -> tuple[Play, Write, Contest]:
        """Return the steps up to the contest; `first` is the number of the first one in the activity."""
        play = Play(
            self.title, self.words, 12, game="smallsum", options=self.options, roles=ROLES, bot="dominant",
            matches=self.matches, seconds=self.seconds, more_words=limit_words,
        )  # fmt: skip
        write = Write(self.titles[0], (BEFORE_WRITING,), 18, menus=self.menus, strategy=rule)
        contest = Contest(
            self.titles[1],
            (BEFORE_CONTEST,),
            4,
            game="smallsum",
            options=self.options,
            of=first + 1,
            known=KNOWN,
            rules=RULES[self.variant],
            matches_of=self.contest_matches,
            per=("pennies", "rounds", marked("pennies per round")),
        )
        return play, write, contest

    def contest_matches(self, settings: Mapping[str, str]) -> int:
        """Return the number of matches in the contest: fewer if they are long, or if the optimum is slow."""
        if settings.get("rounds", UNLIMITED) == UNLIMITED:
            return LONG_MATCHES
        return SLOW_MATCHES if self.variant == "alternate" else MATCHES

    def activity(self) -> Activity:
        """Return the lesson."""
        tell = partial(tell_debrief, title=self.title)
        talk = Talk(self.titles[2], minutes=3, tell=tell, on_phones=True)
        return Activity(
            name=f"smallsum-{self.variant}",
            title=self.title,
            line=self.line,
            size=3,
            order=0,
            about="smallsum",
            settings=(LIMIT,),
            steps=(*self.parts(0), talk),
        )


BASIC = SmallsumLesson(
    "basic",
    "Smallsum",
    (
        marked("Smallsum: your strategy"),
        marked("Smallsum: the contest"),
        marked("Smallsum: what your own bets show"),
    ),
    marked("Bet on the smaller sum, then find out together when to bet: expectation, dominance."),
    (
        marked(
            "You each have two open cards and a hidden one. The smaller sum of three cards wins the "
            "pot. An ace counts 1; jack, queen and king count 10."
        ),
        marked(
            "Hide 0 or 1 penny in your fist, then open together. Then each of you adds as many pennies "
            "as your opponent had in their fist."
        ),
        marked(
            "Play until one of you has all the pennies, or until you both agree to stop. The referee "
            "watches. After each match, everyone moves to the next role."
        ),
    ),
    BET_MENUS,
    matches=1,
    seconds=10.0,
)
CHOICE = SmallsumLesson(
    "choice",
    "Smallsum Choice",
    (
        marked("Smallsum Choice: your strategy"),
        marked("Smallsum Choice: the contest"),
        marked("Smallsum Choice: what your own bets show"),
    ),
    marked("The same with 0 to 3 pennies in each fist: how much is a good hand worth?"),
    (
        marked(
            "As in Smallsum, the smaller sum of three cards wins the pot. But now you may hide 0 to 3 "
            "pennies, and your opponent must match all of them."
        ),
    ),
    (*BET_MENUS, AMOUNT),
    matches=4,
    seconds=15.0,
)
ALTERNATE = SmallsumLesson(
    "alternate",
    "Smallsum Alternate",
    (
        marked("Smallsum Alternate: your strategy"),
        marked("Smallsum Alternate: the contest"),
        marked("Smallsum Alternate: what your own bets show"),
    ),
    marked(
        "Open bets of 0 to 3 pennies that you can match or fold: bluffing, and bets that nobody can read."
    ),
    (
        marked(
            "As in Smallsum, the smaller sum of three cards wins the pot. "
            "But you each put a penny into the pot before the deal. A bets 0 to 3; B matches or folds. "
            "Then B bets, and A matches or folds."
        ),
    ),
    (*BET_MENUS, AMOUNT, *CALL_MENUS),
    matches=2,
    seconds=9.0,
)
LESSONS = Activity(
    name="smallsum",
    title="Smallsum",
    line=marked("All three variants one after another: expectation, dominance, bluffing."),
    lessons=3,
    size=3,
    order=0,
    is_listed=False,
    settings=(replace(LIMIT, usual="12"),),
    steps=(*BASIC.parts(0), *CHOICE.parts(3), *ALTERNATE.parts(6)),
)
"""The activity of older classes, whose steps keep their numbers."""

ACTIVITIES = (LESSONS, BASIC.activity(), CHOICE.activity(), ALTERNATE.activity())
