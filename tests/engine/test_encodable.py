"""Every public object can be printed, whatever characters standard output has."""

import io
import sys
from typing import Any

import pytest

import upcard as uc
from upcard.engine.encodable import encodable
from upcard.solving.sequence_form import sequence_form

ENCODINGS = ("ascii", "cp1252", "cp437", "cp850", "latin-1", "utf-8")


class NamedStream(io.TextIOWrapper):
    """A stream with an encoding of any name, as programs that embed Python make them."""

    encoding = "no such encoding"


@pytest.fixture(scope="module")
def printed_objects() -> list[Any]:
    game = uc.game("lama")
    match = game.match(seed=1, seats=("Ünal–♥", "Zoë ✓", "Bob", "李")[: game.players])
    for _ in range(12):
        match.do(match.legal()[0])
    simulated = uc.simulate("kuhn-poker", "random", games=100, seed=1)
    tree = uc.unroll("kuhn-poker")
    return [
        game, match, match.state, match.state.hand, match.view(0), match.hand(0), tree, sequence_form(tree),
        simulated, simulated.seats[0], uc.tournament("lama", ["random", "same-first"], 20, players=2),
        uc.solve(uc.game("kuhn-poker")), uc.solve(uc.game("goofspiel", preset="three")),
        uc.vector_env("kuhn-poker", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_print_of_a_public_object_never_fails(printed_objects, encoding, monkeypatch):
    raw = io.BytesIO()
    with monkeypatch.context() as patch:
        stream = io.TextIOWrapper(raw, encoding, errors="strict")
        patch.setattr(sys, "stdout", stream)
        for x in printed_objects:
            sys.stdout.write(f"{x}\n{[x]}\n")
        stream.flush()
    text = raw.getvalue().decode(encoding)
    assert "win share" in text
    assert "match of L.A.M.A." in text


def test_what_an_encoding_lacks_looks_similar(monkeypatch):
    assert encodable("│ 7♥ – 3 × 4…") == "│ 7♥ – 3 × 4…"
    for encoding, expected in (
        ("ascii", "+--+\n| 7h - 3 x 4... +- ?"),
        ("cp1252", "+--+\n| 7h – 3 × 4… ± ?"),
        ("cp437", "┌─━┐\n│ 7h - 3 x 4... ± ?".replace("━", "-")),
        ("no such encoding", "+--+\n| 7h - 3 x 4... +- ?"),
    ):
        stream = io.TextIOWrapper(io.BytesIO(), "utf-8") if encoding.startswith("no") else None
        stream = stream or io.TextIOWrapper(io.BytesIO(), encoding)
        monkeypatch.setattr(sys, "stdout", NamedStream(io.BytesIO()) if encoding.startswith("no") else stream)
        assert encodable("┌─━┐\n│ 7♥ – 3 × 4… ± 李") == expected
    monkeypatch.setattr(sys, "stdout", None)
    assert encodable("7♥") == "7♥"
