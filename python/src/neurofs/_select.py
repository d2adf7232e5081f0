"""One selection with its judgement: what ``neurofs select`` does on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from neurofs._data import seed_of
from neurofs._engine_process import call_engine
from neurofs._given import feature_names, given_data, scaling_for
from neurofs._methods import engine_options, without_none
from neurofs._progress import shown_training
from neurofs._report import WithReport


@dataclass(frozen=True)
class Selection(WithReport):
    """The features that were selected, and how well a judge does with them on rows that were held out."""

    #: Names of the selected features, best first.
    features: list[str]
    #: Their numbers, best first.
    selected: np.ndarray[Any, Any]
    #: All features, best first.
    order: np.ndarray[Any, Any]
    #: The score of every feature; higher is better.
    scores: np.ndarray[Any, Any]
    #: What judges measured with the selected features, with all, and with as many random ones.
    measured: list[dict[str, Any]]
    #: What it means, in sentences.
    findings: list[str]
    #: The method that selected: the one that was asked for, or the one that "auto" took.
    method: str
    #: How the methods did among which "auto" chose, where rows are few.
    tried: dict[str, Any] | None
    #: How their number was found, where it was not given.
    size: dict[str, Any]
    #: How steady the selection is, where that was asked for.
    stability: dict[str, Any] | None
    #: What repeated cross-validation says of it, where that was asked for.
    verdict: dict[str, Any] | None
    history: dict[str, np.ndarray[Any, Any]]
    parameters: dict[str, Any]
    #: What could stand in for the selected features and what that would cost, by name.
    substitutes: dict[str, list[dict[str, Any]]]
    train: np.ndarray[Any, Any]
    test: np.ndarray[Any, Any]
    report: str = field(repr=False)


def select(
    X: Any,
    y: Any = None,
    k: int | str | None = None,
    *,
    fdr: float | None = None,
    include: Sequence[str] | None = None,
    groups: str | None = None,
    costs: dict[str, float] | None = None,
    budget: float | None = None,
    min_per_class: int | None = None,
    stability: int | None = None,
    repeats: int | None = None,
    task: str = "auto",
    method: str = "auto",
    test_size: float | None = None,
    random_state: Any = 0,
    scaling: str | None = None,
    missing: str = "refuse",
    sample_weight: Any = None,
    options: dict[str, Any] | None = None,
    judges: Sequence[str] | None = None,
    measure: str | None = None,
    n_jobs: int | None = None,
    verbose: bool | str = False,
) -> Selection:
    """Selects ``k`` features and measures them on rows that were held out, a fifth where ``test_size`` says nothing else.

    Without ``k`` the number is found by cross-validation, and with ``fdr`` it is as many as can be promised. ``include``,
    ``groups="auto"``, ``costs`` with ``budget``, and ``min_per_class`` are rules that the selection keeps to, and
    ``stability`` is how many pairs of halves it is tried on, ``repeats`` how many times it is cross-validated: those of
    ``neurofs select``.
    """
    data, names = given_data(X, y, task=task, missing=missing, sample_weight=sample_weight)
    settings = without_none(
        k=k,
        falseDiscovery=fdr,
        include=None if include is None else list(include),
        groups=groups,
        costs=costs,
        budget=budget,
        minPerClass=min_per_class,
        stability=stability,
        repeats=repeats,
        method=method,
        seed=seed_of(random_state),
        testFraction=0.2 if test_size is None else test_size,
        scaling=scaling_for(X, scaling),
        methodOptions=engine_options(options),
        judges=None if judges is None else list(judges),
        measure=measure,
        threads=n_jobs,
        substitutes=True,
        strengths=verbose == "live",
        report=True,
    )
    with shown_training(verbose, method, feature_names(data)) as on_event:
        found = call_engine("select", data, settings, on_event=on_event)
    selected = found["ranking"][: found["k"]]
    return Selection(
        features=[names[feature] for feature in selected],
        selected=selected,
        order=found["ranking"],
        scores=found["scores"],
        measured=found["measured"],
        findings=[each["text"] for each in found["findings"]],
        method=found["method"],
        tried=found.get("tried"),
        size=found["size"],
        stability=found.get("stability"),
        verdict=found.get("verdict"),
        history=found["history"],
        parameters=found["parameters"],
        substitutes={each["name"]: each["substitutes"] for each in found.get("substitutes", {}).get("features", [])},
        train=found["split"]["train"],
        test=found["split"]["test"],
        report=found["report"],
    )
