"""A matrix game with two buttons: played once, repeatedly with the same partner, and with new partners."""

from dataclasses import replace

from upcard.classroom import class_matrices as matrices
from upcard.classroom.activity_steps import Activity, Talk
from upcard.classroom.class_record import Story
from upcard.document.model import Section
from upcard.language.messages import marked

STRANGERS = replace(
    matrices.AGAIN,
    title=marked("With others"),
    words=(marked("Same payoffs, but a new partner in each round."),),
    minutes=4,
    same=False,
    is_anonymous=True,
)


def beside_theory(story: Story) -> list[Section]:
    """Compare the choices of the class with theory, and name examples from daily life."""
    return [*matrices.theory_and_choices(story), *matrices.daily_life_sections(story)]


ACTIVITY = Activity(
    name="two-buttons",
    title=marked("A matrix with two buttons"),
    line=marked("Prisoner’s Dilemma, Chicken, Stag Hunt or your own numbers: played once, then repeated."),
    size=2,
    order=3,
    settings=matrices.SETTINGS,
    check=matrices.check_matrix,
    steps=(
        matrices.ONCE,
        matrices.AGAIN,
        STRANGERS,
        Talk(marked("What you did, and what theory says"), minutes=5, tell=beside_theory),
    ),
)
