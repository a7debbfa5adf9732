"""What groups of a class write together, and what a contest tells them."""

import asyncio

from tests.web.browsing import attribute, filled, soup_of
from tests.web.classes import new_class, text_at

from upcard.classroom.background_tasks import ContestResult
from upcard.classroom.mean_bars import mean_bar


def test_what_one_keeps_stands_in_the_forms_of_his_group_and_their_phones_are_told(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/smallsum")
    room.go(1)
    assert room.live.group_of(room.live.pupils[0]) == room.live.group_of(room.live.pupils[2])
    phones = {pupil: asyncio.Event() for pupil in range(4)}
    room.live.listeners |= {event: pupil for pupil, event in phones.items()}
    room.write(room.pupils[0], "Low sums.", **{"menu-bet_at": "17"})
    assert [pupil for pupil, event in phones.items() if event.is_set()] == [0, 2]
    page = room.pupils[2].look(room.code)[1]
    assert text_at(page, "#words") == "Low sums."
    assert attribute(page, "[name=menu-bet_at] option[selected]", "value") == "17"
    assert "Last changed by Ana" in text_at(page, ".as-kept")
    assert text_at(room.pupils[1].look(room.code)[1], "#words") == ""


def test_a_contest_tells_the_rules_in_words_and_each_group_its_own_result(client, monkeypatch):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/smallsum")
    room.go(1)
    room.write(room.pupils[0], "Low sums.", **{"menu-bet_at": "17"})
    shares = {"The optimum": 0.6, "Group 1": 0.5, "Always bet": 0.4}

    def found(key, work, game, options, entries, *rest, then):
        """A contest that is over at once."""
        bars = [mean_bar(x.words, [(shares[x.words], 0.001)], x.is_known, x.rule) for x in entries]
        return ContestResult(tuple(sorted(bars, key=lambda x: -x.value)))

    monkeypatch.setattr(client.app.state.classes.jobs, "get", found)
    room.go(2)
    told = [x.text for x in room.show().select(".bars .bar-rule")]
    assert told[0].startswith("It bets when it is more likely to have the smaller sum")
    assert told[1:] == [
        "We bet when the sum of our three cards is at most 17.",
        "It always bets the maximum.",
    ]
    mine, other = (" ".join(text_at(x.look(room.code)[1], "#place").split()) for x in room.pupils[:2])
    assert "Your rule has won 50.00 % ± 0.20 of its matches: place 2 of 3." in mine
    assert "We bet when the sum of our three cards is at most 17." in mine
    assert "The optimum won most: 60.00 % ± 0.20. It bets when" in mine
    assert "Your group has no rule in this contest." in other


def test_phones_are_told_when_a_contest_has_gone_on(client):
    room = new_class(client, "Ana")
    phone, board = asyncio.Event(), asyncio.Event()
    room.live.listeners[phone] = 0
    room.live.boards.add(board)
    room.live.notify_all()
    assert phone.is_set()
    assert board.is_set()


def test_nothing_that_another_has_kept_is_replaced_by_who_has_not_seen_it(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.go(1)
    ana, ben = room.pupils
    old = filled(ben.look(room.code)[1], "form.write") | {"words": "High sums.", "with-rule": "on"}
    room.write(ana, "Low sums.", **{"menu-bet_at": "17"})
    sent = ben.client.post(f"/c/{room.code}/rule", data=old)
    assert sent.status_code == 409
    page = soup_of(sent.text)
    assert "Ana saved another version in the meantime" in text_at(page, ".fault")
    assert text_at(page, "#words") == "High sums."
    assert "Low sums. We bet when the sum of our three cards is at most 17." in text_at(page, ".instead")
    assert "Low sums." not in room.show().text
    room.wall("show")
    assert "Low sums." in room.show().text
    again = filled(page, "form.write") | {"words": "High sums."}
    assert ben.client.post(f"/c/{room.code}/rule", data=again).status_code == 200
    assert "High sums." in room.show().text
    assert "Low sums." not in room.show().text


def test_what_was_written_for_one_group_is_not_kept_for_another_unless_its_writer_says_so(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/smallsum")
    room.go(1)
    ana = room.pupils[0]
    old = filled(ana.look(room.code)[1], "form.write") | {"words": "Low sums.", "with-rule": "on"}
    groups = f"/c/{room.code}/teach/groups"
    put = filled(soup_of(room.teacher.get(groups).text), "form.regroup") | {"pupil-0": "2"}
    assert room.teacher.post(groups, data=put).status_code == 200
    sent = ana.client.post(f"/c/{room.code}/rule", data=old)
    assert sent.status_code == 409
    assert room.live.answers("rule") == {}
    page = soup_of(sent.text)
    assert "You are in another group now" in text_at(page, ".fault")
    assert text_at(page, "#words") == "Low sums."
    again = filled(page, "form.write") | {"words": "Low sums.", "with-rule": "on"}
    assert ana.client.post(f"/c/{room.code}/rule", data=again).status_code == 200
    assert list(room.live.answers("rule")) == [1]
    room.lead("finish")
    room.lead("begin/smallsum")
    room.go(1)
    assert ana.client.post(f"/c/{room.code}/rule", data=again).status_code == 409
