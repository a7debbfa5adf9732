"""The error for a certificate that proves nothing."""

from upcard.engine.errors import Failure


class Refused(Failure):
    """A certificate breaks a condition; the sentence says the first one, what is stated and what holds."""
