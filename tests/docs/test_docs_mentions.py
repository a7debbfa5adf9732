"""Everything there is has a place in the documentation."""

import json
import re
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner

import upcard
import upcard.testing
from upcard.cli.root import upcard as commands
from upcard.engine.registry import game_modules, strategy_modules
from upcard.study.study_registry import study_modules

OWN_GAMES = {k: m for k, m in game_modules().items() if m.__name__.startswith("upcard.")}
OWN_STRATEGIES = {k: m for k, m in strategy_modules().items() if m.__name__.startswith("upcard.")}
COMMANDS = commands.list_commands(click.Context(commands))


def own_command(name: str) -> click.Command:
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_in_the_written_pages(name: str, written: dict[str, str]) -> None:
    assert any(f"upcard {name}" in text for text in written.values())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_stands_in_the_reference(name: str, generated: dict[str, str]) -> None:
    page = generated["reference/command-line.md"]
    section = page.split(f"## upcard {name}\n")[1].split("\n## ")[0]
    for parameter in own_command(name).params:
        assert all(o in section for o in parameter.opts if o.startswith("--"))


@pytest.mark.parametrize("name", sorted(OWN_GAMES))
def test_a_game_page_tells_all_of_its_rules_file(name: str, generated: dict[str, str]) -> None:
    rules, page = OWN_GAMES[name], generated[f"games/{name}.md"]
    names = [o.name for o in rules.OPTIONS] + [x for o in rules.OPTIONS for x in o.values]
    names += [*rules.PRESETS, *(f.name for f in rules.STATE)]
    assert not [x for x in names if f"`{x}`" not in page]
    assert all(f.source in page and f"{f.value:,}" in page for f in getattr(rules, "FACTS", ()))
    assert all(f"`{m.name}_" in page for m in getattr(rules, "MEASURES", ()))


@pytest.mark.parametrize("name", sorted(OWN_STRATEGIES))
def test_a_strategy_stands_on_the_page_of_each_of_its_games(name: str, generated: dict[str, str]) -> None:
    declared = OWN_STRATEGIES[name].STRATEGY
    for game in declared.games or OWN_GAMES:
        page = generated[f"games/{game}.md"]
        assert f"`{name}`" in page
        assert declared.source in page
        assert all(f"`{p.name}`" in page for p in declared.parameters)


@pytest.mark.parametrize("kind", [sorted(OWN_GAMES), sorted(study_modules())], ids=["games", "studies"])
def test_written_pages_name_every_game_and_study(kind: list[str], written: dict[str, str]) -> None:
    everything = "\n".join(written.values())
    assert not [name for name in kind if name not in everything]


@pytest.mark.parametrize("module", [upcard, upcard.testing], ids=lambda m: m.__name__)
def test_every_public_name_is_documented(module: ModuleType, generated: dict[str, str]) -> None:
    everything = "\n".join(generated.values())
    own = [n for n in module.__all__ if n not in ("game_modules", "solver_modules", "strategies_for")]
    assert not [n for n in own if not re.search(rf":: {module.__name__}\.{n}\n", everything)]


RECORD = """upcard record 1
game kuhn-poker version 1
players 2
seed 1 game 0
1 bet
"""
JSON = {
    "games": ["games", "--json"],
    "rules": ["rules", "lama", "--json"],
    "facts": ["rules", "kuhn-poker", "--json"],
    "simulate": ["simulate", "lama", "--games", "8", "--json"],
    "differences": ["simulate", "lama", "--games", "8", "--seating", "rotate", "--json"],
    "tournament": ["tournament", "lama", "same-first", "random", "--players", "2", "--games", "8", "--json"],
    "tune": [
        "tune",
        "lama",
        "folding",
        "--against",
        "random",
        "--games",
        "1",
        "--evaluations",
        "18",
        "--confirm",
        "2",
        "--json",
    ],
    "replay": ["replay", "-", "--json"],
    "replay as a seat": ["replay", "-", "--seat", "1", "--json"],
    "studies": ["study", "--json", "-"],
    "doctor": ["doctor", "--json"],
    "solve": ["solve", "kuhn-poker", "--json"],
    "solve by positions": ["solve", "goofspiel", "--length", "2", "--objective", "stages", "--json"],
    "solve a round": ["solve", "stoppers", "--players", "3", "--objective", "round", "--json"],
    "respond": ["respond", "kuhn-poker", "--against", "random", "--json"],
    "probe": ["probe", "s1.4/s2/s3+", "--json"],
    "matrix": ["matrix", "3,3 0,5; 5,0 1,1", "--json"],
}
PARAMETERS = ("parameters", "defaults", "ranges", "optimistic_parameters")
NAMES_OF_THINGS = (
    *PARAMETERS,
    "options",
    "presets",
    "best_for",
    "position",
    "versions",
    "python",
    "terminal",
    "extras",
    "games_per_second",
)


def keys(x: Any) -> set[str]:
    """The keys of a document, without those that are names of games, packages and so on."""
    if isinstance(x, list):
        return {k for part in x for k in keys(part)}
    if isinstance(x, dict):
        inner = {k for name, part in x.items() if name not in NAMES_OF_THINGS for k in keys(part)}
        return {re.sub("_(low|high|se)$", "", k) for k in x} | inner
    return set()


@pytest.mark.parametrize("words", JSON.values(), ids=JSON)
def test_the_json_page_names_every_key(words: list[str], written: dict[str, str]) -> None:
    page = written["docs/reference/json.md"]
    document = json.loads(CliRunner().invoke(commands, words, input=RECORD).stdout)
    assert not [k for k in sorted(keys(document)) if f"`{k}`" not in page]
