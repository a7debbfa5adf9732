"""Mail needs the databases and the service of the server's tests."""

from tests.server.conftest import database, service, url

__all__ = ["database", "service", "url"]
