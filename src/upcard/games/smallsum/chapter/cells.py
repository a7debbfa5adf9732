"""The cells of the chapter on Smallsum: the odds of a hand, ruin, and a bluff."""

from dataclasses import asdict
from fractions import Fraction

from upcard.engine.errors import Usage
from upcard.games.smallsum import rules
from upcard.games.smallsum.chapter.hand_odds import SmallBluff, odds, rounds, ruin, total
from upcard.lessons.chapter_numbers import decimal, fraction_text, percent
from upcard.lessons.questions import CellResult, LessonCell
from upcard.play.input_field import InputField

NAMES = tuple(rules.card_text(k) for k in range(rules.CARDS))
CARDS = tuple((name, name) for name in NAMES)
MOST_PENNIES, MOST_POT = 100, 20


def hand_odds(up_1: str, up_2: str, hidden: str, other_1: str, other_2: str) -> CellResult:
    """Return the odds of a hand over all unseen cards; raises Usage if a card is chosen twice."""
    cards = [NAMES.index(x) for x in (up_1, up_2, hidden, other_1, other_2)]
    if len(set(cards)) < len(cards):
        raise Usage("you chose the same card twice; the pack has one of each")
    held, shown = cards[:3], cards[3:]
    hand = odds(held, shown)
    text = (
        f"Your sum is {total(held)}, your opponent shows {total(shown)}. Among {hand.unseen} unseen cards, "
        f"{hand.wins} give you the smaller sum, {hand.ties} an equal one and {hand.losses} a larger one. "
        f"A penny wins {decimal(hand.lead, 3, signed=True)} on average: "
        f"{'bet' if hand.lead > 0 else 'do not bet'}."
    )
    return CellResult(text, {"lead": float(hand.lead), **asdict(hand)})


def match_chance(mine: int, theirs: int, chance: int) -> CellResult:
    """Return the chance to win a match in which each round is for one penny; `chance` is in per cent."""
    p = Fraction(chance, 100)
    won, long = ruin(mine, theirs, p), rounds(mine, theirs, p)
    text = (
        f"With {mine} pennies against {theirs}, and {chance} % in each round, your chance to win the match "
        f"is {percent(won, 2)}. It takes {decimal(long, 1)} rounds on average."
    )
    return CellResult(text, {"chance": float(won), "rounds": float(long)})


def bluff(pot: int, bet: int, good: int) -> CellResult:
    """Return how often to bluff, and how often to match; `good` is in per cent."""
    small = SmallBluff(pot, bet, Fraction(good, 100))
    solution = small.solution
    bluffs, matches, value = small.bluffing, solution.column[1], solution.value
    text = (
        f"You bet {percent(bluffs)} of your losing cards. Your opponent matches {percent(matches)} of the "
        f"bets. You get {fraction_text(value)} pennies on average; without a bet you would get "
        f"{fraction_text(small.good * pot)}."
    )
    return CellResult(text, {"bluffs": float(bluffs), "matches": float(matches), "value": float(value)})


def found_out(often: int, pot: int, bet: int) -> CellResult:
    """Return the profit of a share of bluffs that the opponent knows; `often` is in per cent."""
    small = SmallBluff(pot, bet, Fraction(1, 2))
    folded, matched = small.against_best(Fraction(often, 100))
    value, best = min(folded, matched), small.solution.value
    answer = "nothing they can do makes a difference"
    if folded != matched:
        answer = "they fold to every bet" if folded < matched else "they match every bet"
    text = (
        f"You bluff with {often} % of your losing cards, and your opponent knows it: {answer}. You get "
        f"{decimal(value, 3)} pennies on average. With {percent(small.bluffing)} bluffs you would get "
        f"{decimal(best, 3)}, whatever they do."
    )
    return CellResult(text, {"value": float(value), "folded": float(folded), "matched": float(matched)})


CELLS = {
    "odds": LessonCell(
        "Your odds, for any cards.",
        (
            InputField("up_1", "your open card", "4", choices=CARDS),
            InputField("up_2", "your other open card", "6", choices=CARDS),
            InputField("hidden", "your hidden card", "5", choices=CARDS),
            InputField("other_1", "their open card", "A", choices=CARDS),
            InputField("other_2", "their other open card", "8", choices=CARDS),
        ),
        hand_odds,
    ),
    "ruin": LessonCell(
        "The chance to win a match, for any purses.",
        (
            InputField("mine", "your pennies", 8, 1, MOST_PENNIES),
            InputField("theirs", "their pennies", 8, 1, MOST_PENNIES),
            InputField("chance", "your chance in a round, per cent", 48, 1, 99),
        ),
        match_chance,
    ),
    "bluff": LessonCell(
        "How often to bluff, for any pot and bet.",
        (
            InputField("pot", "pennies in the middle", 2, 1, MOST_POT),
            InputField("bet", "the bet", 3, 1, MOST_POT),
            InputField("good", "chance of the winning card, per cent", 50, 1, 99),
        ),
        bluff,
    ),
    "found-out": LessonCell(
        "What if your opponent knows how often you bluff?",
        (
            InputField("often", "bluffs, per cent of the losing cards", 20, 0, 100),
            InputField("pot", "pennies in the middle", 2, 1, MOST_POT),
            InputField("bet", "the bet", 3, 1, MOST_POT),
        ),
        found_out,
    ),
}
