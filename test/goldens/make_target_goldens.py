"""
Makes targets.json: filters for numbers and survival times by the packages people use today, on one small data set.

    python3 -m venv venv && venv/bin/pip install scikit-learn statsmodels lifelines mrmr_selection pyHSICLasso
    venv/bin/python make_target_goldens.py > targets.json
"""
import json
import sys
import warnings
from importlib.metadata import version

import numpy as np
import pandas as pd

warnings.filterwarnings("ignore")
from lifelines import CoxPHFitter
from lifelines.statistics import logrank_test
from sklearn.feature_selection import f_regression, mutual_info_regression
from sklearn.linear_model import lasso_path
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


def lasso_alphas():
    """The largest penalty of the path at which each standardised feature has a coefficient."""
    z = (x - x.mean(0)) / x.std(0)
    alphas, coefficients, _ = lasso_path(z, y - y.mean(), n_alphas=2000, eps=1e-4, tol=1e-10, max_iter=100000)
    return [float(alphas[np.flatnonzero(np.abs(row) > 1e-9)[0]]) for row in coefficients]


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


packages = ["scikit-learn", "statsmodels", "lifelines", "mrmr_selection", "pyHSICLasso"]
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
        "lassoAlphas": lasso_alphas(),
        "coxScore": cox_scores(times),
        "logrank": logranks(),
        "coxFit": cox_fit(),
    },
    sys.stdout,
    indent=None,
)
print()
