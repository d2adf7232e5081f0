"""
Makes targets.json: methods for numbers and survival times by the packages people use today, on one small data set.

    python3 -m venv venv && venv/bin/pip install scikit-learn statsmodels lifelines mrmr_selection pyHSICLasso boruta
    venv/bin/pip install --no-deps sklearn-relief
    venv/bin/python make_target_goldens.py > targets.json
"""
import json
import sys
import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd

warnings.filterwarnings("ignore")
from boruta import BorutaPy
from lifelines import CoxPHFitter
from lifelines.statistics import logrank_test
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.feature_selection import RFE, f_regression, mutual_info_regression
from sklearn.linear_model import Lasso, Ridge
from sklearn_relief import RReliefF
from statsmodels.duration.hazard_regression import PHReg

rng = np.random.default_rng(5)
rows, features = 60, 8
x = rng.normal(size=(rows, features))
x[:, 3] = x[:, 0] + 0.5 * rng.normal(size=rows)  # goes with feature 0
y = 2 * x[:, 0] - x[:, 1] ** 2 + 0.5 * x[:, 5] + rng.normal(size=rows)
symbols = rng.integers(0, 4, size=(rows, features)).astype(float)
symbols[:, 2] = np.digitize(y, np.quantile(y, [0.25, 0.5, 0.75]))
hazard = np.exp(0.8 * x[:, 0] - 0.5 * x[:, 5])
times = (rng.exponential(size=rows) / hazard).round(1) + 0.1  # rounded: ties
events = (rng.uniform(size=rows) < 0.7).astype(int)
untied = times + 1e-4 * np.arange(rows)


def cox_scores(durations):
    found = []
    for j in range(features):
        model = PHReg(durations, x[:, [j]], status=events, ties="breslow")
        score, information = model.score(np.zeros(1))[0], -model.hessian(np.zeros(1))[0, 0]
        found.append(score**2 / information)
    return found


def mrmr_order():
    from mrmr import mrmr_regression

    frame = pd.DataFrame(x, columns=[str(j) for j in range(features)])
    chosen = mrmr_regression(X=frame, y=pd.Series(y), K=features, show_progress=False)
    return [int(name) for name in chosen]


def hsic_order():
    from pyHSICLasso import HSICLasso

    model = HSICLasso()
    model.input(x, y)
    stdout, sys.stdout = sys.stdout, sys.stderr
    model.regression(4, B=0, n_jobs=1)
    sys.stdout = stdout
    return [int(j) for j in model.get_index()]


z = (x - x.mean(0)) / x.std(0)
standard_y = (y - y.mean()) / y.std()


def lassos():
    """Weights of the lasso at some penalties, features and numbers standardised."""
    fits = [(alpha, Lasso(alpha=alpha, tol=1e-14, max_iter=1_000_000).fit(z, standard_y)) for alpha in (0.3, 0.1, 0.03)]
    return [{"lambda": alpha, "weights": fit.coef_.tolist()} for alpha, fit in fits]


def rfe():
    """The place of every feature, from 1: ridge regression, one feature dropped at a time; C = 1 is alpha = 1 / 2."""
    return RFE(Ridge(alpha=0.5, solver="cholesky"), n_features_to_select=1, step=1).fit(z, standard_y).ranking_.tolist()


def extra_trees(sample_weight=None, seeds=40):
    """Mean and standard deviation of the importances of forests of 200 trees."""
    forests = [
        ExtraTreesRegressor(n_estimators=200, max_features="sqrt", random_state=seed)
        .fit(x, y, sample_weight=sample_weight)
        .feature_importances_
        for seed in range(seeds)
    ]
    return {"seeds": seeds, "mean": np.mean(forests, axis=0).tolist(), "deviation": np.std(forests, axis=0, ddof=1).tolist()}


class EveryRow:
    """In place of random numbers: every row once, in order."""

    def randint(self, count, size):
        return np.arange(size) % count


def relief():
    """Features and numbers over their ranges, which the package leaves to its caller; all neighbours count alike."""
    over_range = lambda values: (values - values.min(0)) / (values.max(0) - values.min(0))
    found = RReliefF(k=10, sigma=1e9, n_iterations=rows, n_jobs=1)
    found.random_state = EveryRow()
    return found.fit(over_range(x), over_range(y)).w_.tolist()


def boruta(seeds=3):
    """In how many of the seeds every feature is confirmed, and in how many rejected."""
    confirmed, rejected = np.zeros(features, int), np.zeros(features, int)
    for seed in range(seeds):
        forest = ExtraTreesRegressor(n_estimators=100, max_features="sqrt")
        found = BorutaPy(forest, n_estimators=100, alpha=0.01, two_step=False, max_iter=50, random_state=seed)
        found.fit(x, y)
        confirmed += found.support_
        rejected += ~(found.support_ | found.support_weak_)
    return {"seeds": seeds, "confirmed": confirmed.tolist(), "rejected": rejected.tolist()}


def half(column):
    return column > np.median(column)


def logranks():
    return [
        float(
            logrank_test(
                untied[half(x[:, j])],
                untied[~half(x[:, j])],
                events[half(x[:, j])],
                events[~half(x[:, j])],
            ).test_statistic
        )
        for j in range(features)
    ]


def cox_fit():
    """The coefficients of a Cox model with all features, Breslow's ties: where the networks' loss is least."""
    fitted = PHReg(times, x, status=events, ties="breslow").fit(disp=0)
    check = CoxPHFitter().fit(pd.DataFrame({**{str(j): x[:, j] for j in range(features)}, "t": untied, "e": events}), "t", "e")
    return {
        "coefficients": fitted.params.tolist(),
        "logLikelihood": float(fitted.llf),
        "ofUntied": check.params_.tolist(),
        "logLikelihoodOfUntied": float(check.log_likelihood_),
    }


packages = ["scikit-learn", "statsmodels", "lifelines", "mrmr_selection", "pyHSICLasso", "boruta", "sklearn-relief"]
json.dump(
    {
        "madeBy": "python make_target_goldens.py > targets.json",
        "versions": {name: version(name) for name in packages},
        "featureCount": features,
        "values": x.ravel().tolist(),
        "symbols": symbols.ravel().tolist(),
        "y": y.tolist(),
        "times": times.round(6).tolist(),
        "untied": untied.round(6).tolist(),
        "events": events.tolist(),
        "fRegression": f_regression(x, y)[0].tolist(),
        "mutualInformation": mutual_info_regression(x, y, random_state=0).tolist(),
        "mutualInformationOfSymbols": mutual_info_regression(symbols, y, discrete_features=True, random_state=0).tolist(),
        "mrmr": mrmr_order(),
        "hsicLasso": hsic_order(),
        "lasso": lassos(),
        "rfe": rfe(),
        "relief": relief(),
        "extraTrees": extra_trees(),
        "extraTreesWeighted": extra_trees(sample_weight=np.arange(rows) % 3 + 0.5),
        "boruta": boruta(),
        "coxScore": cox_scores(times),
        "logrank": logranks(),
        "coxFit": cox_fit(),
    },
    sys.stdout,
    indent=None,
)
print()
