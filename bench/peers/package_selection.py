"""The authors' packages `lassonet` and `stg` on the data of a bench. Prints JSON: seconds an epoch, peak memory, the best features.

    python bench/peers/package_selection.py lassonet|stg FOLDER ROWS FEATURES CLASSES EPOCHS K BATCH THREADS LIMIT

FOLDER is that of masked_neurofs.py. LassoNet trains EPOCHS epochs first, then one epoch for every lambda of a path that
grows by a fifth each time; where the path is not done after LIMIT seconds nothing is selected. The search for the first
lambda is part of it, and on some data does not end.
"""
import collections
import collections.abc
import functools
import json
import resource
import signal
import sys
import time

import numpy as np
import torch

# stg 0.1.2 asks for names that moved to collections.abc in Python 3.3 and were removed in 3.10.
for name in ("Sequence", "Mapping", "Set"):
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))

method, folder = sys.argv[1:3]
rows, features, classes, epochs, k, batch, threads, limit = map(int, sys.argv[3:])
torch.set_num_threads(threads)
torch.manual_seed(1)
x = np.fromfile(f"{folder}/train", dtype=np.float32).reshape(rows, features)
y = np.fromfile(f"{folder}/labels", dtype=np.int32).astype(np.int64)
sgd = functools.partial(torch.optim.SGD, momentum=0.9)


class OutOfTime(Exception):
    pass


def run_lassonet():
    from lassonet import LassoNetClassifier

    started = time.time()
    times, processor_times = [], []

    def note(*_):
        times.append(time.time() - started)
        processor_times.append(time.process_time())

    def stop(*_):
        raise OutOfTime

    model = LassoNetClassifier(
        hidden_dims=(1000,), M=10, batch_size=batch, n_iters=(epochs, 1), patience=None, val_size=0,
        optim=functools.partial(sgd, lr=0.01), path_multiplier=1.2, verbose=0, device="cpu", torch_seed=1,
    )
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(limit)
    try:
        model.path(x, y, callback=note, disable_lambda_warning=True)
        scores, note_text = model.feature_importances_, f"path of {len(times)} lambdas"
    except OutOfTime:
        if not times:
            sys.exit(f"not even the first training was done after {limit} s")
        scores, note_text = None, f"path not done after {limit} s, {len(times) - 1} lambdas"
    # The first report comes after the first training.
    return times[0] / epochs, processor_times[0] / epochs, scores, note_text


def run_stg():
    from stg import STG

    model = STG(
        "cpu", input_dim=features, output_dim=classes, hidden_dims=[1000, 1000, 1000], sigma=0.5, lam=0.5,
        optimizer=sgd, learning_rate=0.01, batch_size=batch, task_type="classification",
    )
    started = time.time()
    done = 0
    while done < epochs and time.time() - started < limit:
        model.fit(x, y, nr_epochs=1, verbose=False, shuffle=True)
        done += 1
    each = (time.time() - started) / done
    processor = time.process_time() / done
    note_text = "" if done == epochs else f"{done} of {epochs} epochs in {limit} s"
    scores = torch.as_tensor(model.get_gates(mode="raw")) if done == epochs else None
    return each, processor, scores, note_text


each, processor, scores, note_text = run_lassonet() if method == "lassonet" else run_stg()
result = {
    "secondsAnEpoch": each,
    "processorSecondsAnEpoch": processor,
    "peakMegabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
    "note": note_text,
}
if scores is not None:
    result["selected"] = torch.as_tensor(scores).topk(k).indices.tolist()
print(json.dumps(result))
