"""The table as HTML: what can be done, what is seen and what is not, for every game."""

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from bs4 import BeautifulSoup
from tests.night import IS_NIGHTLY

from upcard.engine.card_notation import with_suits
from upcard.engine.game import make_game
from upcard.engine.registry import find_rules, game_modules
from upcard.engine.result_words import score_text
from upcard.kit.cards import EVERYBODY, OWNER
from upcard.play.move_log import Move
from upcard.play.scene import make_scene, with_players
from upcard.play.session import MatchSession, seat_players
from upcard.report.piece_images import token_names
from upcard.testing.game_variants import plain_variants
from upcard.testing.random_walk import Walk
from upcard.testing.zone_cells import cards_in_line, lines, zones
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_html import board_html
from upcard.web.http.display_settings import (
    PAUSES,
    SCREENS,
    SPEEDS,
    STYLE_WORDS,
    THEMES,
    DisplaySettings,
    read_settings,
)
from upcard.web.templates import fill_template

STEPS = 60 if IS_NIGHTLY else 7
GAME_NAMES = sorted(game_modules())
CARD = re.compile(r"/cards/classic/[\w-]+/(\d+)\.svg")


def variants(name):
    """A game with its fewest and its most players under every preset; at night with every option."""
    if IS_NIGHTLY:
        return plain_variants(name)
    rules = find_rules(name)
    return [
        make_game(name, n, preset)
        for preset in (None, *rules.PRESETS)
        for n in sorted(set(rules.GAME.players))
    ]


VARIANTS = [game for name in GAME_NAMES for game in variants(name)]


def parsed(html):
    """A fragment, whose only root is the table."""
    soup = BeautifulSoup(html, "html.parser")
    assert [tag.get("id") for tag in soup.find_all(recursive=False)] == ["table"]
    return soup


def drawn(game, match, seat, **told):
    """The fragment of a seat, or of everybody after the end, and its scene."""
    v = match.state if seat is None else match.view(seat)
    scene = make_scene(
        game, v, seat, [f"<b>{p}" for p in range(game.players)], match.scores() if v.over else ()
    )
    return parsed(board_html(scene, BoardContext(game, act_url="/act", csrf="c<s>rf", **told))), scene


def visible(game, s, seat):
    """The cards that a seat may see, told from the declarations; None for one who sits nowhere."""
    seen: Counter[int] = Counter()
    for f in zones(game.rules):
        for owner, line in lines(f, s):
            if f.sight is EVERYBODY or (f.sight is OWNER and owner == seat):
                seen.update(cards_in_line(f, line))
    return seen


def shown(soup):
    """The cards that lie open in a fragment."""
    return Counter(int(card) for img in soup.select("img") for card in CARD.findall(img["src"]))


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_a_seat_is_shown_what_it_may_see_and_every_choice_once(game):
    walk = Walk(game, 3, 1)
    for i in range(STEPS):
        for seat in {walk.match.player, i % game.players} - {-1}:
            soup, scene = drawn(game, walk.match, seat)
            assert shown(soup) <= visible(game, walk.state, seat)
            offered = [int(b["value"]) for b in soup.select("#acts .choice")]
            assert sorted(offered) == (walk.match.legal() if seat == walk.match.player else [])
            touched = {int(a) for b in soup.select("[data-actions]") for a in b["data-actions"].split()}
            assert touched == {c.action for c in scene.choices if c.touches}
        if not walk.step():
            break


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_fragment_has_no_script_or_style_and_every_picture_has_words(name):
    game = make_game(name)
    walk = Walk(game, 4, 2)
    for _ in range(STEPS):
        soup, _ = drawn(game, walk.match, max(walk.match.player, 0))
        assert not soup.select("script, style, [style], iframe, object")
        assert not [a for tag in soup.find_all() for a in tag.attrs if a.startswith("on")]
        assert all("alt" in img.attrs for img in soup.select("img"))
        assert all(img["alt"] for img in soup.select("img[src^='/cards/']"))
        things = {
            img["src"].removeprefix("/art/").removesuffix(".svg") for img in soup.select("img[src^='/art/']")
        }
        assert things <= set(token_names())
        keys = [tag["data-key"] for tag in soup.select("[data-key]")]
        assert len(set(keys)) == len(keys)
        if not walk.step():
            break


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_button_is_in_the_form_or_tells_why_not(name):
    game = make_game(name)
    match = game.match(1, 1)
    soup, _ = drawn(game, match, match.player)
    form = soup.select_one("form#acts")
    assert (form["method"], form["action"]) == ("post", "/act")
    fields = {i["name"]: i["value"] for i in form.select("input")}
    assert fields == {"turn": "0", "seat": str(match.player), "csrf": "c<s>rf"}
    for button in soup.select("button"):
        is_choice = button.get("name") == "action" and (
            form in button.parents or button.get("form") == "acts"
        )
        is_menu = len(button.get("data-actions", "").split()) > 1 and button["type"] == "button"
        is_refused = button.get("aria-disabled") == "true" and button["data-why"].endswith(".")
        assert is_choice + is_menu + is_refused == 1


