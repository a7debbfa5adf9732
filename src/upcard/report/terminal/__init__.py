"""Scenes as text: for a terminal, for emails, and for programs that read along."""
