"""Every example of the documentation does what its page says."""

import os
import select
import signal
from pathlib import Path

import pytest
from tests.docs.pages import play
from tests.docs.play_page import Wrong, changed
from tests.night import IS_NIGHTLY, LATE

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GENERATED = ("games", "lessons", "_build")

LONG = (
    "beat-it-or-eat-it", "cache-folder", "compare-an-algorithm", "duplicate-deals", "export-a-game",
    "paper-study", "play-by-mail", "play-in-a-browser", "print-a-deck", "review-a-match", "smallsum-solved",
    "scripts-and-notebooks", "solve-a-game", "stoppers-solved", "stoppers-studies", "tablebases",
    "teach-with-lessons", "train-a-player", "tune", "write-your-own-game",
)  # fmt: skip
"""Pages whose examples take longest, and have tests of their own or stand on another page too."""

LARGE = ("beat-it-or-eat-it", "four-cell", "goofspiel", "liars-dice", "smallsum", "stoppers")
"""Games whose programs take longer to make."""

PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "examples").glob("*/*.md"),
        *(f for f in (ROOT / "docs").rglob("*.md") if f.parent.name not in GENERATED),
    ]
)


def has_examples(page: Path) -> bool:
    text = page.read_text(encoding="utf-8")
    return "```console" in text or "```python" in text or ":caption:" in text


def tried(page):
    """A page by its name."""
    late = [LATE] if page.stem in LONG else []
    return pytest.param(page, id=str(page.relative_to(ROOT)), marks=late)


@pytest.mark.slow
@pytest.mark.parametrize("page", [tried(p) for p in PAGES if has_examples(p)])
def test_the_examples_of_a_page_do_what_it_says(page: Path, tmp_path: Path) -> None:
    played = play(page, tmp_path, does_less=not IS_NIGHTLY)
    assert played.code == 0, played.told


@pytest.mark.parametrize("without", [LARGE, pytest.param((), marks=LATE, id="none")])
def test_the_examples_of_the_game_pages_run(without, generated: dict[str, str], tmp_path: Path) -> None:
    """By day those of small games."""
    page = tmp_path / "games.md"
    games = (name for name in generated if name.startswith("games/") and Path(name).stem not in without)
    pages = [generated[name] for name in games]
    assert len(pages) > 1
    page.write_text("\n\n".join(pages))
    played = play(page, tmp_path, does_less=not IS_NIGHTLY)
    assert played.code == 0, played.told
    assert f" {2 * len(pages)} examples" in played.told


WRONG = {
    "a command that fails": "```console\n$ upcard rules poker\n```\n",
    "a command that is not known": "```console\n$ upcart games\n```\n",
    "an output that is not what comes out": "```console\n$ upcard study\nno studies\n```\n",
    "an output that ends too early": "```console\n$ upcard --help\nUsage: upcard [OPTIONS] COMMAND\n```\n",
    "a fault that does not happen": "```console\n$ upcard games\nupcard: there are no games\n```\n",
    "a Python block that fails": "```python\nimport upcard as uc\nuc.games()\n```\n",
    "a prompt that shows something else": "```python\n>>> 1 + 1\n3\n```\n",
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in WRONG.items()])
def test_a_wrong_example_is_noticed(text: str, tmp_path: Path) -> None:
    page = tmp_path / "wrong.md"
    page.write_text(text)
    played = play(page, tmp_path, does_less=not IS_NIGHTLY)
    assert played.code == 1
    assert "wrong.md, block at line 1" in played.told


def test_a_page_that_a_signal_ends_says_so(tmp_path: Path) -> None:
    page = tmp_path / "ended.md"
    page.write_text("```python\nimport signal\nsignal.raise_signal(signal.SIGALRM)\n```\n")
    played = play(page, tmp_path, does_less=not IS_NIGHTLY)
    assert played.code == -signal.SIGALRM
    assert f"ended by signal {int(signal.SIGALRM)} (a page may take 600 s)" in played.told


LEAVING = """```python
import subprocess

with open("pipe", "w") as pipe:
    left = subprocess.Popen(["sleep", "600"], stdout=pipe)
```
"""


def test_what_a_page_leaves_running_ends_with_it(tmp_path: Path) -> None:
    """A pipe says so when nobody holds it any more."""
    page, pipe = tmp_path / "leaving.md", tmp_path / "pipe"
    page.write_text(LEAVING)
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        played = play(page, tmp_path, does_less=not IS_NIGHTLY)
        assert played.code == 0, played.told
        assert select.select([held], [], [], 60)[0]
    finally:
        os.close(held)


def test_a_change_finds_its_place():
    assert changed("one\n\ntwo\nthree\n", " one\n\n-two\n+2\n") == "one\n\n2\nthree\n"


@pytest.mark.parametrize("text", ["three\n", "two\ntwo\n"], ids=["missing", "twice"])
def test_a_change_whose_place_is_not_clear_is_noticed(text):
    with pytest.raises(Wrong, match="expected once"):
        changed(text, "-two\n+2\n")
