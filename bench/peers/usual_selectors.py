"""Usual ways to select features, from a file to a file: reads X and y of an .npz, writes the K best columns as JSON.

    python bench/peers/usual_selectors.py METHOD FILE K THREADS OUT

Every method is as its package has it by default; RFE leaves out a tenth at a time by a linear support vector machine, and
Boruta has the forest its authors recommend, its ranks broken by the order of the columns.
"""
import json
import sys
import warnings

import numpy as np

warnings.filterwarnings("ignore")
method, file, k, threads, out = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
with np.load(file) as given:
    x, y = given["X"], given["y"]


def best(scores):
    return np.argsort(-np.asarray(scores), kind="stable")[:k].tolist()


def extra_trees():
    from sklearn.ensemble import ExtraTreesClassifier

    return best(ExtraTreesClassifier(n_jobs=threads, random_state=1).fit(x, y).feature_importances_)


def mutual_information():
    from sklearn.feature_selection import mutual_info_classif

    return best(mutual_info_classif(x, y, random_state=1, n_jobs=threads))


def rfe():
    from sklearn.feature_selection import RFE
    from sklearn.svm import LinearSVC

    return np.flatnonzero(RFE(LinearSVC(random_state=1), n_features_to_select=k, step=0.1).fit(x, y).support_).tolist()


def boruta():
    from boruta import BorutaPy
    from sklearn.ensemble import RandomForestClassifier

    forest = RandomForestClassifier(max_depth=5, n_jobs=threads, random_state=1)
    return best(-BorutaPy(forest, n_estimators="auto", random_state=1).fit(x, y).ranking_)


def xgboost_gain():
    from xgboost import XGBClassifier

    return best(XGBClassifier(importance_type="gain", n_jobs=threads, random_state=1).fit(x, y).feature_importances_)


def mrmr():
    import pandas as pd
    from mrmr import mrmr_classif

    return mrmr_classif(pd.DataFrame(x), pd.Series(y), K=k, n_jobs=threads, show_progress=False)


methods = {
    "extra-trees": extra_trees,
    "mutual-information": mutual_information,
    "rfe": rfe,
    "boruta": boruta,
    "xgboost": xgboost_gain,
    "mrmr": mrmr,
}
selected = [int(column) for column in methods[method]()]
with open(out, "w") as opened:
    json.dump({"selected": selected}, opened)
