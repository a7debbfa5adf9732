"""Names in the source say what a thing is."""

import pytest
from tests.house import names
from tests.house.names import Exemption, VagueName, vague_names

SOURCE = """
import x as found
from y import kept

def _told(given, *, is_asked=0):
    own: int = given
    for said in own:
        said.asked = [kept_cards for kept_cards in own]
    return {"told": own, "found": given.found}
"""


def test_names_in_the_source_say_what_a_thing_is():
    assert [str(x) for x in names.without_exemptions(names.all_vague_names())] == []


def test_every_name_that_stays_has_a_reason_and_is_still_there():
    there = names.all_vague_names()
    assert [x for x in names.exemptions() if len(x.reason.split()) < 3] == []
    assert [x for x in names.exemptions() if not any(x.covers(y) for y in there)] == []


def test_definitions_count_and_uses_do_not():
    lines = {(x.name, x.line) for x in vague_names("a.py", SOURCE)}
    assert lines == {
        ("found", 2), ("kept", 3), ("_told", 5), ("given", 5), ("is_asked", 5), ("own", 6), ("said", 7),
        ("asked", 8),
    }  # fmt: skip


@pytest.mark.parametrize(
    "name", ["own_cards", "kept_cards", "FOUND", "owner", "asked_for", "find", "foundation"]
)
def test_a_word_inside_a_name_may_say_enough(name):
    assert not names.is_vague(name)


def test_an_exemption_is_for_one_name_in_one_file():
    stays = Exemption("a.py", "own", "a key of a saved file")
    assert stays.covers(VagueName("a.py", 3, "own"))
    assert not stays.covers(VagueName("b.py", 3, "own"))
    assert not stays.covers(VagueName("a.py", 3, "kept"))


def test_the_command_lists_and_counts_names(monkeypatch, capsys):
    monkeypatch.setattr(names, "all_vague_names", lambda: [VagueName("src/upcard/cli/a.py", 3, "own")])
    for words, printed in (
        ([], "src/upcard/cli/a.py:3: own\n1 in all\n"),
        (["--count"], "     1 cli\n1 in all\n"),
    ):
        monkeypatch.setattr("sys.argv", ["names", *words])
        with pytest.raises(SystemExit):
            names.main()
        assert capsys.readouterr().out == printed
