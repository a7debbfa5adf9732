"""Games and strategies in a folder of the user's own."""

import re
from pathlib import Path

import pytest

from upcard.engine import registry as catalog
from upcard.engine.discovery import forget
from upcard.engine.errors import BrokenRules, Usage
from upcard.engine.game import make_game
from upcard.engine.players import entrant_for
from upcard.engine.user_folders import home_folder, user_files
from upcard.simulation.kernel import SHARE, WIN
from upcard.simulation.lineup import line_up
from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator
from upcard.solving.solve_game import solve

NO_FOLDER = "it is not a folder; move it away, or name another folder in UPCARD_HOME"
STRATEGY = '''"""Always the first legal action."""

from upcard.kit.strategy import State, Strategy, legal

STRATEGY = Strategy(name="very-first", games=("kuhn-poker",), words="the first legal action", source="a test")


def choose(v: State) -> int:
    """The first legal action."""
    for a in range(v.actions):
        if legal(v, a):
            return a
    return 0
'''


def rules(name):
    from upcard.games.kuhn_poker import rules as kuhn_poker

    text = Path(str(kuhn_poker.__file__)).read_text()
    return text.replace('name="kuhn-poker"', f'name="{name}"')


def played(game, strategy):
    """How many of twenty games, interpreted, are won by one seat or the other."""
    simulator = Simulator(line_up(make_game(game), strategy), interpreted=True)
    wins = simulator.play(make_plan(20, 1, 2), 0, 20).entrants[0, :, WIN]
    return wins.sum() / SHARE


def test_a_game_in_the_folder_is_found_by_name(home):
    (home / "games" / "my_poker.py").write_text(rules("my-poker"))
    assert make_game("my-poker").match(seed=1).legal() == [0, 1]
    assert played("my-poker", "random") == 20


def test_a_folder_in_games_is_a_game_with_its_parts(home):
    folder = home / "games" / "folder_poker"
    (folder / "strategies").mkdir(parents=True)
    (folder / "rules.py").write_text(rules("folder-poker"))
    strategy = STRATEGY.replace("kuhn-poker", "folder-poker").replace("very-first", "very-first-there")
    (folder / "strategies" / "very_first_there.py").write_text(f"{strategy}\nfrom ..rules import ACTIONS\n")
    (folder / "evaluator.py").write_text("HORIZON = 3\n")
    (home / "games" / "no_rules").mkdir()
    assert [x.name for x in user_files("games")] == ["folder_poker"]
    assert make_game("folder-poker").match(seed=1).legal() == [0, 1]
    assert played("folder-poker", "very-first-there") == 20
    assert vars(catalog.part("folder-poker", "evaluator"))["HORIZON"] == 3
    assert catalog.part("folder-poker", "insights") is None
    assert catalog.skipped_files() == ()


def test_a_game_folder_may_hold_solutions(home):
    folder = home / "games" / "solved_poker"
    (folder / "solutions").mkdir(parents=True)
    (folder / "rules.py").write_text(rules("solved-poker"))
    game = make_game("solved-poker")
    assert "equilibrium" not in catalog.strategies_for(game.rules)
    with pytest.raises(Usage, match=r"'equilibrium' plays .*, not solved-poker"):
        entrant_for("equilibrium", game)
    solve(game).save(folder / "solutions" / "solved-poker.json")
    assert "equilibrium" in catalog.strategies_for(game.rules)
    odds = entrant_for("equilibrium", game).odds
    assert odds is not None
    assert sum(float(p) for _, p in odds(game.match(seed=1).view(0))) == 1


def test_a_game_folder_is_read_again_after_a_change(home):
    folder = home / "games" / "changing_poker"
    folder.mkdir()
    (folder / "rules.py").write_text(rules("changing-poker"))
    (folder / "evaluator.py").write_text("HORIZON = 3\n")
    assert vars(catalog.part("changing-poker", "evaluator"))["HORIZON"] == 3
    (folder / "evaluator.py").write_text("HORIZON = 33\n")
    for file in user_files("games"):
        file.forget()
    forget()
    assert vars(catalog.part("changing-poker", "evaluator"))["HORIZON"] == 33


def test_a_broken_file_in_a_game_folder_is_reported(home):
    folder = home / "games" / "half_broken"
    folder.mkdir()
    (folder / "rules.py").write_text("x = (\n")
    with pytest.raises(BrokenRules, match=r"your file .*half_broken/rules\.py cannot be loaded: "):
        make_game("half-broken")


