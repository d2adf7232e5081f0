"""Makes rivals.json: what scikit-learn and the authors' packages answer on small data sets.

    python make_rival_goldens.py > rivals.json

Needs scikit-learn, skrebate and boruta from PyPI; the versions used are written to the file. The generated data are those of filters.json,
beside this script; wine is the set of that name that comes with scikit-learn.
"""

import json
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

import numpy as np
from boruta import BorutaPy
from skrebate import ReliefF
from sklearn.datasets import load_wine
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.feature_selection import RFE
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

warnings.filterwarnings("ignore")
PACKAGES = ("numpy", "scikit-learn", "skrebate", "boruta")


def generated():
    """The values and classes of filters.json."""
    filters = json.loads((Path(__file__).parent / "filters.json").read_text())
    labels = np.array(filters["labels"])
    return np.array(filters["values"]).reshape(len(labels), -1), labels


def wine():
    values, labels = load_wine(return_X_y=True)
    return values, labels


def extra_trees(values, labels, seeds=40):
    """Mean and standard deviation of the importances of forests of 500 trees."""
    forests = [
        ExtraTreesClassifier(n_estimators=500, random_state=seed).fit(values, labels).feature_importances_
        for seed in range(seeds)
    ]
    return {"seeds": seeds, "mean": np.mean(forests, axis=0).tolist(), "deviation": np.std(forests, axis=0, ddof=1).tolist()}


def l1_logistic(values, labels, penalty):
    """Weights by class and feature at one lambda (in the mean loss), features standardised."""
    strength = 1 / (len(labels) * penalty)
    model = LogisticRegression(l1_ratio=1, C=strength, solver="saga", tol=1e-12, max_iter=1_000_000)
    model.fit(StandardScaler().fit_transform(values), labels)
    return {"lambda": penalty, "weights": model.coef_.tolist(), "intercepts": model.intercept_.tolist()}


def rfe(values, labels):
    """Weights of the machines on all features, and the place of every feature when one at a time is dropped."""
    values = StandardScaler().fit_transform(values)
    machine = LinearSVC(C=1, loss="squared_hinge", dual=True, tol=1e-10, max_iter=10_000_000)
    ranking = RFE(machine, n_features_to_select=1, step=1).fit(values, labels).ranking_
    return {"weights": machine.fit(values, labels).coef_.tolist(), "ranking": ranking.tolist()}


def relief(values, labels):
    """ReliefF's scores with ten neighbours; every feature has more than ten values, so none is taken as a category."""
    return ReliefF(n_neighbors=10).fit(values, labels).feature_importances_.tolist()


def boruta(values, labels, seeds=3):
    """In how many of the seeds every feature is confirmed, and in how many rejected."""
    confirmed, rejected = np.zeros(values.shape[1], int), np.zeros(values.shape[1], int)
    for seed in range(seeds):
        forest = ExtraTreesClassifier(n_estimators=100)
        found = BorutaPy(forest, n_estimators=100, alpha=0.01, two_step=False, max_iter=50, random_state=seed)
        found.fit(values, labels)
        confirmed += found.support_
        rejected += ~(found.support_ | found.support_weak_)
    return {"seeds": seeds, "confirmed": confirmed.tolist(), "rejected": rejected.tolist()}


def balanced(data):
    """The first rows of every class, as many as the smallest has: skrebate gives all other classes the same weight."""
    values, labels = data
    size = np.bincount(labels).min()
    rows = np.sort(np.concatenate([np.flatnonzero(labels == label)[:size] for label in np.unique(labels)]))
    return values[rows], labels[rows]


def pair(data):
    """The first class against all others."""
    values, labels = data
    return values, np.minimum(labels, 1)


def main():
    sets = {"generated": generated(), "wine": wine()}
    values, labels = sets["wine"]
    return {
        "madeBy": "python test/goldens/make_rival_goldens.py > test/goldens/rivals.json",
        "versions": {name: version(name) for name in PACKAGES},
        "wine": {"featureCount": values.shape[1], "labels": labels.tolist(), "values": values.ravel().tolist()},
        "extraTrees": {name: extra_trees(*data) for name, data in sets.items()},
        "l1Logistic": {
            name: [l1_logistic(*data, penalty) for penalty in (0.1, 0.03)] for name, data in sets.items()
        },
        "rfe": {name: rfe(*data) for name, data in sets.items()},
        "rfeOfPair": {name: rfe(*pair(data)) for name, data in sets.items()},
        "reliefOfBalanced": {name: relief(*balanced(data)) for name, data in sets.items()},
        "reliefOfPair": {name: relief(*pair(data)) for name, data in sets.items()},
        "boruta": {name: boruta(*data) for name, data in sets.items()},
        "l1LogisticOfPair": {
            name: [l1_logistic(*pair(data), penalty) for penalty in (0.1, 0.03)] for name, data in sets.items()
        },
    }


if __name__ == "__main__":
    json.dump(main(), sys.stdout)
    print()
