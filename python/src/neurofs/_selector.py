"""The selector in scikit-learn's manners."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from neurofs._data import check_frame, matrix_of, refuse_missing, seed_of, target_of
from neurofs._engine_process import call_engine
from neurofs._errors import UsageError, without_types
from neurofs._live import show_still
from neurofs._methods import engine_options, without_none
from neurofs._progress import shown_training


class NeuroFSSelector(SelectorMixin, BaseEstimator):
    """Selects the features that say most about the target.

    The same rows, parameters and ``random_state`` give the same features with the same scores as the command line
    and the JavaScript library, bit for bit, on any number of cores.

    Parameters
    ----------
    n_features_to_select : int, float, "auto" or None, default=None
        How many; a float between 0 and 1 is a share of the features. Where nothing is given the number is found: the
        smallest that is as accurate as any in a cross-validation of the rows given to ``fit``.
    fdr : float or None, default=None
        Selects the features of which at most this share is false on average, and at most ``n_features_to_select``.
        Where none can be promised, none is selected.
    include : list of str or None, default=None
        Names of features that are always selected, before all others; they count.
    groups : "auto" or None, default=None
        ``"auto"`` selects one of every block of correlated features.
    costs : dict or None, default=None
        What features cost, by name; 1 where nothing is said.
    budget : float or None, default=None
        Most that the selected features may cost together.
    min_per_class : int or None, default=None
        At least so many features for every class, each counted for the class it tells best.
    task : {"auto", "classes", "regression"}, default="auto"
        What ``y`` is; by default numbers with fractions are a regression, and all else is classes.
    method : str, default="auto"
        A name out of ``neurofs.methods()``.
    scaling : {"minmax", "standard", "robust", "none"}, default="minmax"
        How features are scaled for the selection, fitted on the rows given to ``fit``. ``transform`` scales nothing.
    missing : {"refuse", "mean", "median"}, default="refuse"
        How NaN cells are filled for the selection, from the rows given to ``fit``. ``transform`` fills nothing.
    options : dict or None, default=None
        Options of the method, such as ``{"epochs": 50}``.
    random_state : int, RandomState or None, default=0
        None draws another seed for every fit.
    n_jobs : int or None, default=None
        Threads; all cores by default. The result is the same with any number.
    verbose : bool or "live", default=False
        Whether progress is shown, with tqdm where it is installed; "live" shows the training as a picture in a notebook
        with anywidget, and progress elsewhere.

    Attributes
    ----------
    scores_ : ndarray of shape (n_features_in_,)
        Higher is better; below 0 means that a network removed the feature.
    ranking_ : ndarray of shape (n_features_in_,)
        The place of every feature, from 1.
    order_ : ndarray of shape (n_features_in_,)
        The features, best first.
    n_features_ : int
        How many were selected.
    size_ : dict
        How that number was found, where it was not given.
    substitutes_ : dict
        By selected feature those that could stand in for it, nearest first: dicts with ``feature``, ``correlation`` and
        ``information``, the bits that both tell of each other. Those that repeat it cell for cell have a correlation of 1.
    history_ : dict of ndarray
        ``epoch``, ``loss``, ``activeCount``, ... of a network method, a value for every epoch.
    parameters_ : dict
        Every option that was used, with numbers where ``auto`` left the choice to the data.
    warnings_ : list of str
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where ``X`` has names for its columns.
    """

    def __init__(
        self,
        n_features_to_select: int | float | str | None = None,
        *,
        fdr: float | None = None,
        include: list[str] | None = None,
        groups: str | None = None,
        costs: dict[str, float] | None = None,
        budget: float | None = None,
        min_per_class: int | None = None,
        task: str = "auto",
        method: str = "auto",
        scaling: str = "minmax",
        missing: str = "refuse",
        options: dict[str, Any] | None = None,
        random_state: Any = 0,
        n_jobs: int | None = None,
        verbose: bool | str = False,
    ) -> None:
        self.n_features_to_select = n_features_to_select
        self.fdr = fdr
        self.include = include
        self.groups = groups
        self.costs = costs
        self.budget = budget
        self.min_per_class = min_per_class
        self.task = task
        self.method = method
        self.scaling = scaling
        self.missing = missing
        self.options = options
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> NeuroFSSelector:
        """Selects from these rows alone. Keep test rows out of them."""
        check_frame(X)
        X, y = validate_data(
            self,
            X,
            y,
            accept_sparse="csr",
            dtype="numeric",
            # The engine looks through the cells, and tells where it found what.
            ensure_all_finite=False,
            multi_output=True,
            ensure_min_samples=2,
        )
        names = getattr(self, "feature_names_in_", None)
        refuse_missing(X, names, self.missing)
        data = without_none(
            matrix=matrix_of(X),
            target=target_of(y, self.task),
            featureNames=None if names is None else list(names),
            missing=None if self.missing == "refuse" else self.missing,
            weights=None if sample_weight is None else _check_sample_weight(sample_weight, X, dtype=np.float64),
        )
        settings = without_none(
            k=self._count(X.shape[1]),
            falseDiscovery=self.fdr,
            include=None if self.include is None else list(self.include),
            groups=self.groups,
            costs=self.costs,
            budget=self.budget,
            minPerClass=self.min_per_class,
            method=self.method,
            seed=seed_of(self.random_state),
            scaling=self.scaling,
            methodOptions=engine_options(self.options),
            threads=self.n_jobs,
            judges=[],
            substitutes=True,
            strengths=self.verbose == "live",
        )
        shown = self._names()
        with shown_training(self.verbose, self.method, shown) as on_event:
            found = call_engine("select", data, settings, on_event=on_event)
        self._keep(found)
        if self.verbose == "live":
            show_still(self)
        return self

    def plot_strengths(self, ax: Any = None) -> Any:
        """Strength of the selected features over the epochs, of a network method, by matplotlib."""
        from neurofs._plots import plot_strengths

        check_is_fitted(self)
        self._refuse_untrained("strength")
        epochs, strengths = self._snapshots
        selected = self.order_[: self.n_features_]
        names = self._names()
        return plot_strengths(epochs, strengths[:, selected], [names[feature] for feature in selected], ax)

    def plot_history(self, ax: Any = None) -> Any:
        """Active input neurons and the loss over the epochs, of a network method, by matplotlib."""
        from neurofs._plots import plot_history

        check_is_fitted(self)
        self._refuse_untrained("history")
        return plot_history(self.history_, ax)

    def plot_substitutes(self, ax: Any = None) -> Any:
        """The features that could stand in for the selected ones, by how strongly they are correlated, by matplotlib."""
        from neurofs._plots import plot_substitutes

        check_is_fitted(self)
        names = self._names()
        found = {
            names[feature]: [(names[each["feature"]], each["correlation"]) for each in self.substitutes_[feature]]
            for feature in self.order_[: self.n_features_].tolist()
            if self.substitutes_.get(feature)
        }
        return plot_substitutes(found, ax)

    def _refuse_untrained(self, what: str) -> None:
        if len(self.history_["epoch"]) == 0:
            raise UsageError(f"{self.method_} trains no network; there is no {what} to draw", "usage")

    def _names(self) -> list[str]:
        given = getattr(self, "feature_names_in_", None)
        return [f"f{place + 1}" for place in range(self.n_features_in_)] if given is None else [str(name) for name in given]

    def _count(self, feature_count: int) -> int | str | None:
        wanted = self.n_features_to_select
        if wanted is None or wanted == "auto":
            return wanted
        if isinstance(wanted, Integral) and not isinstance(wanted, bool):
            return int(wanted)
        if isinstance(wanted, Real) and 0 < wanted < 1:
            return max(1, int(feature_count * float(wanted)))
        raise UsageError(
            f"n_features_to_select must be a whole number, a share between 0 and 1, 'auto' or None. Got {without_types(repr(wanted))}",
            "usage",
        )

    def _keep(self, found: dict[str, Any]) -> None:
        self.scores_ = found["scores"]
        self.order_ = found["ranking"]
        self.ranking_ = np.empty(len(self.order_), dtype=np.int32)
        self.ranking_[self.order_] = np.arange(1, len(self.order_) + 1)
        self.n_features_ = len(found["columns"])
        self.method_ = found["method"]
        self.tried_ = found.get("tried")
        self.size_ = found["size"]
        self.support_ = np.zeros(len(self.order_), dtype=bool)
        self.support_[found["columns"]] = True
        self.substitutes_ = self._substitutes(found)
        self.history_ = found["history"]
        self.parameters_ = found["parameters"]
        self.warnings_ = found["warnings"]
        snapshots = found["snapshots"]
        self._snapshots = (snapshots["epoch"], snapshots["strengths"].reshape(len(snapshots["epoch"]), self.n_features_in_))

    def _substitutes(self, found: dict[str, Any]) -> dict[int, list[dict[str, Any]]]:
        place_of = {name: place for place, name in enumerate(self._names())}
        substitutes: dict[int, list[dict[str, Any]]] = {feature: [] for feature in np.flatnonzero(self.support_).tolist()}
        redundant = found["redundant"]
        for feature, other in zip(redundant["repeated"].tolist(), redundant["repeats"].tolist(), strict=True):
            if feature in substitutes:
                substitutes[feature].append({"feature": other, "correlation": 1.0})
        for each in found.get("substitutes", {}).get("features", []):
            substitutes[place_of[each["name"]]] += [
                {"feature": place_of[other["name"]], "correlation": other["correlation"], "information": other["information"]}
                for other in each["substitutes"]
            ]
        return {feature: others for feature, others in substitutes.items() if others}

    def _get_support_mask(self) -> np.ndarray[Any, Any]:
        check_is_fitted(self)
        return self.support_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.target_tags.multi_output = False
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self.missing != "refuse"
        return tags
