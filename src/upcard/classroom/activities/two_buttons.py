"""A matrix of four cells alone: two buttons, once, again with the same other, and with others."""

from dataclasses import replace

from upcard.classroom.activity_steps import Activity, Talk
from upcard.classroom.class_matrices import (
    AGAIN,
    ONCE,
    SETTINGS,
    check_matrix,
    life_parts,
    theory_part,
    told_play,
)
from upcard.classroom.class_record import Story
from upcard.document.model import Section

STRANGERS = replace(
    AGAIN,
    title="With others",
    words=("Same payoffs, but a new partner in each round.",),
    minutes=4,
    same=False,
)


def beside_theory(story: Story) -> list[Section]:
    """What the class did, beside theory, and where it comes up in life."""
    played = [told_play(story, i, x) for i, x in enumerate((ONCE, AGAIN, STRANGERS))]
    return [theory_part(story), *played, *life_parts()]


ACTIVITY = Activity(
    name="two-buttons",
    title="A matrix with two buttons",
    line="Prisoner’s Dilemma, Chicken, Stag Hunt or your own numbers: played once, then repeated.",
    size=2,
    order=3,
    settings=SETTINGS,
    check=check_matrix,
    steps=(ONCE, AGAIN, STRANGERS, Talk("What you did, and what theory says", minutes=5, tell=beside_theory)),
)
