"""Change a module in one small place at a time, and see whether its tests notice: ``make mutants``.

Cosmic Ray makes the changes, the mutants, in a copy of the project below ``build/mutants``. A mutant is
killed when a test of the module fails or runs much longer than it should; one that survives is printed, for
somebody to look at: either it changes nothing that anybody could see, or a test is missing.
"""

import argparse
import json
import os
import random
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "mutants"
COPIED = "src", "tests", "pyproject.toml"

PLUGINS = "-p _hypothesis_pytestplugin --hypothesis-seed=0 -p pytest_timeout -p no:cacheprovider"
"""Without other plugins pytest starts in half the time; and every mutant meets the same tests in order."""

LEFT_OUT = [
    "core/ReplaceBinaryOperator_BitOr_.*",  # mostly types, and then the module cannot even be imported
    "core/ReplaceBinaryOperator_.*_(BitOr|BitAnd|BitXor|LShift|RShift|Pow)",  # nobody types them by mistake
    "core/ReplaceComparisonOperator_(Eq|NotEq|Lt|LtE|Gt|GtE)_Is(Not)?",  # the same as == for small numbers
]


def guards_of(module: str) -> list[str]:
    """The tests of a module, or, where it has none of its own, of the files beside it that use it."""
    part, _, name = module.rpartition("/")
    folder = ROOT / "src/upcard" / part
    if not (ROOT / "src/upcard" / f"{module}.py").is_file():
        sys.exit(f"there is no module {module}; expected one such as games/lama/rules or simulation/estimate")
    used = f"from upcard.{part.replace('/', '.')}.{name} import "
    beside = [(part, x.stem) for x in sorted(folder.glob("*.py")) if used in x.read_text()]
    rules = [x for x in sorted((ROOT / "src/upcard").glob("games/*/rules.py")) if used in x.read_text()]
    users = [*beside, *((f"games/{x.parent.name}", x.stem) for x in rules)]
    guards = tests_of(part, name) or [x for user in users for x in tests_of(*user)]
    if not guards:
        sys.exit(f"{module} has no tests of its own: expected tests/{part}/test_{name}.py")
    return guards


def tests_of(part: str, name: str) -> list[str]:
    """Return the golden playthroughs of a game, which are quick, and the unit tests of a file."""
    game = part.removeprefix("games/") if name == "rules" else name
    units = sorted((ROOT / "tests" / part).glob("**/test_*.py" if game != name else f"test_{name}*.py"))
    game = game.replace("_", "-")
    goldens = [x.stem.split(".") for x in sorted((ROOT / "tests/golden").glob(f"{game}.*.txt"))]
    test = "tests/golden/test_golden.py::test_the_golden_game_is_played_as_it_was"
    return [f"{test}[{game}-{preset}]" for _, preset in goldens] + [str(x.relative_to(ROOT)) for x in units]


def copied(module: str) -> Path:
    """A fresh copy of the project, for mutants of one module."""
    place = KEPT / module
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, place)
    return place


def surroundings(place: Path) -> dict[str, str]:
    """The environment in which the copy is imported, with a folder of its own for compiled programs."""
    return os.environ | {
        "PYTHONPATH": str(place / "src"),
        "UPCARD_CACHE": str(place / "programs"),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }


def run(place: Path, *words: str) -> str:
    """What a command of this Python's environment prints in the copy; it ends this one where it fails."""
    command = [sys.executable, "-m", *words]
    env = surroundings(place)
    done = subprocess.run(command, check=False, cwd=place, env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def begin(place: Path, module: str, guards: list[str]) -> float:
    """Let Cosmic Ray find every mutant; and how long it waits for the tests of each, in seconds.

    They are run twice as they are: the first time they compile what they need.
    """
    tests = ["pytest", "-q", "-x", *PLUGINS.split(), *guards]
    run(place, *tests)
    began = time.monotonic()
    run(place, *tests)
    limit = 15 + 3 * (time.monotonic() - began)
    (place / "cosmic-ray.toml").write_text(
        f"""[cosmic-ray]
module-path = "src/upcard/{module}.py"
excluded-modules = []
timeout = {limit}
test-command = {json.dumps(shlex.join([sys.executable, "-m", *tests]))}
distributor.name = "local"
filters.operators-filter.exclude-operators = {json.dumps(LEFT_OUT)}
"""
    )
    run(place, "cosmic_ray.cli", "init", "cosmic-ray.toml", "session.sqlite")
    run(place, "cosmic_ray.tools.filters.operators_filter", "session.sqlite", "cosmic-ray.toml")
    return limit


def thin(session: Path, most: int, seed: int) -> tuple[int, int]:
    """Keep a random sample of the mutants, no place twice before each was chosen once.

    Parameters
    ----------
    session : Path
        Cosmic Ray's list of mutants; those with a result are the ones that were left out.
    most : int
        How many to keep.
    seed : int
        Of the choice.

    Returns
    -------
    tuple of int
        How many mutants there were to choose from, and at how many places.
    """
    with closing(sqlite3.connect(session)) as rows, rows:
        found = rows.execute(
            "select start_pos_row, start_pos_col, job_id from mutation_specs "
            "where job_id not in (select job_id from work_results) "
            "order by start_pos_row, start_pos_col, operator_name, occurrence"
        ).fetchall()
        chance, places = random.Random(seed), defaultdict(list)
        for line, column, job in found:
            places[line, column].append(job)
        ranked = [
            (k, job) for jobs in places.values() for k, job in enumerate(chance.sample(jobs, len(jobs)))
        ]
        chance.shuffle(ranked)
        kept = {job for _, job in sorted(ranked, key=lambda x: x[0])[:most]}
        for (job,) in rows.execute("select job_id from work_items").fetchall():
            if job not in kept:
                for table in ("work_results", "mutation_specs", "work_items"):
                    rows.execute(f"delete from {table} where job_id = ?", (job,))
    return len(found), len(places)


def survivors(place: Path) -> tuple[int, list[str]]:
    """How many mutants were tried, and the changes that no test noticed."""
    tried = [
        json.loads(line)[1] for line in run(place, "cosmic_ray.cli", "dump", "session.sqlite").splitlines()
    ]
    return len(tried), [x["diff"] for x in tried if x["test_outcome"] == "survived"]


def main() -> None:
    """Try the mutants of one module, and print those that survive."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("module", help="such as rules/lama or simulation/estimate")
    asked.add_argument("--most", type=int, default=60, help="how many mutants to try")
    asked.add_argument("--seed", type=int, default=1, help="of the choice among all mutants")
    given = asked.parse_args()
    guards = guards_of(given.module)
    place = copied(given.module)
    limit = begin(place, given.module, guards)
    count, places = thin(place / "session.sqlite", given.most, given.seed)
    print(f"{given.module}: {count} mutants at {places} places, {limit:.0f} s at most for each", flush=True)  # noqa: T201
    run(place, "cosmic_ray.cli", "exec", "cosmic-ray.toml", "session.sqlite")
    tried, alive = survivors(place)
    print(*alive, f"{given.module}: {tried} tried, {tried - len(alive)} killed", sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
