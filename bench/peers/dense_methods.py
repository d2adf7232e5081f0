"""Processor seconds an epoch of the packages `lassonet` and `stg`, the best of all epochs; the last line printed is the number.

    python bench/peers/dense_methods.py lassonet|stg rows features classes batch epochs threads
"""
import collections
import collections.abc
import functools
import sys
import time

import numpy as np
import torch

# stg 0.1.2 asks for names that moved to collections.abc in Python 3.3 and were removed in 3.10.
for name in ("Sequence", "Mapping", "Set"):
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))
from lassonet import LassoNetClassifier  # noqa: E402
from stg import STG  # noqa: E402

method = sys.argv[1]
rows, features, classes, batch, epochs, threads = map(int, sys.argv[2:])
torch.set_num_threads(threads)
torch.manual_seed(1)
x = np.random.default_rng(1).random((rows, features), dtype=np.float32)
y = np.arange(rows) % classes
sgd = functools.partial(torch.optim.SGD, momentum=0.9)

times = []
if method == "lassonet":
    model = LassoNetClassifier(hidden_dims=(1000,), M=10, batch_size=batch, n_iters=(1, 1), patience=None, val_size=0,
                               optim=functools.partial(sgd, lr=0.01), lambda_seq=[1e-4] * epochs, verbose=0, device="cpu")

    def note(*_):
        times.append(time.process_time())

    model.path(x, y, callback=note, disable_lambda_warning=True)
    times = list(np.diff(times))
else:
    model = STG("cpu", input_dim=features, output_dim=classes, hidden_dims=[1000, 1000, 1000], sigma=0.5, lam=0.5,
                optimizer=sgd, learning_rate=1e-5, batch_size=batch, task_type="classification")
    for _ in range(epochs):
        started = time.process_time()
        model.fit(x, y, nr_epochs=1, verbose=False, shuffle=True)
        times.append(time.process_time() - started)
print(min(times))
