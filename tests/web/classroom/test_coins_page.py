"""Wall and report of a class in which a coin pressed a button for a pupil who was missing."""

from tests.web.classes import new_class, text_at


def test_wall_and_report_count_pupils_and_say_where_a_coin_played(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/two-buttons", matrix="chicken")
    met = [text_at(page, ".two-buttons") for _, page in room.each()]
    assert sum("with a coin. You both choose" in x for x in met) == 1
    room.press(1)
    wall = room.show()
    assert "2 games played; 0 of 3 pupils are still choosing" in wall.text
    assert sum(int(x.text.split()[0]) for x in wall.select(".matrix .count")) == 1
    assert "In 1 game, a coin played" in text_at(wall, ".part")
    assert " of 3: " in text_at(wall, ".bar-note")
    assert " of 3 times." in client.get(f"/c/{room.code}/report").text


def test_nobody_presses_a_button_after_the_last_round(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons", matrix="chicken")
    page = room.pupils[0].look(room.code)[1]
    fields = {str(x["name"]): str(x["value"]) for x in page.select("form.two-buttons input")}
    room.press(1)
    late = fields | {"question": "0", "value": "1"}  # as a program could send it
    sent = room.pupils[0].client.post(f"/c/{room.code}/answer", data=late)
    assert (sent.status_code, "over or has not started" in sent.text) == (409, True)


def test_what_a_coin_pressed_for_who_was_removed_is_told_as_chance(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/two-buttons", rounds="3")
    room.go(1)
    form = room.pupils[0].look(room.code)[1].select("form.two-buttons input")
    fields = {str(x["name"]): str(x["value"]) for x in form}
    room.pupils[0].client.post(f"/c/{room.code}/answer", data=fields | {"value": "0"})
    room.lead("pupil/1/remove")
    lines = client.get(f"/c/{room.code}/decisions.csv").text.splitlines()
    assert [x.split(",")[7:10:2] for x in lines[1:]] == [["Ana", "pupil"], ["Ben", "chance"]]
    room.wall("show")
    assert "In 1 game, a coin played" in text_at(room.show(), ".part")
