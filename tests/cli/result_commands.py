"""Command lines that compute a result of a game, which ``--json`` prints as a document."""

RESULT_COMMANDS = [
    ("solve", "kuhn-poker"),
    ("respond", "kuhn-poker", "--against", "random"),
    ("probe", "kuhn-poker"),
    ("simulate", "kuhn-poker", "--games", "20"),
    ("tournament", "kuhn-poker", "random", "equilibrium", "--games", "20"),
    ("check", "kuhn-poker", "--games", "20"),
]
