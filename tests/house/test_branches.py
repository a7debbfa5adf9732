"""What ``make coverage`` prints last: the branches of each package, and a fault where there are too few."""

import pytest
from tests import branches
from tests.branches import Counted, by_package, main


def told(taken, of, run=8):
    """What coverage.py tells of a file with ten lines."""
    return {
        "summary": {
            "covered_branches": taken, "num_branches": of, "covered_lines": run, "num_statements": 10,
        }
    }  # fmt: skip


FILES = {
    "src/upcard/games/lama/rules.py": told(9, 10),
    "src/upcard/games/stoppers/rules.py": told(29, 30),
    "src/upcard/engine/game.py": told(20, 20),
    "src/upcard/solving/exact_lp.py": told(19, 20),
    "src/upcard/server/table_service.py": told(96, 100),
    "src/upcard/web/app.py": told(0, 100),
}


def test_files_count_for_their_package_and_others_for_none():
    found = by_package(FILES)
    assert list(found) == ["rules", "engine", "solving", "play"]
    assert found["rules"] == Counted(40, 38, 20, 16)
    assert [x.share for x in found.values()] == [95, 100, 95, 96]


@pytest.mark.parametrize(
    ("changed", "few"),
    [
        ({}, ""),
        ({"src/upcard/games/lama/rules.py": told(8, 10)}, "rules"),
        ({"src/upcard/server/table_service.py": told(94, 100)}, "play"),
    ],
)
def test_a_package_with_too_few_is_a_fault(monkeypatch, capsys, changed, few):
    monkeypatch.setattr(branches, "measured", lambda: FILES | changed)
    assert main() == bool(few)
    out, err = capsys.readouterr()
    assert "engine            20      20  100.0 %      10       8" in out
    assert err == (f"fewer than 95 % of the branches are taken in: {few}\n" if few else "")


def test_what_was_not_measured_has_no_share(monkeypatch, capsys):
    monkeypatch.setattr(branches, "measured", dict)
    assert main() == 1
    assert "rules, engine, solving, play" in capsys.readouterr().err
