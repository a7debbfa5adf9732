"""Review of a match: the value of every decision, and how much was luck or skill."""
