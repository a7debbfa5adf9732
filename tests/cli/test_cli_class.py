"""``upcard class`` as a process: it says where pupils join, and where the teacher leads."""

import re
import signal
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

LINES = 3


def test_it_opens_a_room_and_tells_where_to_join_to_show_and_to_lead(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "upcard", "class", "--host", "127.0.0.1", "--port", "0", "--no-open"]
    with subprocess.Popen(
        [*command, "--folder", str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            said = "".join(process.stdout.readline() for _ in range(LINES))
            told = re.search(r"join at (http://127\.0\.0\.1:\d+)/class with the code (\w{5})\n", said)
            assert told, said
            base, code = told.groups()
            assert f"Projector: {base}/c/{code}/show\n" in said
            teacher = re.search(rf"Teacher, for you alone: ({base}/c/{code}/me/\S+)\n", said)
            assert teacher, said
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
            with browser.open(teacher[1]) as answer:
                assert answer.url == f"{base}/c/{code}/teach"
            with urllib.request.urlopen(f"{base}/c/{code}/show") as answer:
                assert f"{base.removeprefix('http://')}/class".encode() in answer.read()
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
        finally:
            process.kill()
