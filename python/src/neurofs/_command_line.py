"""The command ``neurofs``: that of the npm package, with the Node that the package has found."""

from __future__ import annotations

import os
import subprocess
import sys

from neurofs._engine_program import engine_program
from neurofs._errors import NeuroFSError
from neurofs._node import find_node


def main() -> int:
    try:
        command = [find_node(), str(engine_program()), *sys.argv[1:]]
    except NeuroFSError as error:
        print(f"neurofs: {error}", file=sys.stderr)
        return 1
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.call(command)
