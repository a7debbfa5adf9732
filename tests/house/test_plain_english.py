"""Everything that people read is held to the rules of plain English."""

import pytest
from tests.house import plain_english
from tests.house.plain_english import HELP, RULES, faults, faults_left, room_of
from tests.house.sentences import (
    CODE,
    READERS,
    Sentence,
    in_help,
    in_markdown,
    in_python,
    in_script,
    in_template,
)
from tests.night import LATE

MOST_EXEMPTIONS = 40

FILES = plain_english.all_files()
ROOMS = {HELP, *(room_of(plain_english.name_of(file)) for file in FILES)}


def sentences_of_room(room: str) -> list[Sentence]:
    """Return the sentences of a room."""
    if room == HELP:
        return list(in_help())
    files = [file for file in FILES if room_of(plain_english.name_of(file)) == room]
    return list(plain_english.sentences_of(files))


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_room_is_written_in_plain_english(room):
    assert [str(fault) for fault in faults_left(sentences_of_room(room))] == []


def test_there_are_few_exemptions_and_each_has_a_reason():
    exemptions = plain_english.exemptions()
    assert len(exemptions) <= MOST_EXEMPTIONS
    assert [x for x in exemptions if len(x.reason.split()) < 3] == []
    assert {x.rule for x in exemptions} <= {rule.name for rule in RULES}


@LATE
def test_every_exemption_is_still_needed():
    caught = list(faults([*plain_english.sentences_of(FILES), *in_help()]))
    assert [x for x in plain_english.exemptions() if not any(x.covers(fault) for fault in caught)] == []


def rules_against(text: str) -> set[str]:
    """Return the names of the rules that catch a sentence."""
    return {fault.rule.name for fault in faults([Sentence("page.md", 1, text)])}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_catches_its_habit_and_nothing_like_it(rule):
    assert rule.name in rules_against(rule.caught)
    assert rules_against(rule.passed) == set()


def test_rules_have_different_names():
    assert len({rule.name for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("name", "room"),
    [
        ("README.md", "."),
        ("docs/index.md", "docs"),
        ("docs/how-to/records.md", "docs/how-to"),
        ("src/upcard/engine/compile/cache.py", "src/upcard/engine"),
        ("src/upcard/games/stoppers/solvers/match.py", "src/upcard/games/stoppers"),
        ("src/upcard/web/templates/start.html.jinja", "src/upcard/web/templates"),
        ("upcard solve --help", HELP),
    ],
)
def test_a_file_belongs_to_a_room(name, room):
    assert room_of(name) == room


def test_the_help_of_every_command_is_read():
    names = {sentence.file for sentence in in_help()}
    assert {"upcard solve --help", "upcard simulate --help", "upcard serve --help"} <= names


def test_every_kind_of_file_is_read():
    assert {file.suffix for file in FILES} == set(READERS)


PYTHON = '''"""First sentence. Second
sentence.

Parameters
----------
seat
    A seat of ``game``.
"""

LIMIT = 3
"""Words about a name."""


def f(x):  # a comment that
    # goes on for two lines
    """Return it.

    >>> f(1)
    2
    """
    print("short text", f"at most {x} of them are {x} shown")
    return "several words, one ", "and some more words than that"
'''


def test_sentences_of_python():
    assert [(x.line, x.text) for x in in_python("a.py", PYTHON)] == [
        (1, "First sentence."),
        (1, "Second sentence."),
        (4, "Parameters"),
        (7, f"A seat of {CODE}."),
        (11, "Words about a name."),
        (16, "Return it."),
        (21, f"at most {CODE} of them are {CODE} shown"),
        (22, "and some more words than that"),
        (14, "a comment that goes on for two lines"),
    ]


MARKDOWN = """# A title

One sentence with `code`. Another
one with a [link](https://example.org/he).

- an item
- one more

| head | cell |
|------|------|
| left | right |

```
he is in a block
```

After it.
"""


def test_sentences_of_markdown():
    assert [(x.line, x.text, x.is_title) for x in in_markdown("a.md", MARKDOWN)] == [
        (1, "A title", True),
        (3, f"One sentence with {CODE}.", False),
        (3, "Another one with a link.", False),
        (6, "an item", False),
        (7, "one more", False),
        (9, "head", False),
        (9, "cell", False),
        (11, "left", False),
        (11, "right", False),
        (17, "After it.", False),
    ]


TEMPLATE = """{# a note #}
<p title="Hint for it">You are <b>{{ name }}</b>.
  {% if last %}It is your turn.{% endif %}</p>
<ul><li>one</li><li>two</li></ul>
<script>he()</script>
{{ button("Show all of the cards") }}
"""


def test_sentences_of_templates():
    assert [(x.line, x.text) for x in in_template("a.jinja", TEMPLATE)] == [
        (6, "Show all of the cards"),
        (2, "Hint for it"),
        (2, f"You are {CODE}."),
        (3, "It is your turn."),
        (4, "one"),
        (4, "two"),
        (6, CODE),
    ]


SCRIPT = """// One comment that
// fills two lines.
say("at most four words", 'two words'); /* Another. */
tell(`${name} has left the table`);
"""


def test_sentences_of_scripts():
    assert [(x.line, x.text) for x in in_script("a.js", SCRIPT)] == [
        (1, "One comment that fills two lines."),
        (3, "at most four words"),
        (3, "Another."),
        (4, f"{CODE} has left the table"),
    ]


def test_the_command_prints_what_it_catches(tmp_path, capsys, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text("A title\n\nThe server mends a file.\n", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["plain_english", str(page)])
    with pytest.raises(SystemExit) as leave:
        plain_english.main()
    assert leave.value.code == 1
    printed = capsys.readouterr().out
    assert f"{page}:3: mend: …The server mends a file.… (clothes are mended; write: fix)" in printed
