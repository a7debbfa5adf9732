"""Studies of Stoppers."""
