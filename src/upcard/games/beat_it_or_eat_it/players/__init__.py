"""Players that follow what was solved of Beat It Or Eat It."""
