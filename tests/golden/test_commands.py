"""Commands answer as they did when they were recorded, apart from times and sentences."""

import pytest
from tests.golden.commands import FOLDER, Command, commands
from tests.golden.normal import differences
from tests.night import LATE

COMMAND = ".venv/bin/python -m tests.golden.commands"
ALL = commands()
WANTED = [pytest.param(x, id=x.name, marks=[LATE] if x.by_night else []) for x in ALL.values()]


@pytest.mark.parametrize("command", WANTED)
def test_a_command_answers_as_recorded(command: Command) -> None:
    assert command.file.exists(), (
        f"{command.name} has no recorded answer; record it: {COMMAND} {command.name}"
    )
    old, new = command.recorded(), command.answer()
    is_exact = old["processor"] == new["processor"]
    changed = list(differences(old["answer"], new["answer"], is_exact))
    assert not changed, "\n".join(
        [
            f"{command.name} answers {len(changed)} things differently: {command.line}",
            *changed[:20],
            f"The whole answer: {COMMAND} --print {command.name}",
            f"If that is meant, record it, and read the difference: {COMMAND} {command.name}",
        ]
    )


def test_no_recorded_answer_is_left_over() -> None:
    assert {x.stem for x in FOLDER.glob("*.json")} == set(ALL)


def test_enough_commands_are_compared_by_day() -> None:
    assert sum(not x.by_night for x in ALL.values()) >= 60
