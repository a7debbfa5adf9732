"""Opponents of each level: the best move is so often obvious that only the weakest ones lie apart."""

LEVELS = {
    "Beginner": "random",
    "Casual": "quantal:playouts=24,noise=0.2",
    "Strong": "quantal:playouts=80,noise=0.05",
}
