"""Reads a file of any format that the engine reads, or a data set of its catalogue."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse

from neurofs._engine_process import call_engine
from neurofs._methods import engine_options, without_none
from neurofs._progress import shown_progress


@dataclass(frozen=True)
class Data:
    """Features and target, as ``neurofs.load`` gives them and ``select``, ``compare`` and ``curve`` take them."""

    #: Rows of numbers, dense or sparse; NaN marks a missing cell where it was said how to fill them.
    X: Any
    #: Class of every row by its name, or a number.
    y: np.ndarray[Any, Any]
    feature_names: list[str]
    name: str
    target_name: str
    #: What the reader had to guess.
    notes: list[str] = field(default_factory=list)
    #: Row numbers of the split that the data brings.
    train: np.ndarray[Any, Any] | None = None
    test: np.ndarray[Any, Any] | None = None
    #: As the engine sent it.
    _wire: dict[str, Any] = field(default_factory=dict, repr=False)

    def to_frame(self) -> Any:
        """A pandas data frame of the features and the target."""
        import pandas as pd

        if sparse.issparse(self.X):
            frame = pd.DataFrame.sparse.from_spmatrix(self.X, columns=self.feature_names)
        else:
            frame = pd.DataFrame(self.X, columns=self.feature_names)
        return frame.assign(**{self.target_name: self.y})


def load(
    path: str | os.PathLike[str],
    target: str | None = None,
    *,
    task: str | None = None,
    event: str | None = None,
    weights: str | None = None,
    missing: str | None = None,
    verbose: bool = False,
    **options: Any,
) -> Data:
    """Reads CSV, Parquet, AnnData, MATLAB, NumPy, Arrow, ARFF, svmlight, ... or a data set by its name.

    Text columns become columns of zeros and ones, named ``column=value``, that are ranked as one. ``event`` and ``weights``
    name columns: whether the event came at the time that ``target`` tells, and how much every row counts. ``options`` are
    all others of ``neurofs select`` about reading and encoding: ``group_by``, ``leave_out``, ``keep``, ``id``, ``transpose``,
    ``missing_marks``, ``missing_target``, ``rare``, ``delimiter``, ``x``, ...
    """
    settings = without_none(
        target=target,
        task=task,
        event=event,
        weights=weights,
        missing=missing,
        **engine_options(options),
    )
    with shown_progress(verbose, f"Reading {path}") as on_event:
        # The engine may have been started in another folder than this one.
        place = os.path.abspath(path) if os.path.exists(path) else os.fspath(path)
        wire = call_engine("load", place, settings, on_event=on_event)
    wire["name"] = os.fspath(path)
    split = wire.get("split", {})
    return Data(
        X=_array_of(wire["matrix"]),
        y=_target_cells(wire["target"]),
        feature_names=wire["featureNames"],
        name=wire["name"],
        target_name=wire["targetName"],
        notes=wire["notes"],
        train=split.get("train"),
        test=split.get("test"),
        _wire=wire,
    )


def _array_of(matrix: dict[str, Any]) -> Any:
    shape = (matrix["rowCount"], matrix["columnCount"])
    if matrix["kind"] == "dense":
        return matrix["values"].reshape(shape)
    starts = matrix["rowStart"].astype(np.int64)
    return sparse.csr_array((matrix["value"], matrix["column"], starts), shape=shape)


def _target_cells(target: dict[str, Any]) -> np.ndarray[Any, Any]:
    if target["kind"] == "classes":
        return np.asarray(target["classNames"])[target["labels"]]
    if target["kind"] == "values":
        values: np.ndarray[Any, Any] = target["values"]
        return values if target["outputCount"] == 1 else values.reshape(-1, target["outputCount"])
    return np.rec.fromarrays([target["events"].astype(bool), target["times"]], names="event,time")
