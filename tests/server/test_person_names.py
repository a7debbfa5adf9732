"""Names of people: what can be seen and told apart, in every script."""
# ruff: noqa: RUF001  (look-alike letters are the subject of this file)

import pytest

from upcard.engine.errors import Usage
from upcard.server.person_names import check_free, check_name, numbered, skeleton

GOOD = [
    "Ana",
    "Jürgen  Müller",
    "O'Neil",
    "می‌روم",
    "ක්‍රිෂ්ණා",
    "👩‍💻",
    "❤️",
    "👩🏽‍🚀 Zoe",
    "李雷",
    "Анна",
    "नमस्ते",
    "안나",
    "José",
    "1",
    "☃",
]
BAD = [
    "\u3164",
    "\u2800",
    "\u0301",
    "a\u200db",
    "\u200d",
    "Ana\u200b",
    "Ana\u202eb",
    "\u3164Ana",
    "A\u0301\u0301\u0301\u0301\u0301\u0301",
    "Ana\u2800",
    "\u200c👩",
    "👩\u200d",
    "Ana\ufe0f",
    "\u00ad",
    "a\x00b",
    "\U000e0041",
]
ALIKE = [
    ("Alice", "alice"),
    ("Alice", "ALICE"),
    ("Alice", "Ａｌｉｃｅ"),
    ("Alice", "Аlісе"),
    ("Alice", "AIice"),
    ("Alice", "A1ice"),
    ("Bob", "B0b"),
    ("Emma", "Ernma"),
    ("Will", "VVill"),
    ("می‌روم", "میروم"),
    ("👩‍💻", "👩💻"),
    ("José", "Jose\u0301"),
    ("Straße", "STRASSE"),
    ("KAPA", "ΚΑΡΑ"),
    ("Max 2", "Max ٢"),
    ("Anna Lee", "Anna  Lee"),
]
DIFFERENT = [
    ("Ana", "Anna"),
    ("Neil", "Nell"),
    ("Ali", "All"),
    ("Ian", "Lan"),
    ("Jose", "José"),
    ("Анна", "Anna"),
    ("Max 1", "Max 2"),
    ("Max 1", "Max"),
    ("李", "王"),
]


@pytest.mark.parametrize("name", GOOD)
def test_names_of_all_scripts_are_names(name):
    assert check_name(f" {name} ") == " ".join(name.split())


@pytest.mark.parametrize("name", BAD)
def test_a_name_that_hides_something_is_refused(name):
    with pytest.raises(Usage, match="cannot be shown; choose another name"):
        check_name(name)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_one_name(one, other):
    assert skeleton(one) == skeleton(other)
    with pytest.raises(Usage, match="choose another name, such as") as fault:
        check_free(other, ["Zoe", "", one])
    assert one in str(fault.value)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_people_tell_apart_are_two(one, other):
    assert check_free(other, [one]) == other


def test_a_number_makes_a_name_different():
    assert numbered("Alice", ["alice", "Alice 2", "Ben"]) == "Alice 3"
    assert numbered("x" * 40, ["x" * 40]) == "x" * 38 + " 2"
    assert numbered("Ben", ["alice"]) == "Ben"
