"""Rows of games: the same sums as without rows, and tables whose means are those of the result."""

import csv
import errno
from pathlib import Path

import numpy as np
import polars
import pytest
from tests.simulation.test_executors import Here

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.simulation import game_row_file
from upcard.simulation.game_row_file import GameRowFile
from upcard.simulation.game_rows import RowSimulator, RowSums
from upcard.simulation.kernel import SHARE
from upcard.simulation.lineup import line_up
from upcard.simulation.simulate_games import simulate
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator

LAMA = ["same-first", "folding", "random"]
SETTINGS = [("fixed", False), ("rotate", False), ("random", False), ("fixed", True)]


@pytest.mark.parametrize(("seating", "duplicate"), SETTINGS)
@pytest.mark.parametrize("interpreted", [False, True])
def test_the_sums_are_those_of_the_program_without_rows(seating, duplicate, interpreted):
    lineup = line_up(make_game("lama", 3), LAMA)
    plan = make_plan(12 if interpreted else 300, 3, 3, seating, duplicate)
    plain = Simulator(lineup).play(plan, 1, plan.blocks)
    sums = RowSimulator(lineup, interpreted=interpreted).play(plan, 1, plan.blocks)
    for name in ("entrants", "games", "pairs"):
        assert (getattr(sums, name) == getattr(plain, name)).all(), name
    assert isinstance(sums, RowSums)
    assert len(sums.rows) == (plan.blocks - 1) * plan.per_block


def test_sums_that_do_not_fit_are_added_in_parts_with_all_rows(monkeypatch):
    simulator = RowSimulator(line_up(make_game("kuhn-poker"), "random"))
    plan = make_plan(50, 3, 2)
    whole = simulator.play(plan, 0, 50)
    monkeypatch.setattr("upcard.simulation.simulator.most_blocks", lambda rules, per_block: 7)
    parts = simulator.play(plan, 0, 50)
    assert isinstance(whole, RowSums)
    assert isinstance(parts, RowSums)
    assert (parts.rows == whole.rows).all()
    assert (parts.entrants == whole.entrants).all()


def text_rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text().splitlines()))


@pytest.mark.parametrize(("seating", "duplicate"), SETTINGS)
def test_the_means_of_the_rows_are_those_of_the_result(tmp_path, seating, duplicate):
    file = tmp_path / "games.csv"
    game = make_game("lama", 3)
    result = simulate(game, LAMA, 400, seed=5, seating=seating, duplicate=duplicate, save=file)
    rows, seats = text_rows(file), range(1, 4)
    assert len(rows) == result.games
    for s in result.seats:
        of_entrant = [(r, p) for r in rows for p in seats if int(r[f"entrant_{p}"]) == s.seat]
        assert len(of_entrant) == result.games
        parts = sum(round(float(r[f"win_{p}"]) * SHARE) for r, p in of_entrant)
        assert parts / (result.games * SHARE) == s.estimates["win_share"].value
        for name, estimate in (
            ("score", "score_mean"),
            ("points", "points_mean"),
            ("over_30", "over_30_share"),
        ):
            total = sum(int(r[f"{name}_{p}"]) for r, p in of_entrant)
            assert total / result.games == s.estimates[estimate].value, name
    for name in ("decisions", "rounds"):
        assert sum(int(r[name]) for r in rows) / result.games == result.per_game[f"{name}_mean"].value


