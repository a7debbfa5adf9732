"""Changes of the tables of the database, one file for each; Alembic runs them in their order."""
