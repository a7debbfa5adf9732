"""Background jobs: long computations run once each, in a separate process, and never delay a request."""

import asyncio
import logging
import os
import pickle
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple

from upcard.language.messages import english_context, marked
from upcard.server.byte_cache import ByteCache
from upcard.server.fair_queue import CLIENT, Busy, FairQueue
from upcard.server.fair_workers import FairWorkers
from upcard.server.open_count import OpenCount

NICE = 10
MOST_RESULT_BYTES = 2**26
"""Maximum bytes of all results of classes that are stored."""

MOST_PUBLIC_BYTES = 2**22
"""Maximum bytes of the other results, which any visitor can request."""

MOST_JOBS = (1024, 256)
"""Maximum number of waiting jobs, of all clients and of one."""

LIMIT, PUBLIC_LIMIT, LONG_LIMIT = 600.0, 60.0, 14_400.0
"""Maximum seconds of a job, of one that any visitor can request, and of one that is known to be long."""

MOST_PUBLIC_OF_ADDRESS, MOST_PUBLIC = 12, 48
"""Maximum number of jobs that visitors have requested and that wait or run: for one address, and for all."""

REFUSALS = {
    "address": marked("several pages from your network are still being computed; try again in a minute"),
    "all": marked("the server computes the pages of many visitors; try again in some minutes"),
}

MOST_BREAKS = 2
"""Number of crashes after which a job is given up; otherwise boards would request it forever."""

logger = logging.getLogger(__name__)
_MISSING: ContextVar[set[Hashable] | None] = ContextVar("missing results", default=None)


def politely(work: Callable[..., Any], *args: Any) -> Any:
    """Run a job at low priority, so that requests come first."""
    if hasattr(os, "nice") and os.nice(0) < NICE:
        os.nice(NICE - os.nice(0))
    return work(*args)


class GivenUp(tuple[()]):
    """Result of a job that has failed or took too long: empty, like that of a job with nothing to show."""

    __slots__ = ()


class RoomKey(NamedTuple):
    """Key of a result that may contain names of the pupils of a room: its code, and the rest of the key."""

    room: str
    name: Hashable


class BackgroundJob(NamedTuple):
    """A job: its key, the function with its arguments, a callback, and where it runs and its result goes."""

    key: Hashable
    work: Callable[..., Any]
    args: tuple[Any, ...]
    then: Callable[[], None] | None
    results: ByteCache[Hashable, Any]
    workers: FairWorkers
    limit: float
    ended: asyncio.Event


