"""What a call from Python costs beside the work: `python bench/python-overhead.py`, in an environment with neurofs.

A call that is refused for its number of features does everything but select: rows are checked, sent and received.
"""

import time

import numpy as np
from neurofs import NeuroFSSelector, UsageError


def seconds(action, times):
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        action()
        taken.append(time.perf_counter() - started)
    return min(taken), float(np.median(taken))


def refused(X, y):
    try:
        NeuroFSSelector(10**6).fit(X, y)
    except UsageError:
        return
    raise AssertionError("expected a refusal")


random = np.random.default_rng(0)
print("| rows x features | cells | best | median | copying the matrix once in NumPy |")
print("|---|---|---:|---:|---:|")
for rows, features, dtype, times in [(200, 30, "float64", 50), (60_000, 784, "uint8", 5), (60_000, 784, "float32", 5)]:
    X = random.integers(0, 255, size=(rows, features)).astype(dtype)
    y = random.integers(0, 10, size=rows)
    refused(X, y)
    best, median = seconds(lambda: refused(X, y), times)
    copied, _ = seconds(X.copy, times)
    print(f"| {rows:,} x {features} | {dtype} | {best * 1000:.0f} ms | {median * 1000:.0f} ms | {copied * 1000:.1f} ms |")
