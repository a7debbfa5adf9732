"""New databases, as for the tests of the server."""

from tests.server.conftest import database, url

__all__ = ["database", "url"]
