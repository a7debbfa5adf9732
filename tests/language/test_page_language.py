"""In which language a page comes: as the browser asks, or as the person chose."""

import re
from collections.abc import Mapping

import pytest
from starlette.testclient import TestClient
from tests.language.pseudo_language import untranslated_texts

LANG = re.compile(r'<html lang="(\w+)"')


@pytest.mark.parametrize(
    ("headers", "cookies", "language", "word"),
    [
        ({}, {}, "en", "Language"),
        ({"Accept-Language": "de-CH, en;q=0.5"}, {}, "de", "Sprache"),
        ({"Accept-Language": "de"}, {"language": "en"}, "en", "Language"),
        ({"Accept-Language": "en"}, {"language": "de"}, "de", "Sprache"),
        ({"Accept-Language": "xx"}, {"language": "nothing"}, "en", "Language"),
    ],
)
def test_a_page_comes_in_the_language_of_its_reader(
    client: TestClient, headers: Mapping[str, str], cookies: dict[str, str], language: str, word: str
):
    client.cookies.update(cookies)
    page = client.get("/privacy", headers=headers).text
    (found,) = LANG.findall(page)
    assert found == language
    assert f'<label for="set-language">{word}</label>' in page


def test_requests_do_not_share_a_language(client: TestClient):
    texts = [client.get("/privacy", headers={"Accept-Language": x}).text for x in ("de", "en", "de")]
    assert [LANG.findall(x) for x in texts] == [["de"], ["en"], ["de"]]


def test_texts_outside_the_marks_are_found():
    page = '<p>⟦Your <b>name</b>⟧ and <b translate="no">Ana</b> <code>up</code></p><a title="Go">⟦Play⟧ 7</a>'
    assert untranslated_texts(page) == ["and", "Go"]
    assert untranslated_texts("<p>⟦Outside ⟦inside⟧⟧ 12:05 − 3</p>") == []