def test_a_broken_part_of_a_game_folder_stops_no_other_game(home, caplog):
    folder = home / "games" / "half_poker"
    folder.mkdir()
    (folder / "rules.py").write_text(rules("half-poker"))
    (folder / "activity.py").write_text("x = (\n")
    sentence = r"the file .*half_poker\.activity cannot be loaded: activity\.py line 1: "
    with pytest.raises(BrokenRules, match=sentence):
        catalog.part("half-poker", "activity")
    assert {"smallsum", "stoppers"} <= set(catalog.parts("activity"))
    assert any(re.match(sentence, x) for x in caplog.messages)
    assert all("half_poker" not in x.__name__ for x in catalog.part_modules("activity"))
    assert make_game("half-poker").match(seed=1).legal() == [0, 1]


def test_what_begins_with_an_underscore_is_left_alone(home):
    (home / "games" / "_draft.py").write_text("nonsense(")
    assert list(user_files("games")) == []
    assert catalog.skipped_files() == ()


def test_a_broken_file_is_told_and_keeps_nothing_else_from_working(home):
    (home / "games" / "broken.py").write_text("x = (\n")
    (home / "games" / "my_poker.py").write_text(rules("my-poker"))
    assert "my-poker" in catalog.game_modules()
    with pytest.raises(
        BrokenRules, match=r"your file .*broken\.py cannot be loaded: broken\.py line 1: '\('"
    ):
        make_game("broken")


def test_no_file_takes_the_name_of_a_game_of_ours(home):
    (home / "games" / "kuhn_poker.py").write_text(rules("kuhn-poker"))
    assert "is the name of both" in " ".join(catalog.skipped_files())
    assert make_game("kuhn-poker").rules.__name__ == "upcard.games.kuhn_poker.rules"


def test_a_strategy_in_the_folder_plays(home):
    (home / "strategies" / "very_first.py").write_text(STRATEGY)
    assert played("kuhn-poker", "very-first") == 20


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("kuhn-pokre", r"kuhn-pokre \(there is no such game; did you mean 'kuhn-poker'\?\), not kuhn-poker;"),
        ("zzz", r"zzz \(there is no such game\), not kuhn-poker;"),
        ("broken", "plays broken, not kuhn-poker;"),
        ("leduc-poker", "plays leduc-poker, not kuhn-poker;"),
    ],
)
def test_a_strategy_of_a_game_that_does_not_exist_is_told_which_was_meant(home, given, told):
    (home / "games" / "broken.py").write_text("x = (\n")
    name = f"first-at-{given}"
    file = (
        home / "strategies" / f"{name.replace('-', '_')}.py"
    )  # a module is loaded once, so each has its own
    file.write_text(STRATEGY.replace("kuhn-poker", given).replace("very-first", name))
    with pytest.raises(Usage, match=told):
        played("kuhn-poker", name)


def test_without_a_folder_there_is_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_HOME", str(tmp_path / "nowhere"))
    assert home_folder() == tmp_path / "nowhere"
    assert list(user_files("games")) == []


def test_a_home_that_is_a_file_is_told(tmp_path, monkeypatch):
    text = tmp_path / "text"
    text.write_text("not a folder")
    monkeypatch.setenv("UPCARD_HOME", str(text))
    forget()
    why = f"your folder {text} cannot be read: {NO_FOLDER}"
    assert catalog.skipped_files() == (why,)
    assert "kuhn-poker" in catalog.game_modules()
    with pytest.raises(Usage, match=r"your Upcard folder cannot be read: `upcard doctor` says why$"):
        make_game("good")
    monkeypatch.undo()
    forget()


def test_a_file_in_place_of_the_games_is_told(home):
    (home / "games").rmdir()
    (home / "games").write_text("not a folder")
    why = f"your folder {home / 'games'} cannot be read: {NO_FOLDER}"
    assert catalog.skipped_files() == (why,)


def test_what_is_no_file_is_told_without_a_line_to_mend(home):
    (home / "games" / "gone.py").symlink_to("nowhere.py")
    (home / "games" / "way.py").mkdir()
    link = "no such file or directory; fix it, or move it away"
    folder = "it is a folder; give it another name, or move it away"
    assert catalog.skipped_files() == (
        f"your file {home / 'games' / 'gone.py'} cannot be loaded: {link}",
        f"your file {home / 'games' / 'way.py'} cannot be loaded: {folder}",
    )


def test_two_files_of_one_name_are_told_by_where_they_lie(home):
    files = [home / "games" / name for name in ("one.py", "other.py")]
    for file in files:
        file.write_text(rules("good"))
    assert catalog.skipped_files() == (f"'good' is the name of both {files[0]} and {files[1]}; rename one",)
