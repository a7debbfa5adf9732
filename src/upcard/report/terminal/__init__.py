"""Scenes in letters: for a terminal, for mail, for programs that look on."""
