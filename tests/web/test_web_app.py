"""How the application gets ready."""

import asyncio
import gc

import pytest

from upcard.web import app


@pytest.mark.parametrize("is_alone", [False, True])
def test_a_process_of_its_own_leaves_what_is_there_at_the_start_out_of_looking_for_garbage(
    monkeypatch, is_alone
):
    done: list[str] = []
    monkeypatch.setattr(app, "tiles", lambda: done.append("tiles"))
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(gc, "set_threshold", lambda *_: done.append("rarely"))
    asyncio.run(app._prepare(is_alone))
    assert done == ["tiles", *(["rarely", "freeze"] if is_alone else [])]
