"""The exercises of the chapter on L.A.M.A.: right answers, and typical wrong ones."""

from fractions import Fraction

from upcard.games.lama.chapter.simulation_estimates import false_alarms
from upcard.lessons.answer_checks import AnswerChoice, ChoiceExercise, Exercise, Mistake, NumberExercise
from upcard.simulation.simulation_result import LEVEL

SMALL_GAMES, TRIES = 100, 20
MISS = 1 - Fraction(str(LEVEL))

EXERCISES: dict[str, Exercise] = {
    "better": ChoiceExercise(
        (
            AnswerChoice(
                "No. It is better than an equal share, unless this interval is one of the few that miss.",
                "",
                "An interval that leaves out a quarter is evidence, not a proof: one in twenty misses.",
            ),
            AnswerChoice(
                "No. So it is proved that the strategy is better.",
                "evidence taken for proof",
                "One interval in twenty misses the true value. This may be that one.",
            ),
            AnswerChoice(
                "Yes. A hundred games show nothing.",
                "the interval not computed",
                "Compute the standard error, and go about two of them to both sides of the share.",
            ),
        )
    ),
    "ten-times": NumberExercise(
        SMALL_GAMES * 10**2,
        "The width falls with the square root of the number of games.",
        "By which factor do the games grow if the interval becomes half as long?",
        (
            Mistake(
                SMALL_GAMES * 10,
                "the square root forgotten",
                "Ten times as many games make the interval only about three times shorter.",
            ),
            Mistake(
                round(SMALL_GAMES * 10**0.5),
                "the square root instead of the square",
                "To be ten times shorter, an interval needs more than ten times as many games.",
            ),
            Mistake(
                SMALL_GAMES * 10**2 - SMALL_GAMES,
                "only the further games counted",
                "You need that number in addition. The question asks for all games together.",
            ),
        ),
    ),
    "alarm": NumberExercise(
        Fraction(false_alarms(TRIES)),
        "Whoever looks often enough finds something.",
        "How likely is it that no interval misses? Multiply.",
        (
            Mistake(
                TRIES * MISS,
                "chances added",
                "Several intervals can miss at once. Ask for the chance that none does.",
            ),
            Mistake(
                1 - Fraction(false_alarms(TRIES)),
                "the opposite event",
                "That is the chance that all intervals contain the true share.",
            ),
            Mistake(MISS, "only one interval", "That is the chance that a certain one of them misses."),
        ),
        is_share=True,
    ),
    "curse": ChoiceExercise(
        (
            AnswerChoice(
                "The fund with the best year of a hundred funds earns less in the next year.",
                "",
                "The best of many was good and lucky, and luck does not stay.",
            ),
            AnswerChoice(
                "A pupil who practised every day writes the best test of the year.",
                "skill taken for luck",
                "Nobody was chosen for a lucky result here. Practice stays in the next test.",
            ),
            AnswerChoice(
                "A coin that showed heads ten times shows tails next, to make up for it.",
                "gambler's fallacy",
                "Nothing makes up for luck. The next result is just an ordinary one.",
            ),
        ),
        "Which of these is the winner's curse?",
    ),
    "same-deals": ChoiceExercise(
        (
            AnswerChoice(
                "Both get the same luck, so the difference between them shows sooner.",
                "",
                "The error of the difference becomes smaller with the same number of games.",
            ),
            AnswerChoice(
                "It is fairer: with other deals the better strategy could not win.",
                "fairness instead of error",
                "Other deals are equally good on average. It only takes more games to see it.",
            ),
            AnswerChoice(
                "The computer needs to deal only once, so it is faster.",
                "speed instead of error",
                "The games take as long. But fewer of them are needed for an interval of the same width.",
            ),
        )
    ),
}
