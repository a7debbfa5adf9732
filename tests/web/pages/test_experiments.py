"""Experiments of a chapter are on its page, which says without scripts what would be seen."""

from tests.web.browsing import soup_of

from upcard.lessons.chapter_registry import chapters
from upcard.lessons.docs_export import manuscript


def test_every_experiment_is_on_the_page_of_its_chapter(client):
    found = 0
    for chapter in chapters().values():
        page = soup_of(client.get(f"/learn/{chapter.name}").text)
        for name, experiment in chapter.experiments.items():
            (section,) = page.select(f"#experiment-{name}")
            assert section["data-experiment"] == experiment.kind
            assert section.select("input[name=chance]")[0]["value"] == str(experiment.percent)
            for field in section.select("input"):
                assert field.has_attr("required")
                assert field["data-wrong"] == f"Type a whole number from {field['min']} to {field['max']}."
            assert section.select(".experiment-body")[0].has_attr("hidden")
            assert section.find_all("p")[-1].get_text() == experiment.expected
            assert experiment.expected in manuscript(chapter)
            found += 1
        assert len(page.select("[data-experiment]")) == len(chapter.experiments)
    assert found
