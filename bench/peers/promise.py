"""Selection with false-discovery control by other packages: knockpy with a lasso or a random forest, and BorutaPy.

    python bench/peers/promise.py knockpy-lasso|knockpy-forest|boruta FOLDER ROWS COLUMNS SEED RATES

FOLDER holds `train` (floats, row after row) and `labels` (32-bit integers). Prints JSON: the columns selected at every
rate, and the seconds it took. Boruta knows no rate: its answer is the same for all.
"""
import json
import sys
import time
import warnings

import numpy as np

warnings.filterwarnings("ignore")
name, folder = sys.argv[1:3]
rows, columns, seed = map(int, sys.argv[3:6])
rates = [float(rate) for rate in sys.argv[6].split(",")]
x = np.fromfile(f"{folder}/train", dtype=np.float32).reshape(rows, columns).astype(float)
y = np.fromfile(f"{folder}/labels", dtype=np.int32)
np.random.seed(seed)
started = time.time()


def knockpy_selection(statistic):
    from knockpy import KnockoffFilter
    from knockpy.knockoff_stats import data_dependent_threshhold

    knockoffs = KnockoffFilter(ksampler="gaussian", fstat=statistic)
    knockoffs.forward(X=x, y=y.astype(float), fdr=rates[0], shrinkage="ledoitwolf")
    w = np.asarray(knockoffs.W)
    return [np.flatnonzero(w >= data_dependent_threshhold(w, fdr=rate)).tolist() for rate in rates]


def boruta_selection():
    from boruta import BorutaPy
    from sklearn.ensemble import RandomForestClassifier

    forest = RandomForestClassifier(max_depth=5, n_jobs=1, random_state=seed)
    found = BorutaPy(forest, n_estimators="auto", random_state=seed).fit(x, y)
    return [np.flatnonzero(found.support_).tolist()] * len(rates)


if name == "boruta":
    selected = boruta_selection()
else:
    selected = knockpy_selection({"knockpy-lasso": "lasso", "knockpy-forest": "randomforest"}[name])
print(json.dumps({"selected": selected, "seconds": time.time() - started}))
