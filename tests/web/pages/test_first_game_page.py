"""The pages of the first games without scripts: steps, moves, questions, and the rules at a table."""

import pytest
from tests.web.browsing import attribute, csrf, soup_of

from upcard.engine.game_spec import GameSpec
from upcard.engine.registry import valid_games
from upcard.play.first_game import FirstGame, first_game
from upcard.web.illustrated_text import rules_for_players

GAMES = sorted(valid_games()[0])
NAMES = [name for name in GAMES if first_game(name)]
PRESET = "smallsum alternate"


def first_of(name: str) -> FirstGame:
    first = first_game(*name.split())
    assert first is not None
    return first


def path_of(name: str, sub: str = "") -> str:
    """Where the pages of a first game are, with the beginning of the query."""
    game, _, preset = name.partition(" ")
    return f"/learn/{game}/first{sub}?{f'preset={preset}&' if preset else ''}"


def text_at(page, selector):
    found = page.select_one(selector)
    assert found is not None
    return found.text


def page_of(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status, answer.text
    return soup_of(answer.text)


@pytest.mark.parametrize("name", [*NAMES, PRESET])
def test_every_step_is_shown_with_everything_that_it_points_at(client, name):
    first = first_of(name)
    for number, step in enumerate(first.steps, 1):
        page = page_of(client, f"{path_of(name)}step={number}")
        assert text_at(page, "#coach h2") == step.title
        assert len(page.select("#table [data-coached]")) == len(step.point), (number, step.title)
        assert bool(page.select("#acts button")) == bool(step.play)
        assert bool(page.select_one("#coach .next")) == (not step.play)


@pytest.mark.parametrize("name", [*NAMES, PRESET])
def test_a_right_move_leads_to_the_next_step_and_another_is_answered(client, name):
    first, token = first_of(name), csrf(client)
    for number, step in enumerate(first.steps, 1):
        if not step.play:
            continue
        match, right = first.session(number).match, first.right_move(number)
        for action in match.legal()[:6]:
            form = {"csrf": token, "action": str(action)}
            answer = client.post(f"{path_of(name, '/act')}step={number}", data=form)
            page = soup_of(answer.text)
            if action == right:
                assert text_at(page, "#coach h2") == first.steps[number].title
            else:
                assert text_at(page, "#coach .reply").strip()
                assert text_at(page, "#coach h2") == step.title


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_answer_names_the_step_and_right_ones_end_the_lesson(client, name):
    questions = first_of(name).questions
    answers = {f"q{i}": x.right for i, x in enumerate(questions)}
    path = f"/learn/{name}/first"
    page = page_of(client, f"{path}?step=check")
    assert [len(x.select("input")) for x in page.select("fieldset")] == [len(x.answers) for x in questions]
    right = client.get(path, params={"step": "check"} | answers)
    assert "All five are right" in right.text
    answers["q0"] = questions[0].right % len(questions[0].answers) + 1
    page = soup_of(client.get(path, params={"step": "check"} | answers).text)
    assert "4 of 5 are right" in text_at(page, "p.notice[role=status]")
    assert [x["href"] for x in page.select(".answer.wrong a")] == [f"{path}?step={questions[0].step}"]


def test_a_table_can_be_opened_after_the_lesson(client):
    page = page_of(client, "/learn/lama/first?step=check")
    form = {x["name"]: x["value"] for x in page.select("form.ready input")} | {"play": "lama"}
    answer = client.post("/tables", data=form)
    assert answer.status_code == 200
    assert answer.url.path.startswith("/t/")


def test_a_game_without_a_first_game_says_so(client):
    assert page_of(client, "/learn/no-such-game/first", 404)
    assert page_of(client, "/learn/lama/first?step=99").select_one("#coach")
    assert page_of(client, "/learn/lama/first?step=x&tried=77").select_one("#coach")


@pytest.mark.parametrize("name", [x for x in GAMES if rules_for_players(GameSpec(x).game(), "classic")])
def test_the_rules_at_a_table_have_all_parts_and_pictures_that_exist(client, name):
    for preset in ("", *GameSpec(name).rules.PRESETS):
        page = page_of(client, f"/new/{name}?preset={preset}")
        titles = [x.text for x in page.select(".rules-text h3")]
        assert titles[0] == "Goal"
        assert {"Setup", "Scoring"} <= set(titles)
        for image in {x["src"] for x in page.select(".rules-text img")}:
            assert client.get(image).status_code == 200, image


def test_the_rules_at_a_table_are_those_of_its_options(client):
    official, paper = (
        text_at(page_of(client, f"/new/lama?preset={x}"), ".rules-text") for x in ("official", "paper")
    )
    assert "Each kind counts only once" in official
    assert "you return a chip" in official
    assert "Every card counts" in paper
    assert "you return a chip" not in paper


def test_the_first_game_of_a_preset_leads_to_tables_with_its_rules(client):
    page = page_of(client, f"{path_of(PRESET)}step=check")
    assert text_at(page, "h1") == "Smallsum Alternate: do you know how to play?"
    assert [a["href"] for a in page.select("form.ready a") if a.text == "Learn Smallsum"] == [
        "/learn/smallsum/first?step=1"
    ]
    form = {x["name"]: x["value"] for x in page.select("form.ready input")} | {"play": "smallsum"}
    table, other = soup_of(client.post("/tables", data=form).text), page_of(client, "/new/smallsum")
    assert attribute(table, ".new-here a", "href") == "/learn/smallsum/first?preset=alternate"
    assert attribute(other, ".new-here a", "href") == "/learn/smallsum/first"
    questions = {f"q{i}": x.right for i, x in enumerate(first_of(PRESET).questions)}
    page = page_of(
        client,
        "/learn/smallsum/first?preset=alternate&step=check&"
        + "&".join(f"{k}={x}" for k, x in questions.items()),
    )
    assert "All five are right" in page.text
    assert page_of(client, "/learn/smallsum/first?preset=cash", 404)


@pytest.mark.parametrize("name", ["kuhn-poker", "le-her", "leduc-poker", "liars-dice"])
def test_the_end_speaks_to_the_learner(client, name):
    first = first_game(name)
    assert first is not None
    page = client.get(f"/learn/{name}/first?step={len(first.steps)}").text
    assert "You wins" not in page
    assert "You win!" in page