def test_who_waits_sees_no_form_and_is_told_whose_turn_it_is():
    game = make_game("lama", 3)
    match = game.match(1, 1)
    soup, _ = drawn(game, match, (match.player + 1) % 3)
    assert not soup.select("form")
    assert soup.select_one(".turn").string == f"<b>{match.player} to play."
    why = {card["data-why"] for card in soup.select(".own [data-why]")}
    assert why == {f"Wait for your turn: <b>{match.player} to play."}


def test_several_who_choose_at_once_are_told_together():
    game = make_game("goofspiel")
    captions = [SeatCaption(is_thinking=True), SeatCaption("bot", is_thinking=True)]
    match = game.match(1, 1)
    scene = make_scene(game, match.view(0), 0, ["Ann", "Bob"])
    watched = parsed(board_html(scene, BoardContext(game, captions)))
    assert watched.select_one(".turn").string == "Your turn."
    assert len(watched.select(".seat.turn")) == 2
    captions = [SeatCaption("bot", is_thinking=True), SeatCaption()]
    played_for = parsed(board_html(scene, BoardContext(game, captions)))
    assert played_for.select_one(".turn").string == "Ann to play."


def test_a_watcher_sees_no_hand_and_can_touch_nothing():
    game = make_game("stoppers", 4)
    match = game.match(1, 1)
    seated = make_scene(game, match.view(0), 0)
    zones_of_all = [
        replace(z, is_open=False, faces=(), size=None) if z.sight is OWNER else z for z in seated.zones
    ]
    numbers = tuple(q for q in seated.quantities if q.sight is EVERYBODY)
    scene = replace(seated, me=None, zones=tuple(zones_of_all), quantities=numbers, choices=())
    soup = parsed(board_html(scene, BoardContext(game)))
    assert shown(soup) <= visible(game, match.state, None)
    assert not soup.select("button, form, .own")
    assert len(soup.select(".seats .seat")) == 4


@pytest.mark.parametrize("name", ["lama", "four-cell", "beat-it-or-eat-it", "liars-dice"])
def test_at_the_end_everything_lies_open_with_scores_and_winners(name):
    game = make_game(name)
    match = game.match(2, 3)
    while not match.is_over:
        match.do(match.legal()[0])
    soup, scene = drawn(game, match, None)
    assert not soup.select("form, [data-actions]")
    rows = soup.select(".result tr")
    assert [row.select_one("td").get_text() for row in rows if "wins" in row.get("class", [])] == [
        score_text(game.rules, scene.scores[p]) for p in scene.winners
    ]
    assert len(rows) == game.players
    hands = {z.name for z in scene.zones if z.sight is OWNER and z.is_open and z.size and not z.is_quiet}
    assert hands <= {box["data-where"] for box in soup.select("[data-plate] [data-where]")}


