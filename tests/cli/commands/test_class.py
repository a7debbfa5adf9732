"""``upcard class`` as a process: it says where pupils join, and where the teacher leads."""

import contextlib
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection
from tests.programs import Program

from upcard.classroom import class_repository as rows
from upcard.classroom.class_repository import Pupil, Run, StoredRoom
from upcard.cli.terminal.server_options import WebAddress
from upcard.engine.user_folders import usual_database
from upcard.server.database import Store

LINES, DAY, BEGIN = 3, 86_400.0, 1.7e9


@contextlib.contextmanager
def said(folder: Path, lines: int, *more: str) -> Iterator[list[str]]:
    """What the command says first; it is stopped after that."""
    command = [sys.executable, "-m", "upcard", "class", "--host", "127.0.0.1", "--port", "0", "--no-open"]
    with Program([*command, "--folder", str(folder), *more], stdout=subprocess.PIPE, text=True) as process:
        yield [process.first_line() for _ in range(lines)]
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def landing(link: str) -> str:
    """Where a private link leads."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with browser.open(link) as answer:
        return str(answer.url)


def test_it_opens_a_room_and_tells_where_to_join_to_show_and_to_lead(tmp_path: Path) -> None:
    with said(tmp_path, LINES) as lines:
        text = "".join(lines)
        told = re.search(r"join at (http://127\.0\.0\.1:\d+)/class with the code (\w{5})\n", text)
        assert told, text
        base, code = told.groups()
        assert f"Projector: {base}/c/{code}/show\n" in text
        teacher = re.search(rf"Teacher \(keep this link private\): ({base}/c/{code}/me/\S+)\n", text)
        assert teacher, text
        assert landing(teacher[1]) == f"{base}/c/{code}/teach"
        with urllib.request.urlopen(f"{base}/c/{code}/show") as answer:
            assert f"{base.removeprefix('http://')}/class".encode() in answer.read()


NO_ADDRESSES = (
    "nonsense", "javascript:alert(1)", "http://x y/", "ftp://10.0.0.5", "http://", "http://x:99999", "http://[x",
    "http://x/?a=b", "http://x/#a", "http://somebody@x", "",
)  # fmt: skip


@pytest.mark.parametrize("command", ["class", "serve"])
@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address_of_the_web_is_refused(told, tmp_path, command, address):
    sentence = f"--address was given {address!r}; expected an address such as http://10.0.0.5:8000"
    assert told(command, "--folder", tmp_path, "--port", 0, "--address", address) == (2, sentence)


def test_the_language_of_the_class_is_stored_and_an_unknown_one_is_refused(told, tmp_path):
    refused = told("class", "--folder", tmp_path, "--port", 0, "--no-open", "--language", "xx")
    assert refused == (2, "there is no language 'xx'; expected one of de, en, es, fr")
    with said(tmp_path, LINES, "--language", "de") as lines:
        link = re.search(r"(http://\S+/)me/", "".join(lines))
        assert link
        with urllib.request.urlopen(f"{link[1]}show") as answer:
            assert b'<html lang="de"' in answer.read()


@pytest.mark.parametrize(
    "address",
    ["http://10.0.0.5", "https://cards.example.org/upcard/", "http://[fe80::1]:8000", "http://müsli"],
)
def test_addresses_of_the_web_are_taken(address):
    assert WebAddress().convert(address, None, None) == address.rstrip("/")


def test_a_folder_that_is_a_file_is_told(told, tmp_path):
    text = tmp_path / "text"
    text.write_text("not a folder")
    why = f"the folder {text} cannot be made: {text} is a file, not a folder; choose another place"
    for command in ("class", "serve"):
        assert told(command, "--folder", text) == (1, why)


def test_the_classes_of_earlier_days_are_listed_with_links_that_lead_there(tmp_path: Path) -> None:
    def keep(c: Connection) -> None:
        for code, day, runs in (("AAAAA", 1, 1), ("BBBBB", 2, 0), ("CCCCC", 3, 2)):
            rows.add_room(c, StoredRoom(code, f"teacher of {code}", made_at=BEGIN + DAY * day))
            for n in range(runs):
                rows.add(c, code, Run(n, "stoppers", 0, {}, (), BEGIN))
        rows.add(c, "AAAAA", Pupil(0, "Otter", "somebody"))

    store = Store(usual_database(tmp_path))
    store.write(keep).result()
    store.close()
    with said(tmp_path, LINES + 3) as lines:
        assert lines[3] == "Earlier classes, with private links to their reports:\n"
        told = [re.fullmatch(r"  2023-11-\d\d \d\d:\d\d  (.*): (http\S+)\n", line) for line in lines[4:]]
        assert [x[1] for x in told if x] == ["CCCCC, 0 pupils", "AAAAA, 1 pupil"]
        assert [landing(x[2]).rpartition("/c/")[2] for x in told if x] == ["CCCCC/teach", "AAAAA/teach"]
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        link = re.findall(r"http\S+", lines[2])[0]
        browser.open(link).close()
        with browser.open(f"{link.partition('/c/')[0]}/classes") as answer:
            listed = re.findall(r'class="class-name" href="/c/(\w+)/teach"', answer.read().decode())
        assert listed[1:] == ["CCCCC", "AAAAA"]  # after the new one; nobody has used BBBBB
