"""Replays that one visitor leads; everybody who follows sees the same position."""

from dataclasses import dataclass

MOST_SHARED = 1_000
"""Maximum number of shared replays at the same time; the oldest one ends first."""


@dataclass
class SharedReplay:
    """A replay that somebody leads."""

    leader: str
    """The person who leads."""
    name: str
    """How the others know this person."""
    at: int
    """The number of moves before the position that is shown."""
