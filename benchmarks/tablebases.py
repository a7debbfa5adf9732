"""Tablebases of Beat It Or Eat It against a plain program in C that works back from the ends move by move."""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from build import FLAGS
from claims import Line, paired

from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve

SOURCE = Path(__file__).with_name("beat_it_twin.c")
SIZES = ((1, 14), (2, 7))
SLICES = 5


def positions(table: LeadTable) -> int:
    """Return the number of solved positions: leads to an empty table, and cards to be covered."""
    return table.lead_census().positions + (table.receive.positions if table.receive else 0)


def ours(suits: int, length: int) -> float:
    """Positions per CPU second of a thread of Upcard, everything included."""
    began = time.process_time()
    table = solve(suits, length, threads=1)
    return positions(table) / (time.process_time() - began)


def theirs(program: Path, suits: int, length: int) -> float:
    """Positions per CPU second of the program in C, without its input and output."""
    command = [str(program), str(suits), str(length), str(program.with_name("leads"))]
    seconds, count = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[:2]
    return int(count) / float(seconds)


def compared(program: Path, suits: int, length: int) -> list[Line]:
    """The figures of one size."""
    figure, ratio = paired(lambda _: ours(suits, length), lambda _: theirs(program, suits, length), SLICES)
    name = f"tablebase of {suits} x {length}"
    return [
        Line(name, figure / 1e6, "M positions/s", "", True),
        Line(f"{name} / plain C", ratio, "times the rate", "at least 0.5", ratio >= 0.5),
    ]


def against_c() -> list[Line]:
    """Positions per second and thread, and the ratio to the C twin."""
    gcc = shutil.which("gcc")
    if gcc is None:
        raise RuntimeError("The C twin needs gcc, and none is on the PATH: install it to run this benchmark.")
    lines: list[Line] = []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "twin"
        flags = [flag for flag in FLAGS if flag not in ("-shared", "-fPIC")]
        subprocess.run([gcc, *flags, str(SOURCE), "-o", str(program)], check=True)
        for size in SIZES:
            ours(*size)  # compiled, if it was not
            lines += compared(program, *size)
    return lines


if __name__ == "__main__":
    for line in against_c():
        print(f"{line.what:32} {line.figure:8.2f} {line.unit}")
