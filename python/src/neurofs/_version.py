"""The version of the installed package."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__: str = version("neurofs")
except PackageNotFoundError:  # Run from a clone, without being installed.
    __version__ = "0"
