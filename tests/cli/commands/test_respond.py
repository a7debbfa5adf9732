"""``upcard respond``: what it prints and what it refuses."""


def test_the_best_response_is_printed_with_what_to_do(run):
    result = run("respond", "kuhn-poker", "--against", "random", "--strategy", "random")
    assert result.exit_code == 0
    assert "exactly 1/2 at best; random gets +0.125000" in result.stdout.replace("\n", " ")
    assert "fold with jack; call 1 with queen king" in result.stdout


def test_numbers_for_programs_and_a_file(document, run, tmp_path):
    file = tmp_path / "found.json"
    found = document("respond", "kuhn-poker", "--against", "random", "--seat", "2", "--json")
    assert found["seats"][0]["value_exact"] == "5/12"
    result = run("respond", "kuhn-poker", "--against", "random", "--save", str(file))
    assert result.exit_code == 0
    assert '"equilibrium_sure"' in file.read_text()


def test_what_is_wrong_is_said(run):
    assert "against is missing" in run("respond", "kuhn-poker").output
    result = run("respond", "kuhn-poker", "--against", "random", "--seat", "3")
    assert "the seat was given as 3; expected 1 to 2" in result.output
    result = run("respond", "lama", "--against", "random", "--most-nodes", "1000")
    assert "has more than 1,000 nodes" in result.output
    assert (
        "or respond by rollouts: --games 200, in Python playing=RolloutBudget(200, 20, seed=1)"
        in result.output
    )


def test_a_large_game_is_played(document):
    found = document("respond", "lama", "--players", "2", "--against", "random", "--seat", "1", "--strategy",
                     "same-first", "--games", "30", "--playouts", "1", "--json")  # fmt: skip
    assert found["method"] == "policy improvement by playouts"
    low, high = found["seats"][0]["gain_interval"]
    assert low <= found["seats"][0]["gain"] <= high


def test_of_long_charts_of_several_seats_each_has_the_lines_that_come_most_often(run):
    printed = run(
        "respond", "goofspiel", "--length", "3", "--against", "random", env={"COLUMNS": "300"}
    ).stdout
    lines = [x for x in printed.splitlines() if x.startswith("seat ")]
    assert [sum(x.startswith(f"seat {seat} ") for x in lines) for seat in (1, 2)] == [20, 20]
    assert "the 40 most frequent of " in printed
    assert " lines for each seat, all with" in " ".join(printed.split())


def test_of_a_long_chart_the_lines_that_come_most_often_are_printed(run, document):
    asked = ("respond", "leduc-poker", "--against", "random", "--seat", "1")
    cut, whole = (run(*asked, *x, env={"COLUMNS": "300"}).stdout.splitlines() for x in ((), ("--all",)))
    shown, every = ([" ".join(x.split()) for x in lines if x.startswith("seat 1")] for lines in (cut, whole))
    chart = document(*asked, "--json")["chart"]
    assert (len(shown), len(every)) == (20, len(chart))
    assert len(chart) > 20
    said = f"the 20 most frequent of {len(chart)} lines, all with --all or --json; "
    assert said in " ".join(" ".join(cut).split())
    assert "most often" not in " ".join(whole)
    places = [every.index(x) for x in shown]
    assert places == sorted(places)
    assert places[0] == 0


def test_one_player_needs_no_opponents(run, efg):
    """A game for one player once ended in an IndexError."""
    efg(
        'EFG 2 R "Luck" { "Me" }\np "" 1 1 "" { "safe" "risky" } 0\nt "" 1 "" { 1 }\n'
        'c "" 1 "" { "good" 1/3 "bad" 2/3 } 0\nt "" 2 "" { 4 }\nt "" 3 "" { 0 }\n'
    )
    result = run("respond", "a-tree", "--against", "random", "--strategy", "random")
    assert "Seat 1: +1.333333, exactly 4/3 at best; random gets +1.166667" in result.stdout
    assert "--against changed nothing: the game has no other seats" in result.stderr
    assert run("respond", "a-tree").exit_code == 0
