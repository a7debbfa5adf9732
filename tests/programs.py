"""Programs that tests start."""

import subprocess
from types import TracebackType


class Program(subprocess.Popen[str]):
    """A program that ends where the test that started it fails.

    As a context ``Popen`` waits for the end of its program, also where a fault has come in between, and a
    program that does not end would keep that fault to itself for ever.
    """

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it after a fault, else wait for its end."""
        if kind is not None:
            self.kill()
        super().__exit__(kind, fault, trace)

    def first_line(self) -> str:
        """The next line of its output.

        Raises
        ------
        AssertionError
            If there is none; it says why.
        """
        assert self.stdout is not None
        line = self.stdout.readline()
        if not line:
            self.kill()
        assert line, f"it said no more: {self.communicate()}"
        return line
