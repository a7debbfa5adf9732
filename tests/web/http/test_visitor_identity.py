"""The server's key: made once, whole, and for nobody else to read."""

from concurrent.futures import ThreadPoolExecutor
from secrets import token_urlsafe

import pytest

from upcard.engine.errors import Failure, UpcardError
from upcard.web.http.visitor_identity import KEY_BYTES, LONGEST_SIGNED, Signer, key_in


def test_servers_that_start_at_once_have_one_key(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: key_in(tmp_path / "home"), range(32)))
    assert len(keys) == 1
    assert len(keys.pop()) == 2 * KEY_BYTES
    assert [x.name for x in (tmp_path / "home").iterdir()] == ["key"]
    assert (tmp_path / "home" / "key").stat().st_mode & 0o777 == 0o600


def test_an_empty_key_is_not_used_and_told(tmp_path):
    (tmp_path / "key").write_text("")
    with pytest.raises(Failure, match="delete it"):
        key_in(tmp_path)


def test_what_is_signed_serves_one_purpose_and_one_server():
    signer = Signer("a" * 64)
    token = signer.sign("seat", ["t", 0, "p"])
    assert signer.read("seat", token) == ["t", 0, "p"]
    for text in (token[:-1], token + "x", "", "a.b", token.replace(".", "")):
        assert signer.read("seat", text) is None
    assert signer.read("link", token) is None
    assert Signer("b" * 64).read("seat", token) is None
    digests = {signer.digest("key", ["k", "t", 0]), signer.digest("key", ["k", "t", 1]), token}
    assert len(digests) == 3


def test_forged_and_long_texts_are_not_remembered():
    signer = Signer("a" * 64)
    token = signer.sign("seat", ["t", 0, "p"])
    for n in range(1000):
        assert signer.read("seat", f"{token}{n}") is None
    assert signer._cached_read.cache_info().currsize == 0
    assert signer.read("seat", token) == ["t", 0, "p"]
    assert signer.read("seat", signer.sign("seat", token_urlsafe(LONGEST_SIGNED))) is None
    assert signer._cached_read.cache_info().currsize == 1


def test_a_folder_that_is_a_file_is_told(tmp_path):
    (tmp_path / "text").write_text("not a folder")
    with pytest.raises(Failure, match=r"text is a file, not a folder; choose another place$"):
        key_in(tmp_path / "text")
    with pytest.raises(Failure, match=r"text is a file, not a folder; choose another place$"):
        key_in(tmp_path / "text" / "below")


def test_a_key_that_cannot_be_written_is_told_and_not_what_was_to_be_removed_after_it(tmp_path, monkeypatch):
    def refused(*_, **__):
        raise NotADirectoryError(20, "Not a directory", "somewhere")

    for name in ("touch", "unlink"):
        monkeypatch.setattr(f"pathlib.Path.{name}", refused)
    with pytest.raises(
        Failure, match=r"key cannot be written: Not a directory; name another folder with --folder$"
    ):
        key_in(tmp_path)


@pytest.mark.parametrize("content", [b"\xff\xfe" * 64, b"0" * 2**21])
def test_what_is_no_key_is_told(tmp_path, content):
    (tmp_path / "key").write_bytes(content)
    with pytest.raises(UpcardError, match=r"expected the key of a server; name another folder with"):
        key_in(tmp_path)
