"""Players that follow solutions of Goofspiel."""
