"""Playing by a solution from the command line."""

import json

from tests.shared import shipped_certificate


def test_a_saved_solution_plays_at_the_table_and_in_simulations(run, tmp_path):
    file = tmp_path / "a:b,c=1.json"
    assert run("solve", "kuhn-poker", "--save", file).exit_code == 0
    played = run(
        "play", "kuhn-poker", "--against", f"solved:{file}", "--seed", "3", input="pass\npass\nbet\n"
    )
    assert f"solved:{file}" in "".join(played.stdout.split("\n"))
    assert played.exit_code == 0, played.output
    found = run("simulate", "kuhn-poker", "--strategy", f"solved:{file}", "--games", "2000", "--json")
    assert found.exit_code == 0, found.output
    assert [s["strategy"] for s in json.loads(found.stdout)["seats"]] == [f"solved:{file}"] * 2


def test_a_game_against_a_solution_is_kept_and_gone_on_with(run, tmp_path):
    file, kept = tmp_path / "k.json", tmp_path / "game.txt"
    run("solve", "kuhn-poker", "--save", file)
    begun = ("play", "kuhn-poker", "--against", f"solved:{file}", "--seat", "2", "--seed", "3")
    assert run(*begun, input=f"save {kept}\nquit\n").exit_code == 0
    assert f"solved:{file}" in kept.read_text()
    resumed = run("play", "--resume", kept, input="pass\npass\n")
    assert resumed.exit_code == 0, resumed.output


def test_the_odds_of_an_equilibrium_are_told(run):
    out = run("play", "leduc-poker", "--against", "equilibrium", "--seed", "3", input="why\nquit\n").stdout
    assert "equilibrium: raise (75.2 %), check (24.8 %)" in out


def test_what_cannot_be_played_is_refused(run, tmp_path):
    file = tmp_path / "k.json"
    run("solve", "kuhn-poker", "--save", file)
    for command in ("simulate", "play"):
        option = "--strategy" if command == "simulate" else "--against"
        result = run(command, "leduc-poker", option, f"solved:{file}")
        assert result.exit_code == 2
        assert "is for the game kuhn-poker, not leduc-poker" in result.stderr
        assert "names no file; write solved:FILE" in run(command, "leduc-poker", option, "solved:").stderr


def test_a_tournament_knows_a_solution_by_what_its_file_holds(run, tmp_path):
    file = tmp_path / "k.json"
    file.write_bytes((shipped_certificate("kuhn-poker.json")).read_bytes())
    result = run("tournament", "kuhn-poker", "equilibrium", f"solved:{file}")
    assert result.exit_code == 2
    assert f"equilibrium and solved:{file} are the same strategy" in result.stderr


def test_a_folder_is_told_as_one(told, tmp_path):
    sentence = f"{tmp_path} is a folder; name a file in it that `upcard solve --save` wrote"
    assert told("simulate", "kuhn-poker", "--strategy", f"solved:{tmp_path}") == (2, sentence)
