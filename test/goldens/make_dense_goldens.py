"""Feature scores of the authors' own packages `lassonet` and `stg` on parts of two published data sets.

    pip install torch lassonet stg scipy
    NEUROFS_DATA=folder python test/goldens/make_dense_goldens.py > test/goldens/dense-methods.json

COIL-20 is cut to every second pixel of both directions (256 features), Prostate_GE to every tenth gene (597); rows are the
training rows of the split, scaled to 0..1. Each package runs on two seeds: how far its own seeds agree is the
measure for anyone else's agreement with it.
"""
import collections
import collections.abc
import functools
import json
import os
import sys
import warnings
from importlib.metadata import version

import numpy as np
import scipy.io
import torch
from scipy.stats import spearmanr

# stg 0.1.2 asks for names that moved to collections.abc in Python 3.3 and were removed in 3.10.
for name in ("Sequence", "Mapping", "Set"):
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))
from lassonet import LassoNetClassifier  # noqa: E402
from stg import STG  # noqa: E402

DATA = os.environ["NEUROFS_DATA"]
SEEDS = (0, 1)
SGD = functools.partial(torch.optim.SGD, lr=0.01, momentum=0.9)
LASSONET = {"hidden_dims": (100,), "lambda_start": 0.01, "n_iters": (100, 5), "patience": None, "path_multiplier": 1.1, "M": 10, "val_size": 0}
STG_SETTINGS = {"hidden_dims": [60, 30], "sigma": 0.5, "lam": 0.5, "weight_decay": 1e-3}
SETS = {
    "coil20": {"file": "coil20/COIL20.mat", "batch": 100, "features": [32 * (i // 16) * 2 + 2 * (i % 16) for i in range(256)]},
    "prostate-ge": {"file": "prostate-ge/Prostate_GE.mat", "batch": 20, "features": list(range(0, 5966, 10))},
}


def load(key):
    data = scipy.io.loadmat(os.path.join(DATA, SETS[key]["file"]))
    with open(os.path.join(DATA, "splits", f"{key}.json")) as file:
        rows = json.load(file)["train"]
    x = data["X"].astype(float)[rows][:, SETS[key]["features"]]
    y = np.unique(data["Y"].ravel()[rows], return_inverse=True)[1]
    low, high = x.min(0), x.max(0)
    return (x - low) / np.where(high > low, high - low, 1), y


def run_lassonet(x, y, batch, seed):
    model = LassoNetClassifier(**LASSONET, batch_size=batch, optim=(SGD, SGD), verbose=0, torch_seed=seed, device="cpu")
    model.path(x, y, disable_lambda_warning=True)
    return model.feature_importances_.numpy()


def run_stg(x, y, batch, seed):
    torch.manual_seed(seed)
    sgd = functools.partial(torch.optim.SGD, momentum=0.9)
    model = STG("cpu", input_dim=x.shape[1], output_dim=int(y.max()) + 1, optimizer=sgd, learning_rate=0.01,
                batch_size=batch, task_type="classification", **STG_SETTINGS)
    model.fit(x, y, nr_epochs=100, verbose=False, shuffle=True)
    return model.get_gates("raw")


def main():
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    results = []
    for key in SETS:
        x, y = load(key)
        for method, run in (("lassonet", run_lassonet), ("stg", run_stg)):
            scores = [run(x, y, SETS[key]["batch"], seed) for seed in SEEDS]
            own = float(spearmanr(*scores)[0])
            top = len(set(np.argsort(-scores[0])[:50]) & set(np.argsort(-scores[1])[:50]))
            print(key, method, "seed to seed: rank correlation", own, "of the best 50 in common", top, file=sys.stderr)
            results.append({
                "set": key, "method": method, "features": len(SETS[key]["features"]),
                "correlationOfSeeds": round(own, 3), "bestInCommonOfSeeds": top,
                "scores": [[float(f"{value:.4g}") if np.isfinite(value) else None for value in one] for one in scores],
            })
    json.dump({
        "command": "python test/goldens/make_dense_goldens.py",
        "versions": {name: version(name) for name in ("lassonet", "stg", "torch", "numpy")},
        "results": results,
    }, sys.stdout)
    print()


main()
