"""High card: a game for Upcard that lives in a package of its own."""
