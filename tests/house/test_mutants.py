"""Which mutants of a module are tried, and by which tests."""

import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing

import pytest
from tests.mutants import PLUGINS, ROOT, copied, guards_of, surroundings, thin


def test_a_game_is_tested_by_its_golden_games_first_and_then_by_its_unit_tests():
    goldens = "tests/golden/test_golden.py::test_the_golden_game_is_played_as_it_was"
    guards = guards_of("games/lama/rules")
    assert guards[:3] == [f"{goldens}[lama-{preset}]" for preset in ("default", "official", "paper")]
    assert guards[3:] == sorted(str(x.relative_to(ROOT)) for x in ROOT.glob("tests/games/lama/**/test_*.py"))


def test_any_other_module_is_tested_by_its_unit_tests():
    assert guards_of("simulation/estimate") == ["tests/simulation/test_estimate.py"]


def test_what_games_share_is_tested_by_all_their_tests():
    own = [*guards_of("games/le_her/rules"), *guards_of("games/stoppers/rules")]
    assert guards_of("kit/ranks") == own


def test_a_module_without_tests_is_refused_with_the_file_that_is_missing():
    with pytest.raises(SystemExit, match=r"no tests of its own: expected tests/engine/tree/test_labels\.py"):
        guards_of("engine/tree/labels")


@pytest.mark.parametrize("module", ["games/bridge/rules", "lama", "games/lama/end", ""])
def test_what_is_no_module_is_refused_with_an_example(module):
    with pytest.raises(SystemExit, match="expected one such as games/lama/rules or simulation/estimate"):
        guards_of(module)


def test_the_tests_can_be_found_with_the_few_plugins_that_every_mutant_meets():
    env = surroundings(ROOT)
    command = [sys.executable, "-m", "pytest", *PLUGINS.split(), "--collect-only", "-q", __file__]
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def session(tmp_path):
    """Nine mutants of three places, and one that is left out."""
    file = tmp_path / "session.sqlite"
    with closing(sqlite3.connect(file)) as rows, rows:
        rows.execute("create table work_items (job_id)")
        rows.execute("create table work_results (job_id)")
        rows.execute(
            "create table mutation_specs (job_id, start_pos_row, start_pos_col, operator_name, occurrence)"
        )
        for k in range(10):
            rows.execute("insert into work_items values (?)", (f"job {k}",))
            rows.execute("insert into mutation_specs values (?, ?, 4, 'swap', ?)", (f"job {k}", k // 3, k))
        rows.execute("insert into work_results values ('job 9')")
    return file


def kept(file):
    """Mutants that are left, and how many of each place."""
    with closing(sqlite3.connect(file)) as rows:
        assert not rows.execute("select * from work_results").fetchall()
        items = {job for (job,) in rows.execute("select job_id from work_items")}
        specs = dict(rows.execute("select job_id, start_pos_row from mutation_specs"))
    assert items == set(specs)
    return items, Counter(specs.values())


@pytest.mark.parametrize(("most", "each"), [(3, [1, 1, 1]), (4, [1, 1, 2]), (6, [2, 2, 2]), (99, [3, 3, 3])])
def test_no_place_is_chosen_twice_before_each_was_chosen_once(session, most, each):
    assert thin(session, most, 1) == (9, 3)
    _, by_place = kept(session)
    assert sorted(by_place.values()) == each


def test_the_seed_decides_which_mutants_are_tried(session, tmp_path):
    chosen: list[frozenset[str]] = []
    for seed in (1, 1, 2, 3, 4):
        copy = tmp_path / f"{len(chosen)}.sqlite"
        copy.write_bytes(session.read_bytes())
        thin(copy, 3, seed)
        chosen.append(frozenset(kept(copy)[0]))
    assert chosen[0] == chosen[1]
    assert len(set(chosen)) > 1


def test_what_is_broken_is_a_copy(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.mutants.KEPT", tmp_path)
    place = copied("rules/ranks")
    assert (place / "src/upcard/kit/ranks.py").is_file()
    assert (place / "tests/golden/test_golden.py").is_file()
    assert not list(place.rglob("__pycache__"))
