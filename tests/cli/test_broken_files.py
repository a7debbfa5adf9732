"""A file that cannot be used keeps nothing else from working, and is named with the reason."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from upcard.engine import registry as catalog
from upcard.engine.discovery import forget
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.study.study_registry import study_modules

RULES, STRATEGY = "rules file broken_one/rules.py", "strategy file broken_one.py"
SYNTAX = "the {} cannot be loaded: line 1: invalid syntax; fix this line"
MISSING = (
    "the {} cannot be loaded: line 1: there is no module 'no_such_module_at_all'; "
    "install it, or fix the import"
)
BROKEN = {
    "a rules file that cannot be read": ("games", "def f(:\n", SYNTAX.format(RULES)),
    "a rules file without a module": ("games", "import no_such_module_at_all\n", MISSING.format(RULES)),
    "a strategy file that cannot be read": ("strategies", "def f(:\n", SYNTAX.format(STRATEGY)),
    "a strategy file without a module": (
        "strategies",
        "import no_such_module_at_all\n",
        MISSING.format(STRATEGY),
    ),
}


@pytest.fixture(params=BROKEN)
def reason(request, own_file):
    """Let a broken file lie in the folder, and give the sentence about it."""
    folder, text, sentence = BROKEN[request.param]
    own_file(folder, "broken_one", text)
    return sentence


def test_the_games_are_listed_and_the_broken_file_is_named(run, document, reason):
    for more in ((), ("--json",)):
        result = run("games", *more)
        assert (result.exit_code, result.stderr) == (0, f"upcard: left out: {reason}\n")
        assert "leduc-poker" in result.stdout
        assert "broken" not in result.stdout
    assert len(document("games", "--json")["games"]) == len(catalog.game_modules())


def test_other_games_are_explained_and_played(run, reason):
    assert run("rules", "lama").exit_code == 0
    result = run("simulate", "kuhn-poker", "--games", 10, "--strategy", "random")
    assert result.exit_code == 0
    assert "left out" not in result.output


def test_who_asks_for_the_broken_file_gets_the_reason(told, reason):
    if "rules file" in reason:
        assert told("rules", "broken-one") == (1, reason)
        assert told("play", "broken_one", "--against", "random") == (1, reason)
        assert told("simulate", "broken-one", "--cards", "3") == (1, reason)
    else:
        assert told("simulate", "lama", "--strategy", "broken-one") == (1, reason)


def test_the_doctor_names_the_broken_file_and_what_to_do(run, reason):
    result = run("doctor", env={"COLUMNS": "300"})
    assert result.exit_code == 1
    assert f"wrong: {reason}\n" in result.stdout
    assert "install Upcard again" not in result.stdout
    assert "same-first" in result.stdout


def test_the_doctor_reads_the_functions_of_every_file(run, own_file):
    text = '"""Dreams. Source: made up."""\n\nfrom upcard.kit.strategy import Strategy\n\n'
    text += 'STRATEGY = Strategy(name="dreaming", games=("lama",), words="dreams", source="made up")\n\n\n'
    own_file("strategies", "dreaming", text + "def choose(v):\n    return v.dream\n")
    result = run("doctor", env={"COLUMNS": "300"})
    assert result.exit_code == 1
    assert "dreaming.py line 9, choose: cannot be compiled: v.dream, which is not declared" in result.stdout


def test_a_game_whose_functions_do_not_compile_is_not_listed_as_if_it_could_be_played(run, own_file):
    text = Path(kuhn_poker.__file__).read_text(encoding="utf-8").replace('"kuhn-poker"', '"dream-poker"')
    own_file(
        "games",
        "dream_poker",
        text.replace("def start(s: State) -> None:", "def start(s: State) -> None:\n    s.dream = 1"),
    )
    for more in ((), ("--json",)):
        result = run("games", *more)
        assert result.exit_code == 0
        assert "dream-poker" not in result.stdout
        assert "kuhn-poker" in result.stdout
        assert result.stderr.startswith(
            "upcard: left out: the rules file dream_poker/rules.py cannot be used:\n"
        )
        assert "s.dream" in result.stderr


def test_a_broken_game_of_another_package_does_not_vanish_silently(run, monkeypatch):
    point = EntryPoint("chess", "no_such_module_at_all", "upcard.rules")
    monkeypatch.setattr(catalog, "entry_points", lambda group: [point] if group == point.group else [])
    forget()
    try:
        listed, examined = run("games"), run("doctor", "--json")
    finally:
        monkeypatch.undo()
        forget()
    sentence = (
        "the entry point chess = no_such_module_at_all cannot be loaded: "
        "there is no module 'no_such_module_at_all'; install it, or fix the import"
    )
    assert (listed.exit_code, listed.stderr) == (0, f"upcard: left out: {sentence}\n")
    assert examined.exit_code == 1
    assert f'"{sentence}"' in examined.stdout


def test_the_list_can_be_empty(run, monkeypatch):
    monkeypatch.setattr("upcard.engine.registry.game_modules", dict)
    assert "0 games" in run("games").stdout


STUDY = "the study file broken_one.py cannot be loaded: line 1: invalid syntax; fix this line"


def test_the_studies_are_listed_and_a_broken_one_is_named(run, document, own_file):
    own_file("study", "broken_one", "def f(:\n")
    for more in ((), ("--json", "-")):
        result = run("study", *more)
        assert (result.exit_code, result.stderr) == (0, f"upcard: left out: {STUDY}\n")
        assert "lama-paper" in result.stdout
    assert len(document("study", "--json", "-")["studies"]) == len(study_modules())


def test_who_asks_for_a_broken_study_gets_the_reason(told, own_file):
    own_file("study", "broken_one", "def f(:\n")
    assert told("study", "broken-one") == (1, STUDY)


def test_the_doctor_names_a_broken_study_and_what_to_do(run, own_file):
    own_file("study", "broken_one", "def f(:\n")
    result = run("doctor", env={"COLUMNS": "300"})
    assert result.exit_code == 1
    assert f"wrong: {STUDY}\n" in result.stdout
    assert "install Upcard again" not in result.stdout
    assert "lama-strength" in result.stdout
