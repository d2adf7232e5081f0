"""Times scikit-feature's CIFE or ICAP on symbols that were binned before.

    python skfeature_filters.py METHOD K ROWS FEATURES FILE

FILE holds int32 numbers: the symbols row by row, then the classes. Prints the seconds of processor time it took.
Needs skfeature-chappers from PyPI.
"""

import sys
import time

import numpy as np
from skfeature.function.information_theoretical_based import ICAP, LCSI

method, k, rows, features, file = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
numbers = np.fromfile(file, dtype=np.int32)
symbols, labels = numbers[: rows * features].reshape(rows, features), numbers[rows * features :]
started = time.process_time()
if method == "cife":
    LCSI.lcsi(symbols, labels, beta=1, gamma=1, n_selected_features=k, mode="index")
else:
    ICAP.icap(symbols, labels, n_selected_features=k, mode="index")
print(time.process_time() - started)
