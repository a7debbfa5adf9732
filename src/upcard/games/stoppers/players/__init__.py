"""Players that follow solutions of Stoppers."""
