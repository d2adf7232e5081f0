"""Makes hsic-alike.json: what HSICLassoVI keeps of features that are nearly one another's copies.

    python make_hsic_alike_golden.py > hsic-alike.json

Needs: numpy, scipy, and HSICLassoVI from github.com/nttcom/HSICLassoVI (commit 4d841fe; only its module
models/variational_inference.py is used). The features are given by a formula, which the test has too.
"""

import json
import sys

import numpy as np
from HSICLassoVI.models.variational_inference import Updates

ROWS, FEATURES, NOISE, STRENGTH = 60, 200, 0.03, 1e-6


def make_data():
    """Every feature is the place of the row in an order of the rows, and a little that differs."""
    row, feature = np.arange(ROWS)[:, None], np.arange(FEATURES)[None, :]
    place = row * 37 % ROWS
    differing = (row * 7919 + feature * 104729 + row * feature % 613 * 31) % 1009 / 1009 - 0.5
    return place / ROWS + NOISE * differing, (place * 3 // ROWS)[:, 0]


def centred(kernel):
    centre = np.eye(ROWS) - 1 / ROWS
    kernel = centre @ kernel @ centre
    return (kernel / (np.linalg.norm(kernel) + 1e-9)).ravel()


def main():
    values, labels = make_data()
    scaled = values / values.std(axis=0)
    kernels = [centred(np.exp(-((x[:, None] - x[None, :]) ** 2) / 2)) for x in scaled.T]
    same = labels[:, None] == labels[None, :]
    target = centred(same / same.sum(axis=1))
    _, weights, _, _ = Updates(lam=[np.inf, STRENGTH]).fit(y=target[:, None], X=np.array(kernels).T[:, :, None])
    return {
        "madeBy": "test/goldens/make_hsic_alike_golden.py",
        "versions": {"python": sys.version.split()[0], "numpy": np.__version__},
        "rowCount": ROWS,
        "featureCount": FEATURES,
        "noise": NOISE,
        "lambda": STRENGTH,
        "weights": weights[:, 0].tolist(),
    }


if __name__ == "__main__":
    json.dump(main(), sys.stdout)
    print()
