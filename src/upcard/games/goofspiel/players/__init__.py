"""Players that follow what was solved of Goofspiel."""
