"""A measure against the number of features: how many are enough?"""

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
class Curve(WithReport):
    """One curve for every judge, as the command line writes them to curve.json."""

    curves: list[dict[str, Any]]
    #: The smallest number within one standard error of the best, of the first judge.
    k: int
    report: str = field(repr=False)

    def to_frame(self) -> Any:
        """A pandas data frame with a row for every judge, K and fold."""
        import pandas as pd

        return pd.DataFrame(
            {"judge": each["judge"], "measure": each["measure"], "k": point["k"], "fold": fold + 1, "value": value}
            for each in self.curves
            for point in each["points"]
            for fold, value in enumerate(point["values"])
        )

    def plot(self, ax: Any = None) -> Any:
        """The mean against K with a band of one standard error, by matplotlib."""
        from neurofs._plots import plot_curve

        return plot_curve(self.curves, ax)


def curve(
    X: Any,
    y: Any = None,
    k: Sequence[int] = (10, 25, 50, 100),
    *,
    folds: int | None = None,
    method: str = "neurofs",
    random_state: Any = 0,
    judges: Sequence[str] | None = None,
    measure: str | None = None,
    scaling: str | None = None,
    missing: str = "refuse",
    options: dict[str, Any] | None = None,
    n_jobs: int | None = None,
    verbose: bool = False,
) -> Curve:
    """Selects in every fold from its training rows alone, for every number in ``k``."""
    data, _ = given_data(X, y, missing=missing)
    data.pop("split", None)
    settings = without_none(
        ks=list(k),
        folds=folds,
        method=method,
        methodOptions=engine_options(options),
        seed=seed_of(random_state),
        judges=None if judges is None else list(judges),
        measure=measure,
        scaling=scaling_for(X, scaling),
        threads=n_jobs,
        report=True,
    )
    with shown_progress(verbose, f"Curve of {method}") as on_event:
        found = call_engine("curve", data, settings, on_event=on_event)
    return Curve(curves=found["curves"], k=found["curves"][0]["parsimoniousK"], report=found["report"])