class BackgroundJobs:
    """Runner of jobs beside the server, which clients use in turns; its process starts with the first job.

    Jobs that any visitor can request have a process of their own, few places, and a short time: nothing that
    a stranger sends delays a class. Neither do jobs that take minutes: they have a process too.
    """

    def __init__(self) -> None:
        self._workers = FairWorkers(FairQueue(1, *MOST_JOBS))
        self._public_workers = FairWorkers(FairQueue(1, None, None))
        self._long_workers = FairWorkers(FairQueue(1, *MOST_JOBS))
        self._public_waiting = OpenCount(MOST_PUBLIC_OF_ADDRESS, MOST_PUBLIC)
        self._results = ByteCache[Hashable, Any](MOST_RESULT_BYTES)
        self._public_results = ByteCache[Hashable, Any](MOST_PUBLIC_BYTES)
        self._pending: dict[Hashable, asyncio.Event] = {}
        self._breaks: Counter[Hashable] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    def get(
        self,
        key: Hashable,
        work: Callable[..., Any],
        *args: Any,
        then: Callable[[], None] | None = None,
        is_later: bool = False,
        is_public: bool = False,
        is_long: bool = False,
    ) -> Any:
        """Return the result for a key; if there is none yet, queue the job and return None.

        The result is an empty :class:`GivenUp` if the job has failed. A key is computed only once; it is a
        :class:`RoomKey` if the result may contain names of pupils. `work`
        must be a function of a module, because another process calls it with `args`. `then` is called when
        the job has ended. If `is_later`, all other jobs of the same client go first. The results of jobs that
        any visitor can request are stored apart, if `is_public`, so that they never replace those of a class.
        Jobs that are known to take minutes, `is_long`, have a process of their own, so that no other job
        waits for them. Raises Busy if too many public jobs wait, of the client of this task or of all.
        """
        results = self._public_results if is_public else self._results
        result = results.get(key)
        if result is None and key not in self._pending:
            client = CLIENT.get()
            reason = self._public_waiting.reason(client) if is_public else ""
            if reason:
                raise Busy(REFUSALS[reason])
            ended = self._pending[key] = asyncio.Event()
            workers, limit = (self._public_workers, PUBLIC_LIMIT) if is_public else (self._workers, LIMIT)
            if is_long:
                workers, limit = self._long_workers, LONG_LIMIT
            job = BackgroundJob(key, work, args, then, results, workers, limit, ended)
            task = asyncio.create_task(self._run(job, int(is_later)), context=english_context())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            if is_public:
                self._public_waiting.add(client)
                task.add_done_callback(lambda _: self._public_waiting.remove(client))
        noted = _MISSING.get()
        if result is None and noted is not None:
            noted.add(key)
        return result

    def try_again(self, key: Hashable) -> None:
        """Forget that a job was given up, so that it is computed again when its result is requested."""
        for results in (self._results, self._public_results):
            if isinstance(results.get(key), GivenUp):
                results.remove(key)

    def has_ended(self, key: Hashable) -> bool:
        """Return whether the job with a key has ended, with a result or without."""
        return self._results.get(key) is not None

    async def wait(self, keys: Iterable[Hashable], seconds: float) -> None:
        """Wait until the results of these keys are available, but at most this number of seconds."""
        events = [self._pending[x] for x in keys if x in self._pending]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for event in events:
                    await event.wait()

    @contextmanager
    def noting_missing(self) -> Iterator[set[Hashable]]:
        """Collect the keys that this task requests inside the block, and whose results are not there yet."""
        missing = set[Hashable]()
        token = _MISSING.set(missing)
        try:
            yield missing
        finally:
            _MISSING.reset(token)

    def forget_results(self, room: str) -> None:
        """Forget the results of a room, also of jobs under way, since they may contain deleted names."""
        for key in [x for x in self._results if isinstance(x, RoomKey) and x.room == room]:
            self._results.remove(key)
        for key in [x for x in self._pending if isinstance(x, RoomKey) and x.room == room]:
            del self._pending[key]

    async def close(self) -> None:
        """End the process and give up all jobs."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._workers.close()
        self._public_workers.close()
        self._long_workers.close()

    async def _run(self, job: BackgroundJob, rank: int) -> None:
        try:
            work = partial(politely, job.work)
            result = await job.workers.run(work, *job.args, limit=job.limit, rank=rank)
        except Busy:  # boards ask again after the next job
            return
        except TimeoutError:
            logger.warning("the background job %r took more than %g s", job.key, job.limit)
            result = GivenUp()
        except BrokenProcessPool:
            self._breaks[job.key] += 1
            result = None if self._breaks[job.key] < MOST_BREAKS else GivenUp()
            logger.warning("the process that computed the background job %r has crashed", job.key)
        except Exception:  # the class continues without it
            logger.exception("the background job %r failed", job.key)
            result = GivenUp()
        finally:
            job.ended.set()
            is_wanted = self._pending.get(job.key) is job.ended  # otherwise it was forgotten meanwhile
            if is_wanted:
                del self._pending[job.key]
        if result is not None and is_wanted:
            self._breaks.pop(job.key, None)
            job.results.put(job.key, result, len(repr(job.key)) + len(pickle.dumps(result)))
        if job.then is not None:
            job.then()
