"""Players that follow a solution of Goofspiel."""
