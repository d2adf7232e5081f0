"""What ``select``, ``compare`` and ``curve`` take as data: rows and target, or what ``load`` gave."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_array, check_consistent_length

from neurofs._data import check_frame, matrix_of, refuse_missing, target_of
from neurofs._errors import UsageError
from neurofs._load import Data

_sent = ("matrix", "target", "weights", "featureNames", "targetName", "name", "missing", "groups", "groupOfRow")


def given_data(
    X: Any, y: Any, *, task: str = "auto", missing: str = "refuse", sample_weight: Any = None
) -> tuple[dict[str, Any], list[str]]:
    """The data as the engine takes it, and the names of what it selects from."""
    if isinstance(X, Data):
        if y is not None:
            raise UsageError("data that was loaded brings its target: leave y out", "usage")
        wire = {name: X._wire[name] for name in (*_sent, "imageShape", "split") if name in X._wire}
        groups = X._wire.get("groups")
        return wire, (X.feature_names if groups is None else groups["names"])
    if y is None:
        raise UsageError("give the target of every row: y", "usage")
    check_frame(X)
    names = _names_of(X)
    cells = check_array(X, accept_sparse="csr", dtype="numeric", ensure_all_finite=False)
    check_consistent_length(cells, y, sample_weight)
    refuse_missing(cells, names, missing)
    wire = {"matrix": matrix_of(cells), "target": target_of(y, task), "targetName": str(getattr(y, "name", None) or "y")}
    if names is not None:
        wire["featureNames"] = names
    if missing != "refuse":
        wire["missing"] = missing
    if sample_weight is not None:
        wire["weights"] = np.asarray(sample_weight, dtype=np.float64)
    return wire, feature_names(wire)


def feature_names(data: dict[str, Any]) -> list[str]:
    """A name for every column of the matrix."""
    return data.get("featureNames") or [f"f{feature + 1}" for feature in range(data["matrix"]["columnCount"])]


def scaling_for(X: Any, scaling: str | None) -> str | None:
    """The scaling that was asked for, or that belongs to a data set of the catalogue."""
    return X._wire.get("scaling") if scaling is None and isinstance(X, Data) else scaling


def _names_of(X: Any) -> list[str] | None:
    columns = getattr(X, "columns", None)
    return None if columns is None else [str(name) for name in columns]
