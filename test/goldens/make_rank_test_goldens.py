"""Rank tests by SciPy, to hold src/univariate to: python test/goldens/make_rank_test_goldens.py > test/goldens/rank-tests.json"""

import json

import numpy as np
import scipy
from scipy import stats

rng = np.random.default_rng(7)
cases = []
for rows, classes, decimals in [(12, 2, 6), (40, 2, 1), (60, 3, 6), (90, 5, 0), (300, 2, 6), (24, 3, 0)]:
    labels = np.arange(rows) % classes
    for shift in [0, 0.3, 2]:
        values = np.round(rng.normal(size=rows) + shift * labels, decimals)
        groups = [values[labels == c] for c in range(classes)]
        h, p = stats.kruskal(*groups)
        case = {"values": values.tolist(), "labels": labels.tolist(), "h": h, "p": p}
        if classes == 2:
            u = stats.mannwhitneyu(groups[1], groups[0]).statistic
            case["effect"] = 2 * u / (len(groups[0]) * len(groups[1])) - 1
        else:
            case["effect"] = h / (rows - 1)
        cases.append(case)
numbers = []
for rows, decimals in [(8, 6), (50, 1), (200, 6)]:
    for slope in [0, 0.4, -3]:
        target = rng.normal(size=rows)
        values = np.round(slope * target + rng.normal(size=rows), decimals)
        r, p = stats.spearmanr(values, target)
        numbers.append({"values": values.tolist(), "target": target.tolist(), "effect": r, "p": p})
ps = [0.001, 0.6, 0.02, 0.02, 0.5, 1.0, 0.04, 1e-9]
tails = [
    {"chiSquare": [x, df], "p": stats.chi2.sf(x, df)} for x, df in [(0.1, 1), (3.84, 1), (40, 2), (7, 9), (150, 4), (2, 30)]
] + [{"student": [t, df], "p": 2 * stats.t.sf(abs(t), df)} for t, df in [(0.2, 3), (-2.2, 10), (9, 40), (1.96, 1000), (30, 5)]]
print(
    json.dumps(
        {
            "command": "python test/goldens/make_rank_test_goldens.py > test/goldens/rank-tests.json",
            "versions": {"scipy": scipy.__version__, "numpy": np.__version__},
            "classes": cases,
            "numbers": numbers,
            "falseDiscovery": {"p": ps, "q": stats.false_discovery_control(ps).tolist()},
            "tails": tails,
        }
    )
)
