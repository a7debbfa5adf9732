"""Clocks for a whole match on the page of a table: everybody's time, and whose runs."""

import re

from tests.web.browsing import add, csrf, new_table, other, soup_of


def test_the_table_shows_the_time_of_both_players_and_whose_runs(client):
    clock = {"clock": "total 600", "seat-1": "me", "seat-2": "open"}
    ben, table = other(client), new_table(client, game="leduc-poker", players="2", **clock)
    ben.post(f"{table}/sit", data={"csrf": csrf(ben, table), "name": "Ben", "added": "of Ben"})
    add(client, table, "of Ana")
    page = soup_of(client.get(table).text)
    assert [x.text for x in page.select(".clock-words")] == ["10 minutes each for the whole match"]
    live = client.app.state.site.tables.live[table.rpartition("/")[2]]
    for place in (".players li", ".seat"):
        clocks = page.select(f"{place} .clock")
        assert len(clocks) == 2
        assert all(re.fullmatch(r"10:00|9:5\d", x.text) for x in clocks)
        (standing,) = page.select(f"{place}:has(.clock.still)")
        assert live.seats[1 - live.mover].name in standing.text
    table_json = client.get(f"/api/v1/tables/{live.row.id}").json()
    assert table_json["clock"] == "total 600"
    assert table_json["seconds_left"] == [600.0, 600.0]
    assert table_json["due_at"] == live.row.due_at
