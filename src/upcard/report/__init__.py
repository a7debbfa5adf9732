"""How results look: tables for terminals, plots, pages, files."""
