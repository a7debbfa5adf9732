"""The command that deals the same cards again."""


def again_after(run, *words):
    lines = run("play", *words, input="").stdout.splitlines()
    (line,) = (x for x in lines if x.startswith("same cards again: "))
    return line.removeprefix("same cards again: ")


def test_usual_options_are_left_out(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    usual = again_after(run, "beat-it-or-eat-it", "--against", "random", "--seed", "1")
    assert usual == "upcard play beat-it-or-eat-it --players 2 --seat 1 --against random --seed 1"
    other = again_after(run, "beat-it-or-eat-it", "--length", "4", "--against", "random", "--seed", "1")
    assert (
        other
        == "upcard play beat-it-or-eat-it --players 2 --option length=4 --seat 1 --against random --seed 1"
    )
    assert again_after(run, *other.split()[2:]) == other
