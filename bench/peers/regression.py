"""Features for a number by scikit-learn: the best K by the F statistic, mutual information, a lasso and extra trees.

    python bench/peers/regression.py FILE

FILE is JSON: x (rows of numbers), y, folds (lists of training rows) and ks. Prints JSON: for every selector and fold the
features selected for every K, and the seconds. Features are standardised by the training rows for the lasso, whose
penalty is chosen by cross-validation of them; the others do not care.
"""
import json
import sys
import time
import warnings

import numpy as np
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.feature_selection import f_regression, mutual_info_regression
from sklearn.linear_model import LassoCV
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")


def lasso(x, y):
    return np.abs(LassoCV(cv=5, max_iter=10_000, random_state=0).fit(StandardScaler().fit_transform(x), y).coef_)


selectors = {
    "sklearn f_regression": lambda x, y: np.nan_to_num(f_regression(x, y)[0]),
    "sklearn mutual_info_regression": lambda x, y: mutual_info_regression(x, y, random_state=0),
    "sklearn LassoCV": lasso,
    "sklearn ExtraTreesRegressor": lambda x, y: ExtraTreesRegressor(500, random_state=0).fit(x, y).feature_importances_,
}

with open(sys.argv[1]) as file:
    given = json.load(file)
x, y = np.array(given["x"]), np.array(given["y"])
answers = {}
for name, score in selectors.items():
    answers[name] = []
    for train in given["folds"]:
        started = time.time()
        order = np.argsort(-score(x[train], y[train]), kind="stable")
        selected = [order[:k].tolist() for k in given["ks"]]
        answers[name].append({"selected": selected, "seconds": time.time() - started})
print(json.dumps(answers))
