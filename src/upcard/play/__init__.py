"""Play between people and strategies: the scene that every screen draws from, and the match at one table."""
