"""Bad translations stay English, and names of people never act as placeholders."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from upcard.language import messages
from upcard.language.messages import NamedText, game_words, gettext, in_language, ngettext
from upcard.web.templates import templates

HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
BAD = {
    "{name} has left.": "{nam} ist weg.",
    "{name} is away.": "{name.__class__.__mro__} ist weg.",
    "{name} is back.": "{name[0]} ist da.",
    "{name} won.": "{name:>999999999} gewinnt.",
    "{name} lost.": "{name!r} verliert.",
    "{name} waits.": "{name wartet.",
    "{name} passes.": "{} passt.",
    "{name} plays on.": "Weiter.",
    "{name} <strong>wins</strong>.": "{name} <strong>gewinnt.",
    "lead {0}": "{1} ausspielen",
    "pass {0}": "{0} weiter {",
}
GOOD = {"{name} smiles.": "Es lächelt {name}.", "draw {0}": "{0} ziehen"}
NAMES = ["{0}", "{name}", "{name.__class__}", "{", "}}{", "%s", "\\1", "<b>", "seat 2", "a and seat 1 b", ""]


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Answer in German, with a catalogue of good and bad translations."""
    pairs = "".join(f'msgid "{x}"\nmsgstr "{y}"\n\n' for x, y in (BAD | GOOD).items())
    plurals = (
        'msgid "{n} card of {name}"\nmsgid_plural "{n} cards of {name}"\n'
        'msgstr[0] "eine Karte von {name}"\nmsgstr[1] "{n} Karten von {name}"\n\n'
        'msgid "{n} point"\nmsgid_plural "{n} points"\nmsgstr[0] "{n} Punkt"\nmsgstr[1] "{m} Punkte"\n'
    )
    (tmp_path / "de.po").write_text(HEADER + pairs + plurals, encoding="utf-8")
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    messages.languages.cache_clear()
    messages.catalogue.cache_clear()
    with in_language("de"):
        yield
    messages.languages.cache_clear()
    messages.catalogue.cache_clear()


@pytest.mark.usefixtures("german")
def test_a_bad_translation_stays_english_and_a_good_one_does_not():
    source = '{{ _("{name} is away.", name=x) }}|{{ ngettext("{n} point", "{n} points", 2) }}'
    assert [gettext(x, name="Ana") for x in BAD if "name" in x] == [
        x.format(name="Ana") for x in BAD if "name" in x
    ]
    assert [game_words(x) for x in ("lead 7", "pass 7", "draw 7")] == ["lead 7", "pass 7", "7 ziehen"]
    assert gettext("{name} smiles.", name="Ana") == "Es lächelt Ana."
    assert [ngettext("{n} card of {name}", "{n} cards of {name}", n, name="Ana") for n in (1, 2)] == [
        "eine Karte von Ana",
        "2 Karten von Ana",
    ]
    assert templates().from_string(source).render(x="<b>") == "&lt;b&gt; is away.|2 points"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_never_a_placeholder(name: str):
    named = NamedText(f"{name} draw 7", "seat 2 draw 7", {"seat 2": name})
    page = templates().from_string('{{ _("{name} smiles.", name=x) }}').render(x=name)
    assert gettext("{name} smiles.", name=name) == f"Es lächelt {name}."
    assert page == f"Es lächelt {name}.".replace("<", "&lt;").replace(">", "&gt;")
    assert game_words(named) == named
    assert game_words(name) == name


@pytest.mark.usefixtures("german")
def test_an_empty_part_of_a_text_is_no_header_of_a_catalogue():
    assert [game_words(x) for x in ("draw 7, ", " and seat 2 draws")] == ["7 ziehen", " and seat 2 draws"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Press <kbd>1</kbd>.", "Press <kbd>1</kbd>."),
        ("<strong>a <em>b</em></strong>", "<strong>a <em>b</em></strong>"),
        ("Which is bold: <strong> or <em>?", "Which is bold: &lt;strong&gt; or &lt;em&gt;?"),
        ("</code><strong onclick=x>a</strong>", "&lt;/code&gt;&lt;strong onclick=x&gt;a&lt;/strong&gt;"),
        ("<script>a</script>", "&lt;script&gt;a&lt;/script&gt;"),
        ("<em>{x}</em>", "<em>{x}</em>"),
    ],
)
def test_a_text_has_only_pairs_of_a_few_tags(text: str, shown: str):
    assert templates().from_string("{{ _(x) }}").render(x=text) == shown
