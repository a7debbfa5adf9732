"""Letters that would stop a server: read in bounded time, in a process beside it."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest

from upcard.engine.errors import Failure
from upcard.mail import letter_reader
from upcard.mail.letter_reader import MOST_WAITING, LetterReader
from upcard.mail.parse_letter import LONGEST, Letter, read_letter

HEAD = "From: Ana <ana@example.org>\nMessage-ID: <1@test>\n"
PAGE = "Content-Type: text/html\n\n"

QUADRATIC = {
    "open tags": HEAD + PAGE + "<a " * 63_000,
    "open comments": HEAD + PAGE + "<!-- " * 38_000,
    "open declarations": HEAD + PAGE + "<![" * 63_000,
    "open attributes": HEAD + PAGE + '<a b="' * 31_000,
    "senders": "From: " + "a;" * 95_000 + "\n" + HEAD + "\nfold\n",
    "brackets": "From: " + "[" * 190_000 + "\n" + HEAD + "\nfold\n",
    "folded brackets": "From: " + "[[[[\n " * 30_000 + "\n" + HEAD + "\nfold\n",
    "parameters": HEAD + "Content-Type: text/plain" + ";a" * 90_000 + "\n\nfold\n",
    "parameters of a part": HEAD
    + "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain"
    + ";a\n " * 40_000
    + "\n\nfold\n--x--\n",
    "headers": "".join(f"X-{n}: a\n" for n in range(15_000)) + HEAD + "\nfold\n",
}


@pytest.mark.parametrize("name", QUADRATIC)
def test_no_letter_takes_long_to_read(name):
    raw = QUADRATIC[name].encode()
    assert len(raw) <= LONGEST
    began = time.process_time()
    read_letter(raw)
    assert time.process_time() - began < letter_reader.READ_SECONDS


@pytest.mark.parametrize("mark", ["(", ":", "<", "=?", '"'])
def test_a_sender_that_the_parser_stumbles_over_counts_as_not_written(mark):
    letter = read_letter(f"From: {mark * 1000}\n\nfold\n".encode())
    assert (letter.sender, bool(letter.automatic)) == ("", True)


def test_a_long_page_is_read_at_its_beginning():
    page = "<p>lead s2</p><br>" + "<p>x</p>" * 20_000
    assert read_letter((HEAD + PAGE + page).encode()).lines[0] == "lead s2"


def in_reader(act: Callable[[LetterReader], Awaitable[None]], limit: float = 30.0) -> None:
    async def visit() -> None:
        reader = LetterReader(limit)
        try:
            await act(reader)
        finally:
            reader.close()

    asyncio.run(visit())


def test_the_process_reads_letters_as_this_one_does():
    raw = (HEAD + "\nfold\n").encode()

    async def act(reader: LetterReader) -> None:
        assert await reader.read(raw, "ana@example.org", ["us@example.org"]) == read_letter(
            raw, "ana@example.org", ("us@example.org",)
        )

    in_reader(act)


def test_a_letter_that_takes_too_long_is_given_up_and_the_next_one_is_read(caplog, monkeypatch):
    monkeypatch.setattr(letter_reader, "read_letter", sleep_or_read)
    raw = (HEAD + "\nfold\n").encode()

    async def act(reader: LetterReader) -> None:
        assert await reader.read(b"sleep", None, ()) is None
        assert "took too long" in caplog.text
        reader.limit = 30.0
        letter = await reader.read(raw, None, ())
        assert letter is not None
        assert letter.lines == ("fold",)

    in_reader(act, limit=0.2)


def test_a_process_that_does_not_start_loses_no_letter(monkeypatch):
    monkeypatch.setattr(letter_reader, "START_SECONDS", 0.0)

    async def act(reader: LetterReader) -> None:
        with pytest.raises(Failure, match="did not start; deliver it again"):
            await reader.read(b"", None, ())

    in_reader(act)


def test_only_so_many_letters_wait(monkeypatch):
    monkeypatch.setattr(letter_reader, "read_letter", sleep_or_read)

    async def act(reader: LetterReader) -> None:
        waiting = [asyncio.create_task(reader.read(b"sleep", None, ())) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Failure, match="deliver it again"):
            await reader.read(b"", None, ())
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    in_reader(act)


def sleep_or_read(raw: bytes, sender: str | None = None, recipients: tuple[str, ...] = ()) -> Letter:
    """Read a letter, or take a minute for it."""
    if raw == b"sleep":
        time.sleep(60)
    return read_letter(raw, sender, recipients)