def test_names_and_words_are_escaped():
    game = make_game("lama", 2)
    moves = [Move(1, 0, "<script>alert(1)</script>")]
    soup, _ = drawn(game, game.match(1, 1), 0, moves=moves)
    assert not soup.select("b, script")
    assert soup.select_one(".moves .what").string == "<script>alert(1)</script>"


def test_a_choice_to_confirm_asks_once_and_can_be_taken_back():
    game = make_game("lama", 2)
    match = game.match(1, 1)
    a = match.legal()[0]
    soup, scene = drawn(game, match, match.player, confirm=True, chosen=a, view_url="/t/1")
    yes = soup.select_one("button.yes")
    assert (yes["name"], yes["value"]) == ("action", str(a))
    assert soup.select_one("input[name=confirmed]")["value"] == "1"
    assert soup.select_one("a.no")["href"] == "/t/1"
    assert [b["value"] for b in soup.select("[name=action]")] == [str(a)]
    assert soup.select_one(".confirm strong").string == next(c.words for c in scene.choices if c.action == a)


def test_what_was_done_is_told_in_a_live_region_and_secrets_are_not():
    game = make_game("goofspiel", preset="three")
    table = MatchSession(game.match(1, 1), seat_players(game, [0, 1], []))
    table.push(table.scene(0).choices[0].action)
    soup = parsed(board_html(table.scene(1), BoardContext(game, moves=table.log.seen_by(1))))
    log = soup.select_one("[role=log]")
    assert log["aria-live"] == "polite"
    assert [li.get_text(" ", strip=True) for li in log.select("li")] == ["player 1 chose in secret"]
    own = parsed(board_html(table.scene(0), BoardContext(game, moves=table.log.seen_by(0)))).select(
        "[role=log] li"
    )
    words = table.log.entries[0].words
    assert [li.get_text(" ", strip=True) for li in own] == [f"player 1 {words}"]


def test_pennies_chips_lives_and_dice_are_drawn():
    things = {"smallsum": "penny", "leduc-poker": "chip", "stoppers": "life", "liars-dice": "die-"}
    for name, thing in things.items():
        match = make_game(name).match(1, 1)
        soup, _ = drawn(match.game, match, 0)
        assert soup.select(f".seat img[src^='/art/{thing}']"), name


def test_the_die_of_the_other_is_under_its_cup():
    match = make_game("liars-dice").match(1, 1)
    soup, _ = drawn(match.game, match, 0)
    assert [img["alt"] for img in soup.select("[data-plate='1'] .tokens img")] == ["hidden"]
    assert soup.select_one(".own .tokens img")["alt"] == str(match.state.die[0])


def test_two_cards_in_a_place_of_four_cell_lie_across_each_other_with_their_owners():
    match = make_game("four-cell").match(1, 1)
    soup, _ = drawn(match.game, match, 0)
    crosses = soup.select(".places .zone.cross")
    assert [box["data-where"] for box in crosses] == ["NW", "NE", "SW", "SE"]
    assert all([n.string for n in box.select(".note")] == ["S", "W"] for box in crosses)
    assert all("courts=10" in img["src"] for img in soup.select("img[src^='/cards/']"))


def test_cards_in_words_have_the_signs_of_their_suits():
    suited, plain = find_rules("beat-it-or-eat-it"), find_rules("liars-dice")
    assert (
        with_suits("Beat h7 with a higher heart, or eat.", suited) == "Beat 7♥ with a higher heart, or eat."
    )
    assert with_suits("two 3s", plain) == "two 3s"


@pytest.mark.parametrize("name", ["beat-it-or-eat-it", "four-cell"])
def test_an_action_is_read_as_it_is_printed(name):
    match, random = make_game(name).match(5), Random(5)
    signs = 0
    while not match.is_over and len(match.actions) < 60:
        for action in match.legal():
            printed = with_suits(match.words(action), match.game.rules)
            signs += any(x in printed for x in "♠♥♦♣")
            assert match.read(printed) == match.read(printed.upper()) == match.read(match.words(action))
        match.do(random.choice(match.legal()))
    assert signs > 20


