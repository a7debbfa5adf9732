"""The exercises of the chapter on Beat It Or Eat It: right answers, and typical wrong ones."""

from math import comb

from upcard.lessons.answer_checks import AnswerChoice, ChoiceExercise, Exercise, Mistake, NumberExercise

LENGTH = 13

EXERCISES: dict[str, Exercise] = {
    "last-card": ChoiceExercise(
        (
            AnswerChoice("I do, at once.", "", "You lead your last card, and your hand is empty."),
            AnswerChoice(
                "My opponent: they beat my card with their higher one.",
                "playing on after the end",
                "The game is over as soon as your hand is empty. Nobody can beat the card any more.",
            ),
            AnswerChoice(
                "It depends on who plays better.",
                "a decided position taken for an open one",
                "There is only one thing that you can do, and it wins. Nothing is left to decide.",
            ),
        )
    ),
    "zugzwang": ChoiceExercise(
        (
            AnswerChoice(
                "Whoever leads loses.",
                "",
                "It is the other zugzwang: both would rather that the other had to lead.",
            ),
            AnswerChoice(
                "Whoever leads wins.",
                "the first move taken for an advantage",
                "Try both leads from each hand, and see how the other side answers.",
            ),
            AnswerChoice(
                "The hand with the high cards wins, whoever leads.",
                "strength instead of position",
                "Here the same hand wins or loses, depending on who leads. Begin at the end and look.",
            ),
        )
    ),
    "eat": ChoiceExercise(
        (
            AnswerChoice(
                "To get cards with which I can beat later, and to let my opponent lead.",
                "",
                "If your opponent is in zugzwang, having to lead is what loses.",
            ),
            AnswerChoice(
                "Never: more cards in hand are always worse.",
                "cards counted, position forgotten",
                "The number is not everything. It also matters who has to lead, and what can be beaten.",
            ),
            AnswerChoice(
                "To keep the game going until my opponent makes a mistake.",
                "hope instead of a plan",
                "Waiting wins nothing against perfect play, and a repeated position may be a draw.",
            ),
        )
    ),
    "chess": ChoiceExercise(
        (
            AnswerChoice(
                "There are too many positions to write them down.",
                "",
                "The theorem says that a verdict exists, not what it is.",
            ),
            AnswerChoice(
                "Because in chess the better player wins.",
                "players instead of positions",
                "The verdict is about perfect play by both. How people play changes nothing about it.",
            ),
            AnswerChoice(
                "Because games of chess can end in a draw.",
                "a draw taken for no verdict",
                "A draw is a verdict like a win: backward induction finds it in the same way.",
            ),
        )
    ),
    "mirror-deals": NumberExercise(
        2**LENGTH,
        "Each of the 13 ranks of one suit has two places, and the other suit follows.",
        "Decide for one rank after the other who gets it. How many choices are there each time?",
        (
            Mistake(
                2 * LENGTH,
                "adding instead of multiplying",
                "For each of the two places of the first rank there are two of the second, and so on.",
            ),
            Mistake(
                2 ** (2 * LENGTH),
                "the second suit counted as free",
                "In a mirror deal the second suit follows from the first.",
            ),
            Mistake(
                comb(2 * LENGTH, LENGTH),
                "all deals counted",
                "Those are all ways to deal half of the cards. Few of them are mirror deals.",
            ),
            Mistake(
                LENGTH**2,
                "base and exponent exchanged",
                "Ask how many choices there are for each rank, and multiply one number for each rank.",
            ),
        ),
    ),
}
