"""The exercises of the chapter on Smallsum: right answers, and typical wrong ones."""

from fractions import Fraction

from upcard.games.smallsum.chapter.cells import NAMES
from upcard.games.smallsum.chapter.hand_odds import SmallBluff, odds, ruin
from upcard.lessons.answer_checks import AnswerChoice, ChoiceExercise, Exercise, Mistake, NumberExercise

CLOSE_HELD, CLOSE_SHOWN = ("2", "8", "9"), ("3", "10")
CLOSE = odds([NAMES.index(x) for x in CLOSE_HELD], [NAMES.index(x) for x in CLOSE_SHOWN])
CHEAP = SmallBluff(2, 1, Fraction(1, 2))
HALF = Fraction(1, 2)

EXERCISES: dict[str, Exercise] = {
    "lead": NumberExercise(
        CLOSE.lead,
        "It is above 0, so bet.",
        "Subtract the unseen cards that beat you from those that you beat, and divide by all unseen cards.",
        (
            Mistake(
                Fraction(CLOSE.wins, CLOSE.unseen),
                "losses left out",
                "That is the chance to win. A lead also counts the cards against which you lose.",
            ),
            Mistake(
                -CLOSE.lead,
                "the wrong way round",
                "The smaller sum wins. You win against every card with which your opponent's sum is larger.",
            ),
            Mistake(
                CLOSE.wins - CLOSE.losses,
                "a number of cards instead of a share",
                "Divide by the number of unseen cards: each of them is equally likely.",
            ),
        ),
        label="Your lead",
    ),
    "choice": ChoiceExercise(
        (
            AnswerChoice(
                "3 with these cards; with a lead of 0 any number is equally good on average.",
                "",
                "Each penny is a bet of its own, and each has the same expected value.",
            ),
            AnswerChoice(
                "1 with these cards, because the lead is small; none with a lead of 0.",
                "fear of a small edge",
                "If one penny is a good bet, so are the second and the third: each wins the same on average.",
            ),
            AnswerChoice(
                "3 with these cards; 3 with a lead of 0, because it might be luck.",
                "hope as a reason",
                "With a lead of 0, a bet wins as much as it loses. 3 is as good as none, but not better.",
            ),
        )
    ),
    "ruin": NumberExercise(
        ruin(2, 1, HALF),
        "In a fair game your chance is your share of all pennies.",
        "Write the equation for 2 pennies and the one for 1 penny, and solve both.",
        (
            Mistake(
                HALF, "a fair game taken for an even match", "Each round is fair, but you begin with more."
            ),
            Mistake(
                ruin(1, 2, HALF), "your opponent's chance", "That is the chance of the player with 1 penny."
            ),
            Mistake(
                1 - HALF**2,
                "only one way to lose counted",
                "You may also lose a round, win one, and then lose two in a row, and so on.",
            ),
        ),
        is_share=True,
        label="Your chance",
    ),
    "bluffs": NumberExercise(
        CHEAP.bluffs,
        "Matching a small bet is cheap, so it is matched more often, and fewer bluffs are needed.",
        "Your opponent must be indifferent between matching and folding. Use the formula for bluffs above.",
        (
            Mistake(
                CHEAP.matches,
                "bluffing and matching mixed up",
                "That is how often a bet is matched.",
            ),
            Mistake(
                Fraction(1, 2 + 1),
                "your opponent's penny left out",
                "Whoever matches adds a penny too, so what can be won is the pot and two bets.",
            ),
        ),
        is_share=True,
        label="A bet is a bluff with a chance of",
    ),
    "fold": ChoiceExercise(
        (
            AnswerChoice(
                "No: what you win then depends on what you do after your opponent's bet.",
                "",
                "The two bets are no longer two separate games. That is Alternate.",
            ),
            AnswerChoice(
                "Yes: a bet with a lead still wins on average.",
                "folding forgotten",
                "Your bet tells your opponent something, and they can fold when they would probably lose.",
            ),
            AnswerChoice(
                "No: with the right to fold it is best never to bet.",
                "too much fear",
                "Good cards still earn by being bet, and a bluff can win the pot at once.",
            ),
        )
    ),
}
