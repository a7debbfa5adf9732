"""Playing what was solved: one file for each kind of certificate."""
