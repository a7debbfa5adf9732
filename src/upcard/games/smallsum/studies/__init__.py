"""Studies of Smallsum."""
