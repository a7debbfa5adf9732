"""Smallsum in groups of three: play, write a strategy, and let the groups' rules play each other.

Source: the group exercise in the supplementary materials to J. S. Rosenthal, "Struck by Lightning", 2005.
"""

from collections.abc import Mapping

from upcard.classroom.activity_steps import MATCHES, Activity, ActivitySetting, Contest, Menu, Play, Write
from upcard.engine.option_values import OptionValue

PURSE, ROUNDS = 8, 12
UNLIMITED, SLOW_MATCHES = "10000", 5000
LIMITS = (("6", "6 rounds"), ("12", "12 rounds"), ("25", "25 rounds"), (UNLIMITED, "no limit"))
ROLES = ("A", "B", "referee")
BY = (
    ("0", "the sum of our three cards"),
    ("1", "our sum minus their open cards"),
    ("2", "our hidden card"),
    ("3", "the sum of their open cards"),
)
WHEN = (("0", "is at most"), ("1", "is at least"))
SUMS = tuple((str(n), str(n).replace("-", "−")) for n in range(-10, 31))
BETS = (("1", "1 penny"), ("2", "2 pennies"), ("3", "3 pennies"))
BET_MENUS = (Menu("bet_by", "We bet when", BY), Menu("bet_when", "", WHEN), Menu("bet_at", "", SUMS, "15"))
CALL_MENUS = (
    Menu("call_by", "We match a bet when", BY),
    Menu("call_when", "", WHEN),
    Menu("call_at", "", SUMS, "20"),
)
AMOUNT = Menu("bet", "and then we bet", BETS, "3")
KNOWN = (("The optimum", "equilibrium"), ("Always bet", "bold"))
BOLD = "It always bets the maximum."
RULES = {
    "basic": {
        "equilibrium": "It bets when it is more likely to have the smaller sum than the larger one, counted "
        "over all unseen cards, with rare exceptions.",
        "bold": BOLD,
    },
    "choice": {
        "equilibrium": "Usually it bets the maximum when it is more likely to have the smaller sum than the "
        "larger one, and otherwise nothing.",
        "bold": BOLD,
    },
    "alternate": {
        "equilibrium": "It mixes, so that nobody can read its bets. It bets more often with good cards than "
        "with bad ones, bluffs now and then, and mostly matches when the odds are good.",
        "bold": "It always bets the maximum and matches every bet.",
    },
}
"""Descriptions of the known strategies by variant; the optimum is a table, so its habits are described."""

BEFORE_WRITING = (
    "How can you win more often? Write it down together, then turn it into a rule for the computer."
)
BEFORE_CONTEST = "The groups' rules play against each other and against perfect play."


def rule(chosen: Mapping[str, str]) -> str:
    """Return the strategy with the values that a group chose in the menus."""
    return "menu-rule:" + ",".join(f"{name}={value}" for name, value in chosen.items())


def slow_matches(settings: Mapping[str, str]) -> int:
    """Return the number of matches in the contest of Alternate; the optimum is slow if rounds are limited."""
    return MATCHES if settings.get("rounds", str(ROUNDS)) == UNLIMITED else SLOW_MATCHES


def part(
    first: int, variant: str, title: str, words: tuple[str, ...], menus: tuple[Menu, ...]
) -> tuple[Play, Write, Contest]:
    """Return the three steps of one variant; `first` is the number of the first one in the activity."""
    options: dict[str, OptionValue] = {"variant": variant, "purse": PURSE, "rounds": ROUNDS}
    play = Play(title, words, 12, game="smallsum", options=options, roles=ROLES, bot="dominant")
    write = Write(f"{title}: your strategy", (BEFORE_WRITING,), 20, menus=menus, strategy=rule)
    contest = Contest(
        f"{title}: the contest",
        (BEFORE_CONTEST,),
        5,
        game="smallsum",
        options=options,
        of=first + 1,
        known=KNOWN,
        rules=RULES[variant],
        matches_of=slow_matches if variant == "alternate" else None,
    )
    return play, write, contest


ACTIVITY = Activity(
    name="smallsum",
    title="Smallsum",
    line="Bet on the smaller sum, then find out together when to bet: expectation, dominance, bluffing.",
    lessons=3,
    size=3,
    order=0,
    settings=(ActivitySetting("rounds", "A match ends after", LIMITS, str(ROUNDS)),),
    steps=(
        *part(
            0,
            "basic",
            "Smallsum",
            (
                "You each have two open cards and a hidden one. The smaller sum of three cards wins the "
                "pot. An ace counts 1; jack, queen and king count 10.",
                "Hide 0 or 1 penny in your fist, then open together. Then each of you adds as many pennies "
                "as your opponent had in their fist.",
                "The referee watches. After each match, everyone moves to the next role.",
            ),
            BET_MENUS,
        ),
        *part(
            3,
            "choice",
            "Smallsum Choice",
            ("Now you may hide 0 to 3 pennies, and your opponent must match all of them.",),
            (*BET_MENUS, AMOUNT),
        ),
        *part(
            6,
            "alternate",
            "Smallsum Alternate",
            (
                "You each put a penny into the pot before the deal. A bets 0 to 3; B matches or folds. "
                "Then B bets, and A matches or folds.",
            ),
            (*BET_MENUS, AMOUNT, *CALL_MENUS),
        ),
    ),
)
