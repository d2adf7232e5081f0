"""Tools for AnnData, in scanpy's manners: they take an object and write into it."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from neurofs._data import matrix_of, refuse_missing, seed_of, target_of
from neurofs._engine_process import call_engine
from neurofs._errors import DataError, UsageError
from neurofs._methods import engine_options, without_none
from neurofs._progress import shown_progress


def select(
    adata: Any,
    obs: str,
    n: int = 100,
    *,
    layer: str | None = None,
    batch_key: str | None = None,
    method: str = "auto",
    task: str = "auto",
    scaling: str | None = None,
    options: dict[str, Any] | None = None,
    random_state: Any = 0,
    n_jobs: int | None = None,
    key_added: str = "neurofs",
    verbose: bool = False,
) -> None:
    """Selects the ``n`` genes that say most about ``adata.obs[obs]`` and writes them into ``adata``.

    With ``batch_key`` the genes are selected in every batch apart and ranked by the mean of their places, so that a
    gene that tells batches apart and nothing else is not chosen.

    Writes ``var[key_added]`` (whether selected), ``var[key_added + '_rank']`` (place, from 1),
    ``var[key_added + '_score']`` and ``uns[key_added]`` (parameters and history).
    """
    X = _cells(adata, layer)
    y = _column(adata, obs)
    settings = without_none(
        k=n,
        method=method,
        seed=seed_of(random_state),
        scaling=scaling,
        methodOptions=engine_options(options),
        threads=n_jobs,
        judges=[],
    )
    found = []
    for batch, rows in _batches(adata, batch_key):
        part = X if rows is None else X[rows]
        target = y if rows is None else y[rows]
        refuse_missing(part, list(adata.var_names), "refuse")
        data = {
            "matrix": matrix_of(part),
            "target": _target(target, task, obs, batch),
            "featureNames": [str(name) for name in adata.var_names],
            "targetName": obs,
        }
        with shown_progress(verbose, method if batch is None else f"{method}, {batch}") as on_event:
            found.append(call_engine("select", data, settings, on_event=on_event))
    places = _places(found)
    order = np.argsort(places, kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(1, len(order) + 1)
    adata.var[key_added] = rank <= n
    adata.var[f"{key_added}_rank"] = rank
    adata.var[f"{key_added}_score"] = np.mean([each["scores"] for each in found], axis=0)
    adata.uns[key_added] = {
        "params": without_none(
            obs=obs, n=n, layer=layer, batch_key=batch_key, method=method, random_state=settings["seed"]
        ),
        "history": found[0]["history"] if batch_key is None else {},
    }


def _cells(adata: Any, layer: str | None) -> Any:
    if layer is not None and layer not in adata.layers:
        raise UsageError(f'there is no layer "{layer}"; the layers are {", ".join(adata.layers) or "none"}', "usage")
    X = adata.X if layer is None else adata.layers[layer]
    if X is None:
        raise DataError("adata.X is empty; name a layer", "data")
    return X if sparse.issparse(X) and X.format == "csr" else (sparse.csr_array(X) if sparse.issparse(X) else np.asarray(X))


def _column(adata: Any, name: str) -> np.ndarray[Any, Any]:
    if name not in adata.obs:
        raise UsageError(f'there is no obs column "{name}"; the columns are {", ".join(adata.obs)}', "usage")
    column = adata.obs[name]
    if column.isna().any():
        raise DataError(
            f'obs column "{name}" is missing in {int(column.isna().sum())} rows; leave those rows out: '
            f"adata[adata.obs['{name}'].notna()]",
            "data",
        )
    return np.asarray(column)


def _batches(adata: Any, batch_key: str | None) -> list[tuple[Any, np.ndarray[Any, Any] | None]]:
    if batch_key is None:
        return [(None, None)]
    batches = _column(adata, batch_key)
    return [(batch, np.flatnonzero(batches == batch)) for batch in np.unique(batches)]


def _target(y: np.ndarray[Any, Any], task: str, obs: str, batch: Any) -> dict[str, Any]:
    try:
        return target_of(y, task)
    except DataError as error:
        where = f'obs column "{obs}"' + ("" if batch is None else f', batch "{batch}"')
        raise DataError(f"{where}: {error}", error.code) from None


def _places(found: list[dict[str, Any]]) -> np.ndarray[Any, Any]:
    """The mean place of every gene."""
    places = np.empty((len(found), len(found[0]["ranking"])))
    for row, each in zip(places, found, strict=True):
        row[each["ranking"]] = np.arange(len(each["ranking"]))
    return np.asarray(places.mean(axis=0))