def test_settings_are_read_from_cookies_and_nonsense_is_as_usual():
    assert read_settings({}) == DisplaySettings()
    cookies = {
        "cards": "four-colour",
        "theme": "dark",
        "confirm": "yes",
        "digits": "no",
        "screen": "projector",
    }
    assert read_settings(cookies) == DisplaySettings("four-colour", "dark", True, False, "projector")
    assert (
        read_settings({"cards": "<x>", "theme": "pink", "confirm": "?", "digits": "?"}) == DisplaySettings()
    )


def test_the_settings_show_what_is_chosen():
    settings = DisplaySettings("large-index", "dark", True, False)
    words = {
        "styles": STYLE_WORDS,
        "themes": THEMES,
        "screens": SCREENS,
        "pauses": PAUSES,
        "speeds": SPEEDS,
    }
    soup = BeautifulSoup(fill_template("settings.html.jinja", settings=settings, **words), "html.parser")
    chosen = [o["value"] for o in soup.select("option[selected]")]
    assert chosen == ["large-index", "dark", "near", "short", "normal"]
    assert [i["data-setting"] for i in soup.select("input[checked]")] == ["confirm"]


def test_pause_speed_and_sound_come_from_cookies():
    assert read_settings({}) == DisplaySettings(pause="short", speed="normal", sound=False)
    chosen = read_settings({"pause": "wait", "speed": "off", "sound": "yes"})
    assert chosen == DisplaySettings(pause="wait", speed="off", sound=True)
    assert read_settings({"pause": "long", "speed": "9", "sound": "loud"}) == DisplaySettings()


def test_a_watcher_sees_every_die_under_its_cup():
    game = make_game("liars-dice")
    match = game.match(1, 1)
    seated = make_scene(game, match.view(0), 0)
    numbers = tuple(q for q in seated.quantities if q.sight is EVERYBODY)
    soup = parsed(board_html(replace(seated, me=-1, quantities=numbers, choices=()), BoardContext(game)))
    assert [img["alt"] for img in soup.select(".seat .tokens img")] == ["hidden", "hidden"]


def test_what_a_round_came_to_stands_above_the_table_until_the_next():
    game = make_game("stoppers", 2, first_dealer=1)
    table = MatchSession(game.match(1), seat_players(game, [0, 1], []))
    for is_told in (False, False, True):
        page = parsed(board_html(table.scene(table.turn), BoardContext(game)))
        told = [x.text for x in page.select(".ended span")]
        assert bool(told) == is_told
        table.push(table.match.read("keep"))
    assert told[0] == "Round 1 is over."
    assert told[1] == "The lowest card was 5: player 1."
    assert "player 1: had " in told[2]


def test_what_was_done_in_an_earlier_round_stands_beside_nobody():
    game = make_game("smallsum", 2, None, variant="basic", rounds=2)
    table = MatchSession(game.match(1, 1), seat_players(game, [0, 1], []))

    def said() -> list[str]:
        """What stands beside the seats, as seat 2 sees it."""
        told = BoardContext(game, moves=table.log.seen_by(1), begun_after=table.log.rounds.begun_after)
        return [x.text for x in parsed(board_html(table.scene(1), told)).select(".said")]

    table.push(0)
    assert said() == ["…"]
    table.push(0)
    assert table.match.state.round == 1
    assert said() == []
    table.push(1)
    table.push(1)
    assert table.match.is_over
    assert len(said()) == 2


