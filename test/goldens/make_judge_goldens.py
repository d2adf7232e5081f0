"""Makes judges.json: what scikit-learn and scikit-survival answer on small made-up data, for judges and for measures.

    python make_judge_goldens.py > judges.json

Needs scikit-learn and scikit-survival from PyPI; the versions used are written to the file. Judges are fitted to the training
rows as they are and asked about the test rows; solvers that stop at a tolerance are given one far below their default, so
that what is compared is the minimum itself.
"""

import json
import sys
import warnings
from importlib.metadata import version

import numpy as np
from scipy.stats import spearmanr
from sklearn import metrics
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.svm import SVC, SVR
from sksurv.linear_model import CoxPHSurvivalAnalysis
from sksurv.metrics import concordance_index_censored

warnings.filterwarnings("ignore")
rng = np.random.default_rng(11)
FEATURES = 4


def side(rows):
    x = np.round(rng.normal(size=(rows, FEATURES)), 3)
    signal = x[:, 0] - 0.7 * x[:, 1] + 0.4 * rng.normal(size=rows)
    three = np.digitize(signal, [-0.6, 0.7])
    times = np.round(np.exp(1 - 0.8 * signal + 0.3 * rng.normal(size=rows)), 1) + 0.1
    events = (rng.random(rows) < 0.7).astype(int)
    values = np.round(3 * signal + 10, 3)
    return {"x": x, "two": (signal > 0).astype(int), "three": three, "values": values, "times": times, "events": events}


train, test = side(60), side(25)
weights = np.round(rng.random(60) * 2, 2)
weights[[3, 17]] = 0
survival = lambda s: np.array(list(zip(s["events"].astype(bool), s["times"])), dtype=[("e", bool), ("t", float)])


def class_measures(truth, predicted, scores=None, probabilities=None):
    found = {
        "accuracy": metrics.accuracy_score(truth, predicted),
        "balanced-accuracy": metrics.balanced_accuracy_score(truth, predicted),
        "macro-f1": metrics.f1_score(truth, predicted, average="macro"),
    }
    scores = probabilities if scores is None else scores
    if scores is not None:
        if scores.ndim == 1:
            found["roc-auc"] = metrics.roc_auc_score(truth, scores)
        else:
            columns = range(scores.shape[1])
            found["roc-auc"] = np.mean([metrics.roc_auc_score(truth == c, scores[:, c]) for c in columns])
    if probabilities is not None:
        found["log-loss"] = metrics.log_loss(truth, probabilities)
    return found


def value_measures(truth, predicted):
    return {
        "r2": metrics.r2_score(truth, predicted),
        "mae": metrics.mean_absolute_error(truth, predicted),
        "rmse": metrics.root_mean_squared_error(truth, predicted),
        "spearman": spearmanr(truth, predicted).statistic,
    }


cases = []


def add(judge, target, options, predicted, measures, weighted=False):
    cases.append({
        "judge": judge, "target": target, "options": options, "weighted": weighted,
        "predicted": {name: np.asarray(array).ravel() for name, array in predicted.items()}, "measures": measures,
    })


for weighted in (False, True):
    fit = {"sample_weight": weights} if weighted else {}
    for target in ("two", "three"):
        truth = test[target]
        model = SVC(tol=1e-9).fit(train["x"], train[target], **fit)
        decisions = model.decision_function(test["x"])
        labels = model.predict(test["x"])
        two = np.stack([-decisions, decisions], axis=1) if decisions.ndim == 1 else decisions
        add("svm", target, {"tolerance": 1e-9}, {"labels": labels, "scores": two},
            class_measures(truth, labels, decisions), weighted)
        model = LogisticRegression(tol=1e-12, max_iter=100000).fit(train["x"], train[target], **fit)
        shares = model.predict_proba(test["x"])
        labels = model.predict(test["x"])
        scores = shares[:, 1] if target == "two" else None
        add("logistic", target, {"tolerance": 1e-10}, {"labels": labels, "probabilities": shares},
            class_measures(truth, labels, scores, shares), weighted)
    # TransformedTargetRegressor with a StandardScaler, but that this one's moments know no weights.
    mean = np.average(train["values"], weights=weights if weighted else None)
    deviation = np.sqrt(np.average((train["values"] - mean) ** 2, weights=weights if weighted else None))
    model = SVR(tol=1e-9).fit(train["x"], (train["values"] - mean) / deviation, **fit)
    predicted = mean + deviation * model.predict(test["x"])
    add("svm", "values", {"tolerance": 1e-9}, {"values": predicted}, value_measures(test["values"], predicted), weighted)
    for alpha in (1.0, 20.0):
        predicted = Ridge(alpha=alpha).fit(train["x"], train["values"], **fit).predict(test["x"])
        add("ridge", "values", {"penalty": alpha}, {"values": predicted}, value_measures(test["values"], predicted), weighted)

for target in ("two", "three"):
    model = KNeighborsClassifier(5).fit(train["x"], train[target])
    shares = model.predict_proba(test["x"])
    labels = model.predict(test["x"])
    scores = shares[:, 1] if target == "two" else None
    add("knn", target, {"neighbours": 5}, {"labels": labels, "probabilities": shares},
        class_measures(test[target], labels, scores, shares))
predicted = KNeighborsRegressor(5).fit(train["x"], train["values"]).predict(test["x"])
add("knn", "values", {}, {"values": predicted}, value_measures(test["values"], predicted))
for alpha in (1.0, 10.0):
    model = CoxPHSurvivalAnalysis(alpha=alpha, ties="breslow", tol=1e-12, n_iter=1000).fit(train["x"], survival(train))
    # scikit-survival takes the mean of the training rows off, which changes no order.
    risks = test["x"] @ model.coef_
    found = concordance_index_censored(test["events"].astype(bool), test["times"], risks)
    add("cox", "survival", {"penalty": alpha, "tolerance": 1e-10}, {"risks": risks}, {"concordance": found[0]})

SEEDS = 200
drawn = np.array([
    ExtraTreesRegressor(50, random_state=seed).fit(train["x"], train["values"]).predict(test["x"]) for seed in range(SEEDS)
])
forest = {"seeds": SEEDS, "mean": drawn.mean(axis=0), "deviation": drawn.std(axis=0, ddof=1)}

plain = lambda value: value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
json.dump({
    "command": "python make_judge_goldens.py > judges.json",
    "versions": {name: version(name) for name in ("numpy", "scipy", "scikit-learn", "scikit-survival")},
    "featureCount": FEATURES, "weights": weights, "train": train, "test": test, "cases": cases, "extraTreesOfValues": forest,
}, sys.stdout, default=plain, indent=None, separators=(",", ":"))
