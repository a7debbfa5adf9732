"""What a PDF file says and shows, by the tools of Poppler."""

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

INCH = 25.4


def poppler(tool: str, *words: str) -> bytes:
    """What a tool of Poppler prints; the test is skipped where there is none, but not in CI."""
    if shutil.which(tool) is None and "CI" not in os.environ:
        pytest.skip(f"PDF files are looked at with {tool}, which is not here: install poppler-utils")
    return subprocess.run([tool, *words], check=True, capture_output=True).stdout


def facts(path: Path) -> dict[str, str]:
    """What ``pdfinfo`` says, by its names."""
    lines = poppler("pdfinfo", str(path)).decode().splitlines()
    return {name: x.strip() for name, _, x in (line.partition(":") for line in lines)}


def words(path: Path, page: int) -> list[str]:
    """The words of a page, from 1, in the order in which they were written."""
    return poppler("pdftotext", "-raw", "-f", str(page), "-l", str(page), str(path), "-").decode().split()


def picture(path: Path, page: int, dpi: int) -> NDArray[np.uint8]:
    """A page, from 1, as greys from 0, black, to 255, white."""
    where = ["-f", str(page), "-l", str(page), "-r", str(dpi)]
    pgm = poppler("pdftoppm", "-gray", "-singlefile", *where, str(path))
    kind, wide, high, most = pgm.split(maxsplit=4)[:4]
    assert (kind, most) == (b"P5", b"255")
    size = int(wide) * int(high)
    return np.frombuffer(pgm[-size:], dtype=np.uint8).reshape(int(high), int(wide))
