"""What is counted of a class is worded by how many there are."""

from tests.web.classes import new_class, text_at


def test_one_wording_tells_how_many_groups_there_are(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/smallsum")
    teach = client.get(f"/c/{room.code}/teach").text
    assert "2 of 2 groups are still playing" in teach
    room.go(1)
    assert "0 of 2 groups have a rule." in client.get(f"/c/{room.code}/teach").text
    room.write(room.pupils[0], "Low sums.")
    assert "1 of 2 groups have a rule." in client.get(f"/c/{room.code}/teach").text
    room.lead("pupil/3/remove")
    room.lead("pupil/1/remove")
    assert "1 of 1 group has a rule." in text_at(room.show(), ".sums")
    assert "1 of 1 group has a rule." in client.get(f"/c/{room.code}/teach").text
