"""The exercises of the chapter on Stoppers: right answers, and typical wrong ones."""

from fractions import Fraction

from upcard.games.stoppers.chapter.swap_chances import swap_counts
from upcard.kit.ranks import CARDS, RANKS, SUITS
from upcard.lessons.answer_checks import AnswerChoice, ChoiceExercise, Exercise, Mistake, NumberExercise

LOW_CARD = 5
"""Value of the player's card in the examples."""

HIGHER = (RANKS - LOW_CARD) * SUITS
UNSEEN = CARDS - 1

EXERCISES: dict[str, Exercise] = {
    "deck": NumberExercise(
        Fraction(HIGHER, UNSEEN),
        "Kings count here, because the deck never calls “Stopper!”.",
        "Count the cards that are higher than yours, and all cards that you do not see. Then divide.",
        (
            Mistake(
                swap_counts(LOW_CARD).better,
                "Kings left out",
                "That is the chance with a neighbour, whose King stops you. The deck has no one to stop you.",
            ),
            Mistake(
                Fraction(HIGHER, CARDS),
                "your own card counted as unseen",
                "You see your own card, so one of the 52 cards is not in the deck.",
            ),
            Mistake(
                Fraction(HIGHER, UNSEEN - SUITS),
                "Kings counted above but not below",
                "If Kings are among the higher cards, they are among the unseen cards too.",
            ),
        ),
        is_share=True,
    ),
    "got-lower": ChoiceExercise(
        (
            AnswerChoice(
                "Their card is higher than mine. I should swap.",
                "",
                "They hold the card that you gave. It is higher, so they are safe and you are in danger.",
            ),
            AnswerChoice(
                "I know nothing about their card, so it makes no difference.",
                "knowledge forgotten",
                "You gave them that card yourself. You know exactly what they hold.",
            ),
            AnswerChoice(
                "Their card is higher than mine. I should keep mine, because a swap is always a risk.",
                "fear of the swap",
                "Keeping is a risk too, and here the greater one: most unseen cards are higher than yours.",
            ),
        )
    ),
    "got-ace": ChoiceExercise(
        (
            AnswerChoice("I am.", "", "Nothing is lower than an ace, and you have no more choices."),
            AnswerChoice(
                "My neighbour: they have my low card.",
                "only one card looked at",
                "Their card is low, but compare it with yours: an ace is lower than every other card.",
            ),
            AnswerChoice(
                "Nobody more than the others, because the cards are random.",
                "knowledge forgotten",
                "They were random before you saw two of them. Now you know that yours is the lowest rank.",
            ),
        )
    ),
    "used-cards": ChoiceExercise(
        (
            AnswerChoice(
                "Yes, a little, as long as they are not shuffled in.",
                "",
                "Then the used cards cannot come again, and the unseen ones are those that are left.",
            ),
            AnswerChoice(
                "No, every swap is a matter of luck.",
                "luck without odds",
                "It is luck, but the odds depend on which cards are left.",
            ),
            AnswerChoice(
                "Yes, also if all cards are shuffled before every round.",
                "a deck with a memory",
                "After such a shuffle every card can come again, so what was played tells you nothing.",
            ),
        )
    ),
    "due": ChoiceExercise(
        (
            AnswerChoice(
                "After a shuffle, the deck does not remember what it gave before.",
                "",
                "So the chance of a good card is what it always was.",
            ),
            AnswerChoice(
                "Nothing: in the end good and bad cards even out, so good ones must come now.",
                "gambler's fallacy",
                "Later cards do not make up for earlier ones. They only outnumber them, so shares even out.",
            ),
            AnswerChoice(
                "The opposite is true: whoever has bad cards goes on having them.",
                "hot-hand fallacy",
                "A run of bad cards does not make the next one worse. Every shuffle mixes all of them.",
            ),
        )
    ),
    "why": ChoiceExercise(
        (
            AnswerChoice(
                "There is one decision with few outcomes, and the chances change with what you know.",
                "",
                "You can count all outcomes, and you play often enough to see whether you counted right.",
            ),
            AnswerChoice(
                "Only luck decides, so everyone wins equally often.",
                "luck without decisions",
                "Whoever swaps low cards wins far more than an equal share, as the four players above show.",
            ),
            AnswerChoice(
                "Whoever calculates best wins every time.",
                "skill without luck",
                "Good play raises your chance, but a low card can always come.",
            ),
        )
    ),
}
