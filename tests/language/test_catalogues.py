"""The catalogues of all languages: complete, and brought up to date with ``make messages``."""

from collections.abc import Mapping

import pytest
from babel.messages.catalog import Catalog
from tests.language.catalogues import collected, read_catalogue, untranslated

from upcard.language.messages import FOLDER, SOURCE, languages
from upcard.language.translation_check import drop_bad_translations

UP_TO_DATE = "run make messages, and translate what is new"
FILES = [FOLDER / f"{x}.po" for x in languages() if x != SOURCE]


@pytest.fixture(scope="module")
def template() -> Catalog:
    """Return all messages of the project."""
    return collected()


def texts(catalogue: Catalog) -> Mapping[str, object]:
    """Return the messages of a catalogue by their keys."""
    return {str(x.id): x.string for x in catalogue if x.id}


@pytest.mark.parametrize("path", FILES, ids=lambda x: x.stem)
def test_a_catalogue_has_all_messages_and_no_others(path, template):
    catalogue = read_catalogue(path)
    assert sorted(texts(template).keys() - texts(catalogue).keys()) == [], UP_TO_DATE
    assert sorted(texts(catalogue).keys() - texts(template).keys()) == [], UP_TO_DATE
    assert untranslated(catalogue) == []
    assert drop_bad_translations(catalogue) == []
