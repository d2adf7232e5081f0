"""Errors, in the words of Python: the engine says what is the matter as data, and names of options are put in here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any


class NeuroFSError(Exception):
    """What neurofs has to say. ``code`` is the engine's word for the kind of error."""

    def __init__(self, message: str, code: str = "failure") -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.code)


class UsageError(NeuroFSError, ValueError):
    """An option that cannot be."""


class DataError(NeuroFSError, ValueError):
    """Data that cannot be selected from as it is."""


class WriteError(NeuroFSError, OSError):
    """A file that cannot be written."""


class DivergedError(NeuroFSError, ArithmeticError):
    """The network did not learn: its loss left the finite numbers."""


class EngineError(NeuroFSError, RuntimeError):
    """The engine could not be started, or ended before its time."""


class NodeNotFoundError(EngineError):
    """There is no Node, or none that is new enough."""


_classes: dict[str, type[NeuroFSError]] = {
    "usage": UsageError,
    "data": DataError,
    "diverged": DivergedError,
}

# What scikit-learn calls otherwise than the engine does.
_names = {
    "k": "n_features_to_select",
    "seed": "random_state",
    "threads": "n_jobs",
    "methodOptions": "options",
    "testFraction": "test_size",
    "falseDiscovery": "fdr",
    "minPerClass": "min_per_class",
}


def error_of(failure: Mapping[str, Any]) -> NeuroFSError:
    """The exception for a failure of the engine."""
    code = failure["code"]
    if code == "bug":
        advice = "This is a bug in neurofs. Please report it with the lines above."
        return EngineError(f"{failure['message']}\n{advice}", code)
    return _classes.get(code, EngineError)(_in_words(failure), code)


def without_types(said: object) -> str:
    """Words of numpy without its types: ``'a'`` rather than ``np.str_('a')``."""
    return re.sub(r"\bnp\.\w+\(([^()]*)\)", r"\1", str(said))


def snake_case(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def camel_case(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda letter: letter[1].upper(), name)


def _name(option: Mapping[str, Any]) -> str:
    name = option["option"]
    return _names.get(name, snake_case(name))


def _in_words(failure: Mapping[str, Any]) -> str:
    if "statement" not in failure:
        return str(failure["message"])
    subject = failure.get("subject")
    said = failure["statement"] if subject is None else f"{_name(subject)} {failure['statement']}"
    # Options that the engine refuses by name are named in its own spelling.
    said = re.sub(r'^unknown option "(\w+)"', lambda found: f'unknown option "{snake_case(found[1])}"', said)
    said = re.sub(r"\bInfinity\b", "inf", said)
    clauses = [_clause(advice) for advice in failure.get("advice", [])]
    return f"{said}; {_alternatives(clauses)}" if clauses else said


def _clause(advice: str | Mapping[str, Any]) -> str:
    if isinstance(advice, str):
        return advice
    values = " or ".join(repr(value) for value in advice.get("values", []))
    words = [advice.get("verb", "use"), f"{_name(advice)}={values}" if values else _name(advice), advice.get("purpose")]
    return " ".join(word for word in words if word)


def _alternatives(clauses: Sequence[str]) -> str:
    *first, last = clauses
    return f"{', '.join(first)}, or {last}" if first else last
