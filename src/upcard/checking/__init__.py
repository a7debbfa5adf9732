"""Checking certificates: small plain programs that share no code with the solvers."""
