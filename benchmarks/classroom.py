"""A class of forty before one server: ``python benchmarks/classroom.py``.

Forty phones join, play Smallsum in groups of three, press Next after every round and match, write rules, and
let them play, in all three variants. A board and a projector listen to everything. An action counts from the
moment it is sent until its answer is there, and so does a press of Next; a sight from the moment a phone is
notified of a change until it has the table. At the end the server is killed while the class plays, and starts
again: everything that it had confirmed must be there. The server runs as a process of its own beside this
client, with its limits: all forty lie behind one address, as in many schools.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import sqlite3
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import uvloop
from pupils import Measured, Phone, Teacher, since
from served import cpu_seconds, percentile, serving

MARK_MS = 150.0
"""Milliseconds within which 99 of 100 actions have to be answered."""

PLAYS = (("Smallsum", 0), ("Choice", 3), ("Alternate", 6))
"""The steps at which groups play; the next two are for writing and for the contest."""

CONTEST_SECONDS = 180.0
"""Maximum time that the benchmark waits for a contest."""

RESUME_SECONDS = 60.0
"""Maximum time after a kill within which the class must play again."""

HEAD = (
    f"{'part':10} {'actions':>8} {'p50':>8} {'p99':>8} {'max':>8}   {'Next':>6} {'p99':>8}   "
    f"{'sights':>6} {'p99':>8}   {'boards p99':>10}  {'of a core':>9}  {'per action':>10}  contest"
)


@dataclass
class Lesson:
    """A class at a server: its teacher, its phones, and the tasks that listen for them."""

    port: int
    folder: str
    measured: Measured
    teacher: Teacher
    phones: list[Phone]
    code: str = ""
    allowed: float = CONTEST_SECONDS
    pid: int = 0

    async def open(self) -> list[asyncio.Task[None]]:
        """Open the class, let all join, and begin; return the tasks that listen."""
        self.code, wall = await self.teacher.open(), Teacher(self.port, self.measured)
        began = time.perf_counter()
        for x in self.phones:
            x.code = self.code
        joined = await asyncio.gather(*(x.join() for x in self.phones))
        waits = sum(x.waits for x in self.phones)
        print(
            f"{sum(joined)} of {len(joined)} pupils joined within {time.perf_counter() - began:.2f} s; "
            f"{waits} waits, each for the seconds that the server had named"
        )
        self.phones = [x for x, is_in in zip(self.phones, joined, strict=True) if is_in]
        wall.cookie = self.teacher.cookie
        screens = ((self.teacher, "teach"), (wall, "show"))
        tasks = [asyncio.create_task(x.watch(self.code, path)) for x, path in screens]
        tasks += [x.following for x in self.phones if x.following is not None]
        await self.teacher.lead(self.code, "begin/smallsum")
        return tasks

    async def go(self, step: int) -> None:
        """Go to a step of the activity."""
        self.measured.is_playing = step in dict(map(reversed, PLAYS))
        await self.teacher.lead(self.code, "go", run="0", step=str(step))

    async def part(self, name: str, step: int, seconds: float) -> None:
        """Play for a while, write, and wait for the contest; print the times."""
        self.measured.clear_times()
        if step:
            await self.go(step)
        cpu, began = cpu_seconds(self.pid), time.perf_counter()
        await asyncio.sleep(seconds)
        spent, lasted = cpu_seconds(self.pid) - cpu, time.perf_counter() - began
        line = self.line(name, spent, lasted)
        await self.go(step + 1)
        await asyncio.gather(*(x.write() for x in self.phones[::3]))
        begun = time.perf_counter()
        await self.go(step + 2)
        contest = "skipped"
        if self.allowed:
            is_done = await self.teacher.wait_for_contest(self.code, self.allowed)
            contest = f"{time.perf_counter() - begun:.1f} s" if is_done else f"over {self.allowed:.0f} s"
        print(f"{line}  {contest}", flush=True)

    def line(self, name: str, spent: float, lasted: float) -> str:
        """Return the line of a part in the table, without its contest."""
        found = self.measured
        acted = found.actions or [float("inf")]
        p99 = [f"{percentile(x):5.1f} ms" for x in (acted, found.presses, found.sights, found.boards)]
        return (
            f"{name:10} {len(found.actions):8,} {statistics.median(acted):5.1f} ms {p99[0]} "
            f"{max(acted):5.1f} ms   {len(found.presses):6,} {p99[1]}   {len(found.sights):6,} {p99[2]}   "
            f"{p99[3]:>10}  {spent / lasted:9.0%}  {spent / len(acted) * 1e3:7.1f} ms"
        )

    async def survive(self, seconds: float, stack: contextlib.ExitStack) -> bool:
        """Kill the server while the class plays, and start it again; return whether nothing was lost."""
        await self.go(0)
        self.measured.clear_times()
        await asyncio.sleep(seconds / 2)
        os.kill(self.pid, signal.SIGKILL)
        before, killed = len(self.measured.stored), time.perf_counter()
        again = serving(limits=True, folder=self.folder, port=self.port)
        _, self.pid = await asyncio.to_thread(stack.enter_context, again)
        started, resumed = time.perf_counter() - killed, 0.0
        while len(self.measured.stored) < before + len(self.phones) and since(killed) < RESUME_SECONDS * 1e3:
            await asyncio.sleep(0.1)
            if not resumed and len(self.measured.stored) > before:
                resumed = time.perf_counter() - killed
        lost = lost_actions(Path(self.folder), self.measured.stored)
        after = len(self.measured.stored) - before
        print(
            f"killed: {before:,} confirmed actions before and {after:,} after, {len(lost)} lost; "
            f"the server was there again after {started:.1f} s, and confirmed an action after {resumed:.1f} s"
        )
        return not lost and after > 0


def lost_actions(folder: Path, stored: set[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return the confirmed actions that are in no database of a folder."""
    found = set[tuple[str, int]]()
    for path in folder.rglob("*.sqlite*"):
        if path.suffix.startswith(".sqlite") and "-" not in path.suffix:
            with contextlib.closing(sqlite3.connect(path)) as connection:
                found |= set(connection.execute("SELECT table_id, number FROM actions"))
    return stored - found


