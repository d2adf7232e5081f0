"""Makes filters.json: what the published Python packages answer on one small data set.

    python make_filter_goldens.py > filters.json

Needs: numpy, scipy, pandas, scikit-learn, skfeature-chappers, mrmr_selection and pyHSICLasso from PyPI, and HSICLassoVI
from github.com/nttcom/HSICLassoVI (commit 4d841fe; only its module models/variational_inference.py is used, on the
kernels of pyHSICLasso, which are the same). The versions used are written to the file.
"""

import json
import sys
import warnings
from contextlib import redirect_stdout
from importlib.metadata import version

import numpy as np
import pandas as pd
from HSICLassoVI.models.variational_inference import Updates
from mrmr import mrmr_classif
from pyHSICLasso import HSICLasso
from skfeature.function.information_theoretical_based import ICAP, LCSI
from skfeature.function.similarity_based import fisher_score
from skfeature.function.sparse_learning_based import RFS
from skfeature.utility import sparse_learning
from sklearn.feature_selection import f_classif, mutual_info_classif

warnings.filterwarnings("ignore")
ROWS, FEATURES, SELECTED = 80, 40, 12
PACKAGES = ("numpy", "scikit-learn", "skfeature-chappers", "mrmr_selection", "pyHSICLasso")


def make_data():
    """Forty features: a third carry signal, linear, quadratic or shared, the others noise; three decimals each."""
    random = np.random.default_rng(5)
    labels = np.arange(ROWS) % 3
    values = random.normal(size=(ROWS, FEATURES))
    for feature in range(0, 12, 2):
        values[:, feature] += (labels - 1) * (1.6 - 0.2 * feature / 2)
    values[:, 13] += np.where(labels == 1, 2.0, 0.0)
    values[:, 14] *= np.where(labels == 2, 2.5, 0.6)
    values[:, 20] = values[:, 0] + 0.3 * values[:, 20]
    values[:, 21] = values[:, 2] * 0.8 + 0.4 * values[:, 21]
    return np.round(values, 3), labels


def rfs_one_hot(values, labels, gamma):
    """scikit-feature's RFS with classes as 0 and 1: this build of it codes them as -1 and 1."""
    RFS.construct_label_matrix_pan = sparse_learning.construct_label_matrix
    weights = RFS.rfs(values, labels, mode="raw", gamma=gamma)
    return np.sqrt((weights * weights).sum(1))


def hsic_lasso(values, labels, count):
    model = HSICLasso()
    model.input(values, labels)
    model.classification(count, B=0, M=1, n_jobs=1)
    return model


def hsic_lasso_vi(model, labels, strength):
    from pyHSICLasso.hsic_lasso import compute_kernel

    target = compute_kernel(labels.reshape(1, -1), "Delta", ROWS, 1, 0).reshape(-1, 1)
    fit = Updates(lam=[np.inf, strength])
    _, weights, sigma, _ = fit.fit(y=target.astype(float), X=model.X[:, :, None].astype(float))
    return weights[:, 0], float(sigma)


def main():
    values, labels = make_data()
    # Five symbols a feature, for the methods that count.
    symbols = np.clip(np.floor(values + 2.5), 0, 4).astype(int)
    # scikit-learn breaks ties by noise: a small shift of each value leaves no ties to break.
    untied = values + 0.001 * np.sin(np.arange(ROWS * FEATURES)).reshape(ROWS, FEATURES)
    frame = pd.DataFrame(values, columns=[str(i) for i in range(FEATURES)])
    model = hsic_lasso(values, labels, SELECTED)
    vi_weights, vi_sigma = hsic_lasso_vi(model, labels, 1e-6)
    mrmr = {
        denominator: [
            int(name)
            for name in mrmr_classif(
                X=frame, y=pd.Series(labels), K=FEATURES, denominator=denominator, n_jobs=1, show_progress=False
            )
        ]
        for denominator in ("mean", "max")
    }
    return {
        "madeBy": "test/goldens/make_filter_goldens.py",
        "versions": {"python": sys.version.split()[0], **{name: version(name) for name in PACKAGES}},
        "rowCount": ROWS,
        "featureCount": FEATURES,
        "labels": labels.tolist(),
        "values": values.ravel().tolist(),
        "symbols": symbols.ravel().tolist(),
        "fisherOrder": np.asarray(fisher_score.fisher_score(values, labels, mode="index")).ravel().tolist(),
        "anovaF": f_classif(values, labels)[0].tolist(),
        "mutualInformationOfUntied": mutual_info_classif(untied, labels, n_neighbors=3, random_state=0).tolist(),
        "mutualInformationOfSymbols": mutual_info_classif(symbols, labels, discrete_features=True).tolist(),
        # The noise that breaks ties changes the ranking from seed to seed (rank correlation 0.64), so take many.
        "mutualInformationOfTies": np.mean(
            [mutual_info_classif(symbols, labels, random_state=seed) for seed in range(100)], axis=0
        ).tolist(),
        "mrmr": mrmr,
        "cifeOfSymbols": LCSI.lcsi(symbols, labels, beta=1, gamma=1, n_selected_features=FEATURES, mode="index").tolist(),
        "cifeOfValues": LCSI.lcsi(values, labels, beta=1, gamma=1, n_selected_features=FEATURES, mode="index").tolist(),
        "icapOfSymbols": ICAP.icap(symbols, labels, n_selected_features=FEATURES, mode="index").tolist(),
        "icapOfValues": ICAP.icap(values, labels, n_selected_features=FEATURES, mode="index").tolist(),
        "rfs": {str(gamma): rfs_one_hot(values, labels, gamma).tolist() for gamma in (1, 10)},
        "hsicLasso": {
            "order": [int(i) for i in model.get_index()],
            "weights": model.beta[model.A, 0].astype(float).tolist(),
            "related": model.Xty[:, 0].astype(float).tolist(),
        },
        "hsicLassoVi": {"lambda": 1e-6, "weights": vi_weights.tolist(), "sigma": vi_sigma},
    }


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):
        goldens = main()
    json.dump(goldens, sys.stdout)
    print()
