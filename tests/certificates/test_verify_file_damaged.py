"""Files that are no certificates: each is refused with a sentence that fits, and exit code 1."""

import json

import pytest

from upcard.certificates import certificate
from upcard.certificates.certificate import FORMAT, read_certificate
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Failure, Unreadable

HEAD = json.dumps({"format": FORMAT})
NO_TEXT, NO_JSON = (
    "is not a certificate: it is not text in UTF-8",
    "is not a certificate: it is not complete JSON",
)
NO_CERTIFICATE = "is not a certificate: expected a JSON object with the format"

ODD = {
    "UTF-16": (HEAD.encode("utf-16"), NO_TEXT),
    "UTF-32 without a mark": (HEAD.encode("utf-32-le"), NO_TEXT),
    "Latin letters": (b'{"format": "\xe9"}', NO_TEXT),
    "NUL bytes": (bytes(100), NO_TEXT),
    "NUL bytes late": (b" " * 5000 + b"\0", NO_TEXT),
    "garbage": (bytes(range(1, 256)) * 30, NO_TEXT),
    "nothing": (b"", NO_JSON),
    "half of it": (HEAD[:-1].encode(), NO_JSON),
    "a number too long": (b'{"kind": ' + b"9" * 6000 + b"}", NO_JSON),
    "a list": (b"[1]", NO_CERTIFICATE),
    "a text": (b'"x"', NO_CERTIFICATE),
    "no number": (b"NaN", NO_CERTIFICATE),
    "another object": (b"{}", NO_CERTIFICATE),
    "deep lists": (b"[" * 200_000, "its lists are nested too deeply"),
    "deep lists inside": (
        HEAD[:-1].encode() + b',"kind":' + b"[" * 500 + b"]" * 500 + b"}",
        "whose kind is not text",
    ),
    "another kind": (HEAD[:-1].encode() + b',"kind":"dream"}', "of kind 'dream'"),
    "a mark before it": (b"\xef\xbb\xbf" + HEAD.encode(), "whose kind is not text"),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_no_certificate_is_refused_with_the_cause(tmp_path, name):
    content, words = ODD[name]
    (tmp_path / "it").write_bytes(content)
    with pytest.raises(Unreadable) as fault:
        verify(tmp_path / "it")
    assert str(fault.value).startswith(f"{tmp_path / 'it'} is")
    assert words in str(fault.value)


def test_a_folder_and_a_file_that_is_not_there_are_told(tmp_path):
    with pytest.raises(Unreadable, match="is a folder; name a file in it"):
        verify(tmp_path)
    with pytest.raises(
        Unreadable, match="cannot be read: no such file or directory; name a file that `upcard solve"
    ):
        verify(tmp_path / "none")


def test_no_more_is_read_than_a_certificate_has(tmp_path, monkeypatch):
    monkeypatch.setattr(certificate, "MOST_BYTES", 1 << 20)
    (tmp_path / "it").write_bytes(b" " * (2 << 20))
    with pytest.raises(Unreadable, match="is larger than any certificate, 1 MiB"):
        read_certificate(tmp_path / "it")


@pytest.mark.parametrize("rest", [b"", bytes(8), b"\xff" * 8, (4).to_bytes(4, "little") + b"[1] "])
def test_what_begins_like_a_tablebase_and_is_none_is_refused(tmp_path, rest):
    (tmp_path / "it").write_bytes(b"UPCARDBE" + rest)
    with pytest.raises(Failure, match="is not a complete tablebase"):
        verify(tmp_path / "it")
