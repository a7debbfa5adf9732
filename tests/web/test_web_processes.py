"""Processes beside the servers of these tests: as those beside a server, whatever they are copies of."""

import os

from tests.web.forked import forked_pool


def test_processes_see_the_surroundings_in_which_they_begin(tmp_path, monkeypatch):
    forked_pool(1).shutdown()
    for name in ("one", "other"):
        monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / name))
        with forked_pool(1) as pool:
            assert pool.submit(os.getenv, "UPCARD_CACHE").result() == str(tmp_path / name)
