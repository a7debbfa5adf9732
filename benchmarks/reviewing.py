"""How long the review of a match takes until its page can show the three costliest moves, and until its end.

Wall-clock from the request, in a worker process beside the server: at first a new process, then one that was
prepared when the match ended, as on the pages of a server. Programs are compiled before. Run it separately
to print only these lines: ``python benchmarks/reviewing.py``.
"""

import asyncio
import time
from collections.abc import Callable
from random import Random

from claims import Line, show_lines

from upcard.engine.game import Match, make_game
from upcard.engine.record import record_text
from upcard.web.http.match_reviews import MatchReview
from upcard.web.http.review_jobs import Reviewer
from upcard.web.http.review_pieces import ReviewRequest

MOST = 3.0
"""Seconds within which the three costliest moves should be known."""

CARELESS = 0.15
"""How often a player of the match of L.A.M.A. acts at random, instead of by the first legal action."""


def lama_match() -> Match:
    """Return a match of L.A.M.A. for four with 178 decisions."""
    match, random = make_game("lama", 4, None).match(seed=223), Random(223)
    while not match.is_over:
        legal = match.legal()
        match.do(random.choice(legal) if random.random() < CARELESS else legal[0])
    return match


def alternate_match(rounds: int = 12) -> Match:
    """Return the first random match of Smallsum Alternate that ends in this round."""
    game = make_game("smallsum", 2, "alternate")
    for seed in range(1_000):
        match, random = game.match(seed=seed), Random(seed)
        while not match.is_over:
            match.do(random.choice(match.legal()))
        if match.state.round == rounds:
            return match
    raise ValueError(f"no match ends in round {rounds}")


async def _until(review: MatchReview, reviewer: Reviewer, is_done: Callable[[MatchReview], bool]) -> None:
    while not is_done(review):
        await reviewer.matches.next_results(review, review.version, 60.0)


async def review_seconds(match: Match, is_prepared: bool) -> tuple[float, float]:
    """Return the seconds until the costliest moves of seat 1 are known, and until the end of the review."""
    reviewer, text = Reviewer(), record_text(match)
    try:
        if is_prepared:
            reviewer.matches.prepare("match", text)
            while reviewer.matches.is_preparing:
                await asyncio.sleep(0.05)
        began = time.perf_counter()
        review = reviewer.matches.open("match", ReviewRequest(text, ((0,),)))
        await _until(review, reviewer, lambda x: x.is_settled)
        first = time.perf_counter() - began
        await _until(review, reviewer, lambda x: x.is_finished)
        return first, time.perf_counter() - began
    finally:
        reviewer.close()


def lines() -> list[Line]:
    """Return the seconds of each review."""
    matches = {"L.A.M.A., 178 decisions": lama_match(), "Smallsum Alternate, 12 rounds": alternate_match()}
    result = []
    for name, match in matches.items():
        asyncio.run(review_seconds(match, False))  # compiles
        cold, whole = asyncio.run(review_seconds(match, False))
        warm, _ = asyncio.run(review_seconds(match, True))
        result += [
            Line(f"{name}: three costliest moves", warm, "s", f"under {MOST:g}", warm < MOST),
            Line(f"{name}: the same in a new process", cold, "s", "", True),
            Line(f"{name}: the whole review", whole, "s", "", True),
        ]
    return result


if __name__ == "__main__":
    show_lines(lines())
