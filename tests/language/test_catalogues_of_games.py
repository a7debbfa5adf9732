"""Translations that games from outside Upcard bring in their own folders."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from tests.language.catalogues import read_catalogue, untranslated

from upcard.engine import registry
from upcard.language import messages
from upcard.language.messages import game_words, gettext, in_language, pgettext, word_phrase

HIGH_CARD = Path(__file__).parents[2] / "examples/high-card/src/high_card/language/de.po"
GERMAN = """msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "snatch {0}"
msgstr "{0} grapschen"

msgid "Save"
msgstr "Sparen"

msgctxt "how greedy"
msgid "none"
msgstr "gar nicht"

msgctxt "trick"
msgid "Next {word}"
msgstr "Nächster {word}"

msgid "trick"
msgstr "Stich"

msgid "steal {0}"
msgstr "{1} stehlen"
"""


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let there be one game, from outside Upcard, and return the folder of its translations."""
    folder = tmp_path / "snatching"
    (folder / "language").mkdir(parents=True)
    for name in ("__init__.py", "rules.py"):
        (folder / name).touch()
    monkeypatch.syspath_prepend(tmp_path)
    modules: dict[str, ModuleType] = {"snatching": import_module("snatching.rules")}
    monkeypatch.setattr(registry, "game_modules", lambda: modules)
    messages.catalogue.cache_clear()
    yield folder / "language"
    messages.catalogue.cache_clear()
    for name in modules:
        sys.modules.pop(name)
        sys.modules.pop(f"{name}.rules")


def test_a_game_brings_words_that_upcard_lacks(outside: Path):
    (outside / "de.po").write_text(GERMAN, encoding="utf-8")
    with in_language("de"):
        assert game_words("snatch 7♥") == "7♥ grapschen"
        assert game_words("none", "how greedy") == "gar nicht"
        assert word_phrase("trick", "Next {word}") == "Nächster Stich"
        assert gettext("Save") == "Speichern"
        assert pgettext("replay", "Play") == "Abspielen"
        assert game_words("steal 3") == "steal 3"  # its translation has another placeholder
    with in_language("fr"):
        assert game_words("snatch 7♥") == "snatch 7♥"


@pytest.mark.parametrize("text", ["", "\udcff"])
def test_a_broken_catalogue_leaves_a_game_english(outside: Path, text: str, caplog: pytest.LogCaptureFixture):
    (outside / "de.po").write_bytes(text.encode("utf-8", "surrogateescape"))
    with in_language("de"):
        assert game_words("snatch 7♥") == "snatch 7♥"
        assert gettext("Save") == "Speichern"
    assert "the words of this game stay English" in caplog.text or not text


def test_the_example_package_is_complete():
    assert untranslated(read_catalogue(HIGH_CARD)) == []
