"""Several methods on the same data: is the network worth it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from neurofs._data import seed_of
from neurofs._engine_process import call_engine
from neurofs._given import given_data, scaling_for
from neurofs._methods import engine_options, without_none
from neurofs._progress import shown_progress
from neurofs._report import WithReport


@dataclass(frozen=True)
class Comparison(WithReport):
    """What was found: a row for every method, K and seed, and the summary of ``compare.json``."""

    rows: list[dict[str, Any]]
    #: Methods, best first, with means and deviations.
    methods: list[dict[str, Any]]
    #: What it means, in sentences.
    findings: list[str]
    #: Everything, as the command line writes it to compare.json.
    details: dict[str, Any] = field(repr=False)
    report: str = field(repr=False)

    def to_frame(self) -> Any:
        """A pandas data frame with a row for every run, judge and measure."""
        import pandas as pd

        return pd.DataFrame(
            {**{name: row.get(name) for name in ("method", "k", "seed", "selectSeconds")}, **measured}
            for row in self.rows
            for measured in row["measures"]
        )


def compare(
    X: Any,
    y: Any = None,
    k: int | Sequence[int] = 50,
    *,
    methods: Sequence[str] | None = None,
    seeds: int = 5,
    random_state: Any = 0,
    judges: Sequence[str] | None = None,
    measure: str | None = None,
    test_size: float | None = None,
    scaling: str | None = None,
    missing: str = "refuse",
    options: dict[str, dict[str, Any]] | None = None,
    judge_rows: int | None = None,
    limit: float | None = None,
    n_jobs: int | None = None,
    verbose: bool = False,
) -> Comparison:
    """Runs every method on the same split; ``options`` are those of methods, by name."""
    data, _ = given_data(X, y, missing=missing)
    first = seed_of(random_state)
    settings = without_none(
        ks=[k] if isinstance(k, int) else list(k),
        seeds=list(range(first, first + seeds)),
        methods=None if methods is None else list(methods),
        methodOptions={name: engine_options(own) for name, own in (options or {}).items()},
        judges=None if judges is None else list(judges),
        measure=measure,
        testFraction=test_size,
        scaling=scaling_for(X, scaling),
        judgeRows=judge_rows,
        limit=limit,
        threads=n_jobs,
        report=True,
    )
    with shown_progress(verbose, "Comparing") as on_event:
        found = call_engine("compare", data, settings, on_event=on_event)
    details = found["comparison"]
    return Comparison(
        rows=details["rows"],
        methods=details["methods"],
        findings=[each["text"] for each in details["findings"]],
        details=details,
        report=found["report"],
    )
