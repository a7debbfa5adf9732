"""The analysis board is seen from one side, whoever is to act, until somebody turns the table."""

from bs4 import BeautifulSoup
from tests.web.browsing import attribute


def shown(client, address):
    page = BeautifulSoup(client.get(address).text, "html.parser")
    (below,), (table,) = page.select("#table .own .seat"), page.select("#table")
    return page, int(str(below["data-plate"])), int(str(table["data-seat"]))


def link(page, words):
    return page.find("a", string=words)["href"]


def follow(client, page):
    form = page.select_one("form#acts")
    fields = {x["name"]: x["value"] for x in form.select("input")}
    fields["action"] = form.select_one(".choice")["value"]
    return str(client.post(form["action"], data=fields).url)


def test_the_same_seat_lies_below_at_every_step(client):
    page, below, mover = shown(client, "/analysis/kuhn-poker?seed=3")
    assert (below, mover) == (0, 0)
    page, below, mover = shown(client, follow(client, page))
    assert (below, mover) == (0, 1)
    assert "you" in page.select("#table .seats .caption")[0].text
    assert page.select_one("#table .own article[aria-label='seat 1, player 1']")
    assert page.select("#table .choice")


def test_it_stays_as_it_was_turned(client):
    page, _, _ = shown(client, "/analysis/kuhn-poker?seed=3")
    page, below, mover = shown(client, link(page, "rotate the table"))
    assert (below, mover) == (1, 0)
    page, below, mover = shown(client, follow(client, page))
    assert (below, mover) == (1, 1)
    page, below, _ = shown(client, link(page, "undo"))
    assert below == 1
    page, below, _ = shown(client, link(page, "show all cards"))
    assert below == 1
    page, below, _ = shown(client, link(page, "rotate the table"))
    assert below == 0
    assert page.find("a", string="hide secret cards")


def test_who_plays_a_position_out_lies_below(client):
    _, below, _ = shown(client, "/analysis/kuhn-poker?seed=3&me=1&bot=random")
    assert below == 1


def test_a_side_that_is_not_there_is_refused(client):
    deal = "/cards?dealt=K.Q&side=x"
    for rest in ("?seed=3&side=7", "?seed=3&side=x", "?seed=3&side=-1", deal, deal.replace("K.Q", "K")):
        answer = client.get(f"/analysis/kuhn-poker{rest}")
        assert answer.status_code in (400, 422)
        assert not BeautifulSoup(answer.text, "html.parser").select("#table")


def test_turning_shows_nothing_that_the_mover_does_not_see(client):
    one = BeautifulSoup(client.get("/analysis/kuhn-poker?seed=3").text, "html.parser")
    other = BeautifulSoup(client.get("/analysis/kuhn-poker?seed=3&side=1").text, "html.parser")
    cards = [sorted(x["src"] for x in page.select("#table .card img")) for page in (one, other)]
    assert cards[0] == cards[1]


def at(client, address, words):
    """The page to which a link leads, and its address."""
    answer = client.get(link(BeautifulSoup(client.get(address).text, "html.parser"), words))
    return BeautifulSoup(answer.text, "html.parser"), f"{answer.url.path}?{answer.url.query.decode()}"


def test_it_stays_as_it_was_turned_while_cards_are_changed(client):
    _, laying = at(client, "/analysis/kuhn-poker?seed=3&side=1", "edit the deal")
    for choose in (".laid-place a", ".pack a"):
        page = BeautifulSoup(client.get(laying).text, "html.parser")
        answer = client.get(laying.split("?")[0] + attribute(page, choose, "href"))
        laying = f"{answer.url.path}?{answer.url.query.decode()}"
    _, shown_at = at(client, laying, "Show the position")
    assert shown(client, shown_at)[1] == 1
    page = BeautifulSoup(client.get(laying).text, "html.parser")
    assert all("side=1" in x["href"] for x in page.select(".laying a[href]"))


def test_it_stays_as_it_was_turned_while_cards_are_put_anywhere(client):
    game = "/analysis/beat-it-or-eat-it"
    _, putting = at(client, f"{game}?seed=3&side=1", "edit the position")
    page = BeautifulSoup(client.get(putting).text, "html.parser")
    answer = client.get(f"{game}/places" + attribute(page, ".laid-place a", "href"))
    page = BeautifulSoup(answer.text, "html.parser")
    assert attribute(page, ".sizes [name=side]", "value") == "1"
    assert all("side=1" in x["href"] for x in page.select(".analysis a[href]"))
    _, shown_at = at(client, putting, "Show the position")
    assert shown(client, shown_at)[1] == 1


def test_it_stays_as_it_was_turned_on_the_way_to_what_is_known(client):
    page, _, _ = shown(client, "/analysis/four-cell?seed=3&side=1")
    part = attribute(page, "section.insight", "hx-get")
    known = BeautifulSoup(client.get(part).text, "html.parser")
    assert shown(client, link(known, "Back to the position"))[1] == 1


def test_it_stays_as_it_is_where_no_bot_plays_any_more(client):
    page, below, _ = shown(client, "/analysis/kuhn-poker?seed=3&me=1&bot=random")
    assert below == 1
    page, below, _ = shown(client, link(page, "play all seats yourself"))
    assert below == 1