def test_a_row_says_game_deal_seed_seats_and_winners(tmp_path):
    file = tmp_path / "games.csv"
    simulate("lama", LAMA, 30, players=3, seed=5, duplicate=True, save=file)
    rows = text_rows(file)
    assert [int(r["game"]) for r in rows] == list(range(30))
    assert [int(r["deal"]) for r in rows] == [i // 3 for i in range(30)]
    assert {r["seed"] for r in rows} == {"5"}
    assert [rows[i]["entrant_1"] for i in range(3)] == ["1", "2", "3"]
    for r in rows:
        parts = [float(r[f"win_{p}"]) for p in (1, 2, 3)]
        assert r["winners"].split() == [str(p + 1) for p in range(3) if parts[p]]
        assert sum(parts) == pytest.approx(1)
    simulate("lama", LAMA, 4, players=3, save=file)
    assert [r["deal"] for r in text_rows(file)] == ["0", "1", "2", "3"]


def test_shared_wins_and_games_that_nobody_wins_are_shown():
    parts = np.array([[SHARE, 0, 0], [SHARE // 2, 0, SHARE // 2], [0, 0, 0], [840, 840, 840]])
    assert game_row_file._winners(parts).tolist() == ["1", "1 3", "", "1 2 3"]


def test_a_file_does_not_depend_on_threads_workers_or_parts(tmp_path, monkeypatch):
    monkeypatch.setattr(RowSimulator, "most_in_chunk", 100)
    files = [tmp_path / f"{i}.csv" for i in range(4)]
    simulate("smallsum", "random", 900, save=files[0], threads=1)
    simulate("smallsum", "random", 900, save=files[1], threads=3)
    simulate("smallsum", "random", 900, save=files[2], executor=Here())
    monkeypatch.setattr(game_row_file, "PART_OF_TABLE", 7)
    simulate("smallsum", "random", 900, save=files[3])
    assert len({f.read_bytes() for f in files}) == 1


def test_both_kinds_of_file_have_the_same_table(tmp_path, monkeypatch):
    monkeypatch.setattr(game_row_file, "PART_OF_TABLE", 50)
    for name in ("games.csv", "games.parquet"):
        simulate("stoppers", "random", 210, players=4, save=tmp_path / name)
    table = polars.read_parquet(tmp_path / "games.parquet")
    text = polars.read_csv(tmp_path / "games.csv", schema=table.schema).with_columns(
        polars.col("winners").fill_null("")
    )
    assert len(table) == 210
    assert table.equals(text)


def test_ctrl_c_leaves_the_rows_of_the_games_that_count(tmp_path):
    def stop(done: int, planned: int) -> None:
        if done > 500:
            raise KeyboardInterrupt

    with GameRowFile(make_game("kuhn-poker"), make_plan(10**9, 0, 2)) as rows:
        result = simulate("kuhn-poker", "random", 10**9, save=rows, on_progress=stop)
        rows.write(tmp_path / "games.csv")
    assert result.interrupted
    assert len(text_rows(tmp_path / "games.csv")) == result.games == rows.games


def test_rows_that_come_again_after_ctrl_c_are_left_out():
    with GameRowFile(make_game("kuhn-poker"), make_plan(9, 0, 2)) as rows:
        some = np.arange(3 * rows.layout.cells).reshape(3, -1)
        for first in (0, 0, 3, 0, 3):
            rows.add(first, some)
        assert rows.games == 6
        (part,) = rows.parts()
        assert part["decisions"].tolist() == some[:, -1].tolist() * 2


def test_a_full_folder_for_temporary_files_costs_the_table_and_not_the_result(tmp_path, monkeypatch):
    class Full:
        def seek(self, place: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self) -> None:
            pass

    monkeypatch.setattr("tempfile.TemporaryFile", Full)
    with GameRowFile(make_game("kuhn-poker"), make_plan(9, 0, 2)) as rows:
        assert simulate("kuhn-poker", "random", 9, save=rows).games == 9
        with pytest.raises(Failure, match="the rows of the games do not fit into the folder for temporary"):
            rows.write(tmp_path / "games.csv")
    assert not (tmp_path / "games.csv").exists()


def test_other_endings_and_accelerators_are_refused_before_any_game(tmp_path):
    with pytest.raises(Usage, match=r"the name 'a\.xls' ends in '\.xls'; expected \.parquet or \.csv"):
        simulate("kuhn-poker", "random", 10**12, save="a.xls")
    with pytest.raises(Usage, match="an accelerator stores no rows of games"):
        simulate("kuhn-poker", "random", 10**12, save=tmp_path / "a.csv", gpu=True)
