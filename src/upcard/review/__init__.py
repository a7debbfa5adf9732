"""Going over a match that was played: what every decision was worth, what was luck and what was skill."""
