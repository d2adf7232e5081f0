"""Makes isolet.json: the first features that scikit-feature's CIFE and ICAP choose on every tenth row of Isolet.

    NEUROFS_DATA=FOLDER python make_isolet_golden.py > isolet.json

Needs pandas and skfeature-chappers from PyPI. Every distinct value is a symbol, as the package takes them.
"""

import json
import os
from importlib.metadata import version

import pandas as pd
from skfeature.function.information_theoretical_based import ICAP, LCSI

STEP, SELECTED = 10, 6
table = pd.read_csv(os.path.join(os.environ["NEUROFS_DATA"], "isolet", "isolet.csv.gz"))[::STEP]
labels = table["class"].astype("category").cat.codes.to_numpy()
values = table.drop(columns="class").to_numpy()


def chosen(order):
    return [int(feature) for feature in order[:SELECTED]]


print(
    json.dumps(
        {
            "command": "NEUROFS_DATA=FOLDER python make_isolet_golden.py > isolet.json",
            "version": "skfeature-chappers " + version("skfeature-chappers"),
            "step": STEP,
            "cife": chosen(LCSI.lcsi(values, labels, beta=1, gamma=1, n_selected_features=SELECTED, mode="index")),
            "icap": chosen(ICAP.icap(values, labels, n_selected_features=SELECTED, mode="index")),
        },
        indent=2,
    )
)
