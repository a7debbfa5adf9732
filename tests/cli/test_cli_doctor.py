"""The doctor: what is there, and what is wrong."""

from upcard.cli.doctor import LOOKS


def test_it_says_what_is_installed_and_found(run):
    result = run("doctor")
    assert result.exit_code == 0
    for part in ("upcard 0", "numba", "cores", "cache", "leduc-poker", "Everything works."):
        assert part in result.stdout


def test_the_json_document_holds_every_look(document, tmp_path):
    content = document("doctor", "--json", env={"UPCARD_CACHE": str(tmp_path / "none" / "yet")})
    assert set(content) == {*LOOKS, "problems"}
    assert content["problems"] == []
    assert content["cache"]["programs"] == 0
    assert content["cache"]["writable"] is True
    assert content["games"] == sorted(content["games"])


def test_what_is_broken_is_told_and_the_rest_still_looked_at(run, monkeypatch):
    from upcard.engine.errors import BrokenRules

    def broken():
        raise BrokenRules("the rules file chess.py cannot be used")

    monkeypatch.setattr("upcard.engine.catalog.game_modules", broken)
    result = run("doctor")
    assert result.exit_code == 1
    assert "wrong: games: the rules file chess.py cannot be used" in result.stdout
    assert "same-first" in result.stdout


def test_a_package_that_does_not_load_is_told(run, monkeypatch):
    def missing():
        raise ImportError("No module named 'numba'")

    monkeypatch.setitem(LOOKS, "versions", missing)
    result = run("doctor")
    assert result.exit_code == 1
    assert "wrong: versions: No module named 'numba'; install Upcard again" in result.stdout
