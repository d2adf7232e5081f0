"""Processor seconds of 50 extremely randomised trees of scikit-learn on one thread; the last line printed is the number.

    python bench/peers/forest.py FOLDER ROWS FEATURES

FOLDER holds `x` (float32, [row][feature]) and `y` (int32).
"""
import sys
import time

import numpy as np
from sklearn.ensemble import ExtraTreesClassifier

folder, rows, features = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
x = np.fromfile(f"{folder}/x", dtype=np.float32).reshape(rows, features)
y = np.fromfile(f"{folder}/y", dtype=np.int32)
started = time.process_time()
ExtraTreesClassifier(50, n_jobs=1, random_state=1).fit(x, y)
print(time.process_time() - started)
