"""Rows and targets as the engine takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from scipy import sparse
from sklearn.utils.multiclass import type_of_target

from neurofs._errors import DataError, UsageError, without_types

Task = Literal["auto", "classes", "regression"]
tasks = ("auto", "classes", "regression")
missing_choices = ("refuse", "mean", "median")


def matrix_of(X: Any) -> dict[str, Any]:
    """The matrix of a dense or sparse array; dense cells are not copied."""
    row_count, column_count = X.shape
    shape = {"rowCount": int(row_count), "columnCount": int(column_count)}
    if not sparse.issparse(X):
        return {"kind": "dense", **shape, "values": X}
    rows = sparse.csr_array(X)
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return {
        "kind": "sparse",
        **shape,
        "rowStart": rows.indptr.astype(np.float64),
        "column": rows.indices.astype(np.int32, copy=False),
        "value": rows.data,
    }


def refuse_missing(X: Any, names: Sequence[str] | None, missing: str) -> None:
    """NaN cells are refused unless it was said how to fill them, with the advice of the command line."""
    if missing not in missing_choices:
        raise UsageError(f"missing must be one of {', '.join(missing_choices)}. Got {missing!r}", "usage")
    cells = X.data if sparse.issparse(X) else X
    if missing != "refuse" or cells.dtype.kind != "f":
        return
    # A sum is NaN where a cell is, and takes no memory of the size of the matrix.
    with np.errstate(over="ignore", invalid="ignore"):
        if not np.isnan(np.sum(cells)):
            return
    if sparse.issparse(X):
        entries = sparse.coo_array(X)
        at = np.flatnonzero(np.isnan(entries.data))
        places = np.column_stack([entries.row[at], entries.col[at]])
    else:
        places = np.argwhere(np.isnan(X))
    if len(places) == 0:  # Infinite cells of both signs, for the engine to refuse.
        return
    row, column = (int(place) for place in places[0])
    feature = f"f{column + 1}" if names is None else names[column]
    cells_missing = "1 cell is missing" if len(places) == 1 else f"{len(places)} cells are missing"
    raise DataError(
        f'{cells_missing} (NaN), the first in row {row}, feature "{feature}"; '
        "use missing='mean' or 'median', or leave those rows or features out",
        "data",
    )


def check_frame(X: Any) -> None:
    """Refuses a data frame with columns of one name, or that are no numbers."""
    schema = getattr(X, "dtypes", None)
    columns = getattr(X, "columns", None)
    if schema is None or columns is None:
        return
    _refuse_repeated([str(name) for name in columns])
    text = [str(name) for name, dtype in zip(columns, schema, strict=False) if _is_text(X, name, dtype)]
    if not text:
        return
    shown = ", ".join(f'"{name}"' for name in text[:5]) + (f" and {len(text) - 5} more" if len(text) > 5 else "")
    raise DataError(
        f"expected columns of numbers; {shown} {'hold' if len(text) > 1 else 'holds'} text or categories; "
        "encode them first (sklearn.preprocessing.OneHotEncoder), leave them out, "
        "or give the file to neurofs.load, which encodes text columns by itself",
        "data",
    )


def _refuse_repeated(names: list[str]) -> None:
    first: dict[str, int] = {}
    for place, name in enumerate(names):
        if name in first:
            raise DataError(f'features {first[name]} and {place} are both named "{name}"; rename one of them', "data")
        first[name] = place


def _is_text(X: Any, name: Any, dtype: Any) -> bool:
    said = str(dtype).lower()
    if said == "object":
        # Numbers may stand in a column of objects; scikit-learn makes numbers of them.
        cells = X.loc[:, name]
        return any(isinstance(cell, (str, bytes)) for cell in np.asarray(cells).ravel()[:1000])
    return said.startswith(("string", "str", "categor", "enum", "utf8", "datetime", "date"))


def target_of(y: Any, task: str = "auto") -> dict[str, Any]:
    """Classes, or numbers where they are measured or asked for."""
    if task not in tasks:
        raise UsageError(f"task must be one of {', '.join(tasks)}. Got {task!r}", "usage")
    cells = np.asarray(y)
    kind = type_of_target(cells, input_name="y")
    if task == "regression" or (task == "auto" and kind.startswith("continuous")):
        try:
            values = cells.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise DataError(f"regression needs a target of numbers; {without_types(error)}", "data") from error
        if not np.isfinite(values).all():
            raise DataError("y holds cells that are NaN or infinite; leave those rows out", "data")
        return {"kind": "values", "values": values, "outputCount": 1 if values.ndim == 1 else values.shape[1]}
    if kind not in ("binary", "multiclass"):
        raise DataError(
            f"Unknown label type: {kind}. The target must be one class a row, or one number a row for a regression",
            "data",
        )
    classes, labels = np.unique(cells, return_inverse=True)
    if len(classes) < 2:
        raise DataError(
            f"y has one class alone, {classes.tolist()[0]!r} in all {len(labels)} rows; it needs at least two classes",
            "data",
        )
    return {
        "kind": "classes",
        "labels": labels.reshape(-1).astype(np.int32),
        "classNames": [str(each) for each in classes.tolist()],
    }


def seed_of(random_state: Any) -> int:
    """A whole number as it is; one drawn from anything else that scikit-learn takes."""
    from numbers import Integral

    from sklearn.utils import check_random_state

    if isinstance(random_state, Integral):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))
