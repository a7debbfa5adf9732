"""Standard output belongs to the result: what libraries print there goes to standard error."""

import contextlib
import io
import os
import sys

OUTPUT, ERROR = 1, 2
"""File numbers of standard output and standard error."""


def reserve_stdout() -> None:
    """Let only ``sys.stdout`` write to standard output, if that is a file or a pipe; until the process ends.

    Native libraries write to file number 1, which becomes standard error. So a banner of theirs cannot spoil
    a JSON document. A terminal is left alone, since editing a typed line needs it.
    """
    stream = sys.stdout
    if not isinstance(stream, io.TextIOWrapper):
        return
    with contextlib.suppress(ValueError, OSError):
        if stream.fileno() != OUTPUT or os.isatty(OUTPUT):
            return
        os.fstat(ERROR)  # a closed one raises an error
        stream.flush()
        result = os.fdopen(os.dup(OUTPUT), "wb")
        os.dup2(ERROR, OUTPUT)
        sys.stdout = io.TextIOWrapper(
            result,
            stream.encoding,
            stream.errors,
            line_buffering=stream.line_buffering,
            write_through=stream.write_through,
        )
