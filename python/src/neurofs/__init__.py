"""Supervised feature selection with a truly sparse neural network whose input neurons are dropped and regrown.

The engine is the one of the command line and of the page: the same data, options and seed give the same features
with the same scores, bit for bit.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from neurofs._version import __version__

if TYPE_CHECKING:
    from neurofs import tl
    from neurofs._compare import Comparison, compare
    from neurofs._curve import Curve, curve
    from neurofs._errors import (
        DataError,
        DivergedError,
        EngineError,
        NeuroFSError,
        NodeNotFoundError,
        UsageError,
        WriteError,
    )
    from neurofs._load import Data, load
    from neurofs._methods import Method, methods
    from neurofs._select import Selection, select
    from neurofs._selector import NeuroFSSelector

# Where the names stand. They are fetched when they are asked for: scikit-learn takes seconds to load, and the command
# ``neurofs`` does without it.
_places = {
    "_compare": ("Comparison", "compare"),
    "_curve": ("Curve", "curve"),
    "_errors": (
        "DataError",
        "DivergedError",
        "EngineError",
        "NeuroFSError",
        "NodeNotFoundError",
        "UsageError",
        "WriteError",
    ),
    "_load": ("Data", "load"),
    "_methods": ("Method", "methods"),
    "_select": ("Selection", "select"),
    "_selector": ("NeuroFSSelector",),
}
_place_of = {name: place for place, names in _places.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "tl":
        return importlib.import_module("neurofs.tl")
    if name not in _place_of:
        raise AttributeError(f"module 'neurofs' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"neurofs.{_place_of[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "Comparison",
    "Curve",
    "Data",
    "DataError",
    "DivergedError",
    "EngineError",
    "Method",
    "NeuroFSError",
    "NeuroFSSelector",
    "NodeNotFoundError",
    "Selection",
    "UsageError",
    "WriteError",
    "__version__",
    "compare",
    "curve",
    "load",
    "methods",
    "select",
    "tl",
]
