"""Checking certificates: small plain programs that import no solver."""
