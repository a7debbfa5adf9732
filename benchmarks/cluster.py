"""One worker of a cluster and two, compared with threads: ``python benchmarks/cluster.py``.

Scheduler and workers are processes of this machine, each with one thread, so on two cores the scheduler and
the sender share them with two workers. A chunk is sent as names and numbers and comes back as sums: what that
costs is measured by chunks of a single game.
"""

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager

import distributed

import upcard as uc
from upcard.simulation.lineup import line_up
from upcard.simulation.remote_job import job_bytes, play_remote_job
from upcard.simulation.simulation_plan import make_plan

GAME, STRATEGY, SEED = "lama", "same-first", 1
ASKED = 200


@contextmanager
def cluster(workers: int) -> Iterator[distributed.Client]:
    """Start workers, each a process with one thread."""
    asked = {"n_workers": workers, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    with distributed.LocalCluster(**asked) as started, distributed.Client(started) as client:
        yield client


def seconds(games: int, **how: object) -> float:
    """Return the wall-clock time for some games, after a few games that compile the programs."""
    uc.simulate(GAME, STRATEGY, 2_000, seed=SEED, **how)
    began = time.perf_counter()
    uc.simulate(GAME, STRATEGY, games, seed=SEED, **how)
    return time.perf_counter() - began


def cost_of_a_chunk(client: distributed.Client) -> tuple[float, int, int]:
    """Milliseconds for a chunk of one game there and back, one after the other; bytes sent and returned."""
    lineup = line_up(uc.game(GAME), STRATEGY)
    sent, plan, executor = (
        job_bytes(lineup),
        make_plan(ASKED, SEED, lineup.game.players),
        client.get_executor(),
    )
    began = time.perf_counter()
    for i in range(ASKED):
        sums, _ = executor.submit(play_remote_job, sent, plan, i, i + 1).result()
    back = sums.entrants.nbytes + sums.games.nbytes + sums.pairs.nbytes
    return (time.perf_counter() - began) / ASKED * 1e3, len(sent), back


def main() -> None:
    """Print the games per second of each, and the cost of a chunk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000_000)
    games = parser.parse_args().games
    print(f"{GAME}, all {STRATEGY}, {games:,} games")
    for threads in (1, 2):
        print(f"threads {threads}: {games / seconds(games, threads=threads):,.0f} games/s")
    for workers in (1, 2):
        with cluster(workers) as client:
            rate = games / seconds(games, executor=client.get_executor())
            print(f"workers {workers}: {rate:,.0f} games/s")
            if workers == 1:
                ms, sent, back = cost_of_a_chunk(client)
                print(f"a chunk: {ms:.1f} ms there and back, {sent} bytes sent, {back} bytes returned")


if __name__ == "__main__":
    main()
