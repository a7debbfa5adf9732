"""The page on rules files tells every word of the kit, and no other."""

import inspect
import re
from pathlib import Path
from types import FunctionType

import pytest

from upcard.engine.source.hints import RULES_KIT
from upcard.kit import cards

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "rules-file.md"
SECTION = (
    PAGE.read_text(encoding="utf-8").split("## The words of a rules file\n")[1].split("### In full\n")[0]
)
TOLD = re.findall(r"^\| `(\w+)\((.*?)\)` \| \S", SECTION.split("### Which zone")[0], re.MULTILINE)
OWN = {name: x for name, x in vars(cards).items() if getattr(x, "__module__", "") == cards.__name__}
WORDS = {name: x for name, x in OWN.items() if isinstance(x, FunctionType)}
CONSTANTS = {name for name in vars(cards) if name.isupper()}


def test_the_page_lists_exactly_the_functions_of_the_kit_with_their_arguments() -> None:
    assert sorted(TOLD) == sorted(
        (name, ", ".join(inspect.signature(f).parameters)) for name, f in WORDS.items()
    )


@pytest.mark.parametrize("name", sorted((OWN.keys() - WORDS.keys()) | CONSTANTS))
def test_the_page_names_everything_else_of_the_kit(name: str) -> None:
    assert f"`{name}`" in SECTION


def test_words_that_error_messages_name_are_listed_as_acting_on_the_table() -> None:
    table = SECTION.split("These act on the table")[1].split("And these are")[0]
    assert {f.__name__ for f in RULES_KIT} == set(re.findall(r"^\| `(\w+)\(", table, re.MULTILINE))
