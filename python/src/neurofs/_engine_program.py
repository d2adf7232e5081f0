"""The program that Node runs."""

from __future__ import annotations

import os
from pathlib import Path

from neurofs._errors import EngineError


def engine_program() -> Path:
    """The one that came with the package. ``NEUROFS_PROGRAM`` names another, such as that of a clone."""
    named = os.environ.get("NEUROFS_PROGRAM")
    program = Path(named) if named else Path(__file__).parent / "_engine" / "dist" / "cli" / "main.js"
    if program.exists():
        return program
    raise EngineError(f"{program}: the engine is not there; install the package again, or build it: npm run build:python")
