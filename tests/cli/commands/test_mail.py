"""``upcard mail`` as a mail server's pipe runs it: one letter in, the answer in the outbox, an exit code."""

import socket
import sqlite3
from pathlib import Path

import pytest
from tests.mail.post_office import ANA, US

LETTER = f"From: {ANA}\nMessage-ID: <a@test>\n\nstart leduc-poker with ben@example.net\n"


def kept(folder: Path, what: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "tables.sqlite") as database:
        return database.execute(what).fetchall()


def test_one_letter_from_a_pipe_is_dealt_with_and_its_answers_wait(run, tmp_path):
    result = run("mail", "--address", US, "--folder", tmp_path, input=LETTER)
    left = "2 emails to ana@example.org, ben@example.net are waiting for a mail server: give --smtp URL\n"
    assert (result.exit_code, result.stderr) == (0, f"answered; {left}")
    again = run("mail", "--address", US, "--folder", tmp_path, input=LETTER)
    assert again.exit_code == 0
    assert again.stderr.startswith("answered again; 3 emails to ana@example.org, ben@example.net are waiting")
    assert kept(tmp_path, "select count(*) from tables") == [(1,)]
    went = [str(row[0]) for row in kept(tmp_path, 'select "to" from outbox order by number')]
    assert sorted(went) == ["ana@example.org", "ana@example.org", "ben@example.net"]


def test_a_mail_server_that_is_away_keeps_the_answer_in_the_outbox(run, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"smtp://127.0.0.1:{taken.getsockname()[1]}"
    letter = f"From: {ANA}\n\nhelp\n"
    result = run("mail", "--address", US, "--folder", tmp_path, "--smtp", url, input=letter)
    assert result.exit_code == 0
    assert "1 email to ana@example.org could not be sent yet" in result.stderr
    (row,) = kept(tmp_path, "select tries, fault from outbox")
    assert row[0] == 1
    assert "cannot be used" in str(row[1])


def test_a_database_that_is_away_has_the_letter_delivered_again(run, tmp_path):
    nowhere = f"sqlite:///{tmp_path / 'no' / 'such' / 'folder.sqlite'}"
    result = run("mail", "--address", US, "--folder", tmp_path, "--database", nowhere, input=LETTER)
    assert result.exit_code == 75
    assert "cannot be opened" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("--address", "nobody"),
        ("--smtp", "http://x"),
        ("--listen", "nowhere"),
        ("--database", "nonsense"),
        ("--database", ""),
        ("--web", "nonsense"),
        ("--web", "javascript:alert(1)"),
    ],
)
def test_what_is_written_wrong_is_told_to_who_set_it_up(run, tmp_path, words):
    result = run("mail", "--folder", tmp_path, *words, input=LETTER)
    assert result.exit_code == 64
    assert "expected" in result.stderr


def test_who_gives_a_letter_by_hand_reads_what_became_of_it(run, tmp_path):
    automatic = f"From: {ANA}\nAuto-Submitted: auto-replied\n\nstart lama\n"
    result = run("mail", "--address", US, "--folder", tmp_path, input=automatic)
    assert result.stderr.startswith("passed over: ")
    assert result.stderr.endswith("; no email is waiting to be sent\n")


@pytest.mark.parametrize("is_home", [False, True])
def test_a_folder_that_is_a_file_has_the_letter_delivered_again(run, tmp_path, is_home):
    text = tmp_path / "text"
    text.write_text("not a folder")
    words, env = ((), {"UPCARD_HOME": str(text)}) if is_home else (("--folder", text), None)
    result = run("mail", *words, input=LETTER, env=env)
    why = f"{text} is a file, not a folder; choose another place"
    assert (result.exit_code, result.stderr) == (75, f"upcard: the folder {text} cannot be made: {why}\n")


def test_what_the_system_refuses_has_the_letter_delivered_again(run, tmp_path, monkeypatch):
    def refused(*_):
        raise PermissionError(13, "Permission denied", "/locked/key")

    monkeypatch.setattr("upcard.web.http.visitor_identity.key_in", refused)
    result = run("mail", "--folder", tmp_path, input=LETTER)
    assert (result.exit_code, result.stderr) == (75, "upcard: /locked/key: Permission denied\n")
