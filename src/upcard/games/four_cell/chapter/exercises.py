"""The exercises of the chapter on Four-Cell: right answers, and typical wrong ones."""

from math import factorial

from upcard.games.four_cell.chapter.chapter_matrices import DILEMMA
from upcard.lessons.answer_checks import AnswerChoice, ChoiceExercise, Exercise, Mistake, NumberExercise
from upcard.solving.matrix2x2 import ROW

QUIET, ALONE_QUIET, TEMPTATION, BOTH_CONFESS = (
    DILEMMA.payoff(ROW, cell) for cell in ((0, 0), (0, 1), (1, 0), (1, 1))
)
ORDERS = factorial(6)

EXERCISES: dict[str, Exercise] = {
    "guess": ChoiceExercise(
        (
            AnswerChoice(
                "The column with the greater sum; but W should not think so.",
                "",
                "S will not choose at random, because one choice is always better for S.",
            ),
            AnswerChoice(
                "The column with the greatest single number, because it might come.",
                "wishful thinking",
                "At half and half both cells of a column count the same, so compare their sums.",
            ),
            AnswerChoice(
                "The column with the greater sum, and W is right: nobody knows what S does.",
                "the other player forgotten",
                "S has a dominant choice. Whoever looks at S's numbers knows what S does.",
            ),
        )
    ),
    "temptation": NumberExercise(
        QUIET,
        "Then nobody gains by confessing alone. One way is a penalty, and that is what contracts are for.",
        "Nobody may gain by confessing alone. What do both get for keeping quiet?",
        (
            Mistake(TEMPTATION, "nothing changed", "With this number confessing alone still pays more."),
            Mistake(
                BOTH_CONFESS,
                "the wrong cell",
                "That is what both get if both confess. Compare with what both get for keeping quiet.",
            ),
            Mistake(
                QUIET - 1,
                "equality forgotten",
                "That is low enough, but not the most: nobody gains either if both pay the same.",
            ),
        ),
        label="The most that confessing alone may pay",
    ),
    "stag-hunt": ChoiceExercise(
        (
            AnswerChoice(
                "A party that is fun if everyone comes, and dull for anyone who comes alone.",
                "",
                "Both want to meet in the best cell. The danger is that the other does not come.",
            ),
            AnswerChoice(
                "Fishing in the same sea: whoever takes more has more, until no fish are left.",
                "a dilemma",
                "There it is always better for one to take more, whatever the other does.",
            ),
            AnswerChoice(
                "Two cars before a narrow bridge: nobody wants to be the one who waits.",
                "chicken",
                "There each wants to do the opposite of the other. In a stag hunt both want to do the same.",
            ),
            AnswerChoice(
                "A penalty kick: the keeper wants the corner of the shot, and the shooter another one.",
                "a game in which you must mix",
                "There one gains what the other loses. In a stag hunt both can win together.",
            ),
        ),
        "Which of these is a stag hunt?",
    ),
    "always-left": ChoiceExercise(
        (
            AnswerChoice(
                "Nothing, as long as W mixes as before.",
                "",
                "S is indifferent. But then W would notice, and change.",
            ),
            AnswerChoice(
                "S loses, because mixing is best.",
                "an equilibrium taken for a best choice",
                "Left and right are worth the same to S here. S mixes to keep W guessing.",
            ),
            AnswerChoice(
                "S gains, because W does not expect it.",
                "surprise without a reason",
                "W mixes so that S gets the same from left and from right.",
            ),
        )
    ),
    "two-by-three": NumberExercise(
        ORDERS * ORDERS // (factorial(2) * factorial(3)),
        "Each player orders six cells, and renaming the choices makes no new game.",
        "In how many ways can each player order six cells? Then leave out those that differ only in names.",
        (
            Mistake(
                ORDERS * ORDERS,
                "renamed games counted again",
                "Renaming the choices of a player makes no new game: divide by the ways to rename.",
            ),
            Mistake(
                ORDERS * ORDERS // factorial(3),
                "only one player's choices renamed",
                "The player with two choices can rename them, too.",
            ),
            Mistake(
                ORDERS * ORDERS // factorial(2),
                "only one player's choices renamed",
                "The player with three choices can rename them, too.",
            ),
            Mistake(ORDERS, "one player left out", "Each of the two players has an order of their own."),
        ),
    ),
}
