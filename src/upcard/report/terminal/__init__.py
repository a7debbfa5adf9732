"""Scenes as text: for a terminal, for mail, for programs that watch."""
