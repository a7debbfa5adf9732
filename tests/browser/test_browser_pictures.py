"""The pictures of the README are taken anew from the application, and are small."""

import importlib.util
import io
import re
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image
from tests.night import LATE

ROOT = Path(__file__).parents[2]
MOST_BYTES = 150_000
SHOWN = re.compile(r"!\[([^\]]+)\]\((docs/pictures/[^)]+)\)|```\{image\} (\S+)\n *:alt: (.+)\n")


@pytest.fixture(scope="module")
def pictures() -> ModuleType:
    """The script that makes them."""
    spec = importlib.util.spec_from_file_location("upcard_docs_pictures", ROOT / "docs" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@LATE
@pytest.mark.parametrize("name", ["table", "room"])
def test_a_page_is_taken_and_made_small(pictures, chromium, server, monkeypatch, name):
    monkeypatch.setattr(pictures, "PUPILS", pictures.PUPILS[:3])
    made = pictures.small(getattr(pictures, name)(chromium, f"{server.address}/"))
    assert len(made) < MOST_BYTES
    picture = Image.open(io.BytesIO(made))
    assert picture.width >= 900
    assert len(picture.convert("RGB").getcolors(256) or ()) > 20


def test_every_picture_is_shown_with_words_and_every_shown_one_is_there():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")]
    shown: dict[str, list[str]] = {}
    for page in pages:
        for alt, file, other, words in SHOWN.findall(page.read_text(encoding="utf-8")):
            shown.setdefault(Path(file or other).name, []).append(alt or words)
    files = {f.name: f.stat().st_size for f in (ROOT / "docs" / "pictures").iterdir()}
    assert set(files) == set(shown)
    assert all(size < MOST_BYTES for size in files.values())
    assert all(len(words) > 30 for every in shown.values() for words in every)
