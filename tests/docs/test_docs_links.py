"""Links lead somewhere, and pages name nothing that only exists here."""

import re
from pathlib import Path, PurePath

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)\s]+)\)")
ELSEWHERE = ("http:", "https:", "mailto:")


def targets(text: str) -> list[str]:
    bare = re.sub(r"(`+)[^`].*?\1", "", text, flags=re.DOTALL)
    return [t for t in LINK.findall(bare) if not t.startswith(ELSEWHERE)]


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in heads}


def test_relative_links_lead_to_files_and_headings(
    written: dict[str, str], generated: dict[str, str]
) -> None:
    made = {(ROOT / "docs" / name).resolve() for name in generated}
    wrong = []
    for name, text in written.items():
        for target in targets(text):
            file, _, anchor = target.partition("#")
            path = (ROOT / name).parent / file if file else ROOT / name
            there = path.exists() or path.resolve() in made
            if not there or (anchor and path.suffix == ".md" and anchor not in anchors(path)):
                wrong.append(f"{name}: {target}")
    assert not wrong


def test_a_page_that_links_to_a_made_one_says_once_what_makes_it(
    written: dict[str, str], generated: dict[str, str]
) -> None:
    """In a download they are not there."""
    made = {(ROOT / "docs" / name).resolve() for name in generated}
    for name, text in written.items():
        files = [t.partition("#")[0] for t in targets(text)]
        first = next((x for x in files if ((ROOT / name).parent / x).resolve() in made), None)
        if first is not None:
            near = text[: text.index("\n\n", text.index(first))]
            assert "`make docs`" in near, f"{name}: {first}"


def test_links_have_words_for_who_reads_the_pages_as_they_are(written: dict[str, str]) -> None:
    assert not [name for name, text in written.items() if re.search(r"(?<!!)\[\]\(", text)]


def test_every_page_stands_in_the_index_once(written: dict[str, str], generated: dict[str, str]) -> None:
    trees = re.findall(r"```\{toctree\}\n(.*?)```", written["docs/index.md"], flags=re.DOTALL)
    listed = [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]
    pages = [*generated, *(name.removeprefix("docs/") for name in written if name.startswith("docs/"))]
    pages.remove("index.md")
    for page in pages:
        assert len([x for x in listed if PurePath(page).match(x + ".md")]) == 1, page


def test_pages_name_no_place_of_the_machine_they_were_written_on(
    written: dict[str, str], generated: dict[str, str]
) -> None:
    everything = {**written, **generated}
    places = re.compile(r"(?<![\w.])/(root|work|home|tmp|Users)/")
    found = {name: places.findall(text) for name, text in everything.items()}
    assert not {name: x for name, x in found.items() if x}