@pytest.mark.parametrize(
    ("acts", "scores", "turn"),
    [
        ((0, 0), ["±0 pennies a draw", "±0 pennies a draw"], "The match is a draw."),
        ((1, 0), ["+1 penny wins", "−1 penny"], "player 1 wins."),
        ((1, 1), ["+2 pennies wins", "−2 pennies"], "player 1 wins."),
    ],
)
def test_scores_of_pennies_are_told_with_a_sign_and_a_draw_is_no_win(acts, scores, turn):
    game = make_game("smallsum", preset="cash")
    table = MatchSession(game.match(1, 1), seat_players(game, [0, 1], []))
    for action in acts:
        table.push(action)
    page = parsed(board_html(table.scene(None), BoardContext(game)))
    assert page.select_one(".turn").text.replace("player 2", "player 1") == turn
    told = [x.get_text(" ", strip=True) for x in page.select(".result tr")]
    assert [x.partition(" ")[2].partition(" ")[2] for x in told] == scores


def test_the_round_of_now_is_not_said_to_be_the_rounds_finished():
    match = make_game("smallsum").match(1, 1)
    soup, _ = drawn(match.game, match, 0)
    (number,) = [x for x in soup.select(".number") if x.dt.text == "round"]
    assert number.dd.text == "1"
    assert "title" not in number.attrs


def test_chips_of_several_values_come_to_the_number_beside_them():
    match = make_game("lama").match(1, 1)
    match.state.points[0], match.state.points[1] = 27, 0
    soup, _ = drawn(match.game, match, 0)
    own = soup.select_one(".own .number[title='points so far, in chips of 10 and 1']")
    assert [x["src"] for x in own.select("img")] == ["/art/chip-10.svg"] * 2 + ["/art/chip-1.svg"] * 7
    assert own.select_one("dd").text == "27"
    assert not soup.select("[data-plate='1'] .tokens")


def test_the_state_of_a_seat_is_a_badge_without_a_label():
    match = make_game("lama").match(1, 1)
    match.state.out[0] = 1
    soup, _ = drawn(match.game, match, 0)
    assert [x.text for x in soup.select(".own .badge")] == ["out"]
    assert "out" not in [x.dt.text for x in soup.select(".number")]


def test_seats_are_called_by_the_names_of_their_players():
    names = ["Ana", "Ben", "Cleo"]
    text = "Seat 2 asks seat 3 to swap; player 1 waits, and seat 12 is none."
    assert with_players(text, names) == "Ben asks Cleo to swap; Ana waits, and seat 12 is none."
    assert with_players("Seat 1 asks seat 2.", ["Ana", "Ana"]) == "Seat 1 asks seat 2."
    game = make_game("stoppers", 3, first_dealer=1)
    scene = make_scene(game, game.match(1).view(1), 1, ("Ana", "<Ben>", "<Cleo>"))
    says = parsed(board_html(scene, BoardContext(game))).select_one(".says").text
    assert "Keep your card, or swap with <Cleo>." in says


def test_at_the_end_ones_own_seat_stays_below():
    game = make_game("kuhn-poker")
    match = game.match(dealt=["king", "jack"])
    match.do("bet")
    match.do("bet")
    scene = make_scene(game, match.state, None, ("Ana", "Ben"), match.scores())
    for own, below in ((None, []), (0, ["0"]), (1, ["1"])):
        soup = parsed(board_html(scene, BoardContext(game, viewer=own)))
        assert [x["data-plate"] for x in soup.select(".own .seat")] == below
        assert len(soup.select(".seat .card img")) == 2
        assert [x.text for x in soup.select(".own .caption")] == ["you"] * len(below)


def test_a_call_is_shown_on_the_felt_and_the_verdict_of_a_round_only_once():
    game = make_game("stoppers", 2, first_dealer=1, lives=1)
    table = MatchSession(game.match(1), seat_players(game, [0, 1], []))
    table.match.state.card[0] = 12
    table.identify(table.scene(0), 0)
    table.push(table.match.read("swap"))
    page = parsed(board_html(table.identify(table.scene(0), 0, 0), BoardContext(game)))
    assert [x.text for x in page.select(".felt .call")] == ["Stopper! Player 1 shows a King."]
    table.push(table.match.read("keep"))
    page = parsed(board_html(table.identify(table.scene(None), 0, 1), BoardContext(game)))
    assert page.select(".call") == []
    assert page.select(".ended .verdict")
