"""Supervised feature selection with a truly sparse neural network whose input neurons are dropped and regrown.

The engine is the one of the command line and of the page: the same data, options and seed give the same features
with the same scores, bit for bit.
"""

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
)
from neurofs._load import Data, load
from neurofs._methods import Method, methods
from neurofs._select import Selection, select
from neurofs._selector import NeuroFSSelector
from neurofs._version import __version__

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
    "__version__",
    "compare",
    "curve",
    "load",
    "methods",
    "select",
    "tl",
]
