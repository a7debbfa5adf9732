"""Generated pages follow the code, and are only touched when they change."""

import importlib
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def test_pages_are_written_once_and_left_alone_after(generate: ModuleType, tmp_path: Path) -> None:
    first = {p: p.stat().st_mtime_ns for p in generate.write_pages(tmp_path)}
    second = {p: p.stat().st_mtime_ns for p in generate.write_pages(tmp_path)}
    assert first == second
    assert {str(p.relative_to(tmp_path)) for p in first} == set(generate.pages())


def test_the_page_of_a_game_that_is_gone_is_removed(generate: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    old = tmp_path / "games" / "old-maid.md"
    old.write_text("# Old maid\n")
    generate.write_pages(tmp_path)
    assert not old.exists()


def test_git_passes_over_every_generated_page(generate: ModuleType) -> None:
    passed = (ROOT / "docs" / ".gitignore").read_text(encoding="utf-8").split()
    whole = ("games/", "lessons/")
    seen = [name for name in generate.pages() if f"/{name}" not in passed and not name.startswith(whole)]
    assert {f"/{folder}" for folder in whole} <= set(passed)
    assert not seen


@pytest.fixture
def game_pages(generate: ModuleType) -> ModuleType:
    """The module that writes the page of a game; it is found once the generator was loaded."""
    return importlib.import_module("game_pages")


def test_a_small_game_is_checked_as_a_tree_and_a_large_one_is_not(
    generate: ModuleType, game_pages: ModuleType
) -> None:
    games = generate.own_games()
    tree = "The tree is in order: chances sum to 1, and nobody forgets or learns too much"
    assert tree in game_pages.promises(games["kuhn-poker"])
    assert tree not in game_pages.promises(games["lama"])


def test_a_game_of_another_package_gets_no_page(generate: ModuleType) -> None:
    assert "lama" in generate.own_games()
    assert "high-card" not in generate.own_games()


def test_the_page_of_a_game_shows_how_the_search_fared(generate: ModuleType, game_pages: ModuleType) -> None:
    study = json.loads(game_pages.SEARCHES.read_text(encoding="utf-8"))
    for name, rules in generate.own_games().items():
        duels = [d for d in study["results"]["duels"] if d["game"] == name]
        page = generate.game_page(rules)
        assert ("## Searching against rules of thumb" in page) == bool(duels)
        for d in duels:
            assert f"| `{d['opponent']}` | {d['difference']:+.3f} |" in page


def test_the_page_of_every_game_says_what_it_was_compared_with_and_what_is_open(generate: ModuleType) -> None:
    verification = (ROOT / "docs" / "reference" / "verification.md").read_text(encoding="utf-8")
    for name, rules in generate.own_games().items():
        (row,) = (x for x in verification.splitlines() if x.startswith("| [") and f"/{name}.md)" in x)
        said = [cell.strip() for cell in row.strip("|").split("|")[1:] if cell.strip()]
        page = generate.game_page(rules).partition("## How it is verified")[2]
        assert said
        assert all(f": {x}." in page.replace("](../reference/tab", "](tab") for x in said)
