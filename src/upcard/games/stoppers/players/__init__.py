"""Players that follow what was solved of Stoppers."""
