"""Generated pages follow the code, and are only touched when they change."""

import json
from pathlib import Path
from types import ModuleType

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


def test_a_small_game_is_checked_as_a_tree_and_a_large_one_is_not(generate: ModuleType) -> None:
    games = generate.own_games()
    tree = "The tree is in order: chances add up to 1, and nobody forgets or is told what he may not know"
    assert tree in generate.promises(games["kuhn-poker"])
    assert tree not in generate.promises(games["lama"])


def test_a_game_of_another_package_gets_no_page(generate: ModuleType) -> None:
    assert "lama" in generate.own_games()
    assert "high-card" not in generate.own_games()


def test_the_page_of_a_game_shows_how_the_search_fared(generate: ModuleType) -> None:
    study = json.loads(generate.SEARCHES.read_text(encoding="utf-8"))
    for name, rules in generate.own_games().items():
        duels = [d for d in study["results"]["duels"] if d["game"] == name]
        page = generate.game_page(rules)
        assert ("## Searching against rules of thumb" in page) == bool(duels)
        for d in duels:
            assert f"| `{d['opponent']}` | {d['difference']:+.3f} |" in page
