"""The wheel, installed into an empty environment and used outside the checkout: nothing is missing in it."""

import email
import json
import os
import re
import subprocess
import sys
import urllib.request
import venv
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tests.programs import Program

ROOT = Path(__file__).parents[2]
SEED_BOARD = "hA.J.10.6.5.3.sK.Q.9.8.7.4.2/hK.Q.9.8.7.4.2.sA.J.10.6.5.3/-"
STRANGE = (
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "UPCARD_CACHE",
    "UPCARD_HOME",
    "XDG_DATA_HOME",
    "XDG_CACHE_HOME",
    "PYTHONDONTWRITEBYTECODE",
)
PATIENCE = 300
EXTRAS = frozenset(
    {"dask", "fast", "frames", "gambit", "gpu", "notebook", "openspiel", "pettingzoo", "postgres", "tune"}
)

Upcard = Callable[..., str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    (found,) = folder.glob("upcard-*.whl")
    return found


@pytest.fixture(scope="module")
def away(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("away")


@pytest.fixture(scope="module")
def program(wheel: Path, away: Path) -> Path:
    """The command in an empty environment, with the versions of the lock."""
    venv.create(away / "venv", with_pip=True)
    versions = away / "versions.txt"
    versions.write_text(
        "\n".join(f"{x.name}=={x.version}" for x in distributions() if not x.name.startswith("upcard"))
    )
    pip = [str(away / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    done = subprocess.run(
        [*pip, "--no-compile", "-c", str(versions), str(wheel)],
        capture_output=True,
        text=True,
        check=False,
        env=bare(away),
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return away / "venv" / "bin" / "upcard"


def bare(away: Path) -> dict[str, str]:
    """The environment without anything that leads back here."""
    usual = {k: v for k, v in os.environ.items() if k not in STRANGE}
    return usual | {"XDG_DATA_HOME": str(away / "data"), "UPCARD_CACHE": str(away / "programs")}


@pytest.fixture(scope="module")
def upcard(program: Path, away: Path) -> Upcard:
    def call(*words: str) -> str:
        done = subprocess.run(
            [str(program), *words], capture_output=True, text=True, check=False, cwd=away, env=bare(away),
            timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


def test_it_holds_what_the_package_holds(wheel):
    there = set(zipfile.ZipFile(wheel).namelist())
    kept = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "src/upcard"], capture_output=True, text=True, check=True
    ).stdout.split("\n")
    assert [x for x in kept if x and x.removeprefix("src/") not in there] == []


def test_it_declares_its_extras_and_all_of_them_but_the_accelerator_s_at_once(wheel):
    with zipfile.ZipFile(wheel) as packed:
        (name,) = [x for x in packed.namelist() if x.endswith(".dist-info/METADATA")]
        told = email.message_from_bytes(packed.read(name))
    asked = [Requirement(x) for x in told.get_all("Requires-Dist", []) if "extra ==" in x]
    needs = {
        extra: {x.name for x in asked if x.marker and x.marker.evaluate({"extra": extra})}
        for extra in told.get_all("Provides-Extra", [])
    }
    assert set(needs) >= EXTRAS | {"all"}
    assert all(needs.values())
    assert needs["all"] == set().union(*(needs[extra] for extra in EXTRAS - {"gpu"}))


def test_it_finds_its_games_and_itself(upcard, program):
    found = json.loads(upcard("doctor", "--json"))
    assert found["problems"] == []
    assert "lama" in found["games"]
    assert Path(found["python"]["path"]).parent == program.parent


def test_it_plays_solves_and_looks_things_up(upcard):
    assert json.loads(upcard("simulate", "kuhn-poker", "--games", "1000", "--json"))["games"] == 1000
    assert "-1/18" in upcard("solve", "kuhn-poker")
    assert "65" in upcard("probe", SEED_BOARD)


def test_it_prints_cards(upcard, away):
    upcard("deck", "four-cell", "--pdf", "pack.pdf")
    assert (away / "pack.pdf").read_bytes().startswith(b"%PDF")


@pytest.fixture
def address(program: Path, away: Path) -> Iterator[str]:
    with Program(
        [str(program), "serve", "--no-open", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=away,
        env=bare(away),
    ) as process:  # fmt: skip
        found = re.search(r"http://127\.0\.0\.1:\d+/", process.first_line())
        assert found
        yield found[0]
        process.terminate()


def test_it_serves_pages_with_all_they_need(address):
    page = urllib.request.urlopen(address).read().decode()
    parts = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert parts
    for part in parts:
        assert urllib.request.urlopen(address.rstrip("/") + part).status == 200
