"""The catalogues of all languages: complete, and brought up to date with ``make messages``."""

from babel.messages.catalog import Catalog
from tests.language.catalogues import collected, messages, read_catalogue, untranslated

from upcard.language.messages import FOLDER, SOURCE, languages
from upcard.language.translation_check import drop_bad_translations

FILES = [FOLDER / f"{x}.po" for x in languages() if x != SOURCE]


def keys(catalogue: Catalog) -> set[str]:
    """Return the messages of a catalogue, with their contexts."""
    return {f"{x.id} ({x.context})" for x in catalogue if x.id}


def test_catalogues_have_all_messages_and_no_others():
    """If a message is missing, run ``make messages`` and translate it. One test: to collect takes long."""
    everything = keys(collected(messages()))
    for path in FILES:
        catalogue = read_catalogue(path)
        assert sorted(everything ^ keys(catalogue)) == [], path.name
        assert untranslated(catalogue) == [], path.name
        assert drop_bad_translations(catalogue) == [], path.name
