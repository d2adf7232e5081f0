"""The methods there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from neurofs._engine_process import call_engine
from neurofs._errors import camel_case, snake_case


@dataclass(frozen=True)
class Method:
    """A selection method, by the name that ``method`` takes."""

    name: str
    summary: str
    #: What each of its options is, by the names that ``options`` takes.
    options: dict[str, dict[str, Any]]


def methods() -> list[Method]:
    """All methods with their options."""
    return [
        Method(each["name"], each["summary"], {snake_case(name): spec for name, spec in each["options"].items()})
        for each in call_engine("methods")
    ]


def engine_options(options: dict[str, Any] | None) -> dict[str, Any]:
    """``{"batch_size": 20}`` as the engine spells it."""
    return {camel_case(name): value for name, value in (options or {}).items()}


def without_none(**settings: Any) -> dict[str, Any]:
    """What was given: the engine has the defaults of all else."""
    return {name: value for name, value in settings.items() if value is not None}