async def lesson(here: Lesson, seconds: float, parts: list[str], stack: contextlib.ExitStack) -> bool:
    """Play all parts; return whether every promise holds."""
    tasks = await here.open()
    print(HEAD)
    times: list[float] = []
    for name, step in PLAYS:
        if name.lower() in parts:
            await here.part(name, step, seconds)
            times += here.measured.actions
    refused = here.measured.refused
    holds = not refused and (not times or percentile(times) < MARK_MS)
    quickness = f"99 % within {percentile(times):.1f} ms; the limit is {MARK_MS:.0f} ms; " if times else ""
    most = dict(refused.most_common(3))
    print(f"all parts: {len(times):,} actions, {quickness}refused: {refused.total()} {most}")
    if "kill" in parts:
        holds &= await here.survive(seconds, stack)
    for x in [*tasks, *(task for p in here.phones for task in p.at_table)]:
        x.cancel()
    return holds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pupils", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=20.0, help="length of each part")
    parser.add_argument(
        "--think", type=float, default=2.0, help="mean number of seconds before an action or a press of Next"
    )
    usual = [*(name.lower() for name, _ in PLAYS), "kill"]
    parser.add_argument("--parts", nargs="+", choices=usual, default=usual, help="which parts to play")
    parser.add_argument(
        "--contest", type=float, default=CONTEST_SECONDS, help="maximum seconds for each contest; 0 for none"
    )
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, contextlib.ExitStack() as stack:
        port, pid = stack.enter_context(serving(limits=True, folder=folder))
        measured = Measured()
        phones = [Phone(port, i, "", asked.think, measured) for i in range(asked.pupils)]
        here = Lesson(port, folder, measured, Teacher(port, measured), phones, allowed=asked.contest, pid=pid)
        holds = uvloop.run(lesson(here, asked.seconds, asked.parts, stack))
    print("holds" if holds else "does not hold")


if __name__ == "__main__":
    main()
