"""What a call from Python costs beside the work: `python bench/python-overhead.py`, in an environment with neurofs.

A call that is refused for its number of features does everything but select: rows are checked, sent and received. The time
of both processors' work is told beside that on the clock, which a busy machine makes longer. Linux alone tells it of Node.
"""

import os
import time

import numpy as np
from neurofs import NeuroFSSelector, UsageError
from neurofs import _engine_process as engine


def status_of_engine(name):
    with open(f"/proc/{engine._current.pid}/status") as status:
        return int(dict(line.split(":", 1) for line in status)[name].split()[0])


def engine_seconds():
    with open(f"/proc/{engine._current.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def refused(X, y):
    try:
        NeuroFSSelector(10**6).fit(X, y)
    except UsageError:
        return
    raise AssertionError("expected a refusal")


def measured(X, y, times):
    """Seconds of every call: on the clock, of Python's work, of Node's work."""
    refused(X, y)
    rows = []
    for _ in range(times):
        before = time.perf_counter(), time.process_time(), engine_seconds()
        refused(X, y)
        rows.append(np.subtract((time.perf_counter(), time.process_time(), engine_seconds()), before))
    return np.array(rows)


random = np.random.default_rng(0)
print("| rows x features | cells | best | median | work of Python | work of Node | copying the matrix once in NumPy |")
print("|---|---|---:|---:|---:|---:|---:|")
for rows, features, dtype, times in [(200, 30, "float64", 50), (60_000, 784, "uint8", 7), (60_000, 784, "float32", 7)]:
    X = random.integers(0, 255, size=(rows, features)).astype(dtype)
    y = random.integers(0, 10, size=rows)
    clock, python, node = 1000 * measured(X, y, times).T
    copied = []
    for _ in range(times):
        started = time.process_time()
        X.copy()
        copied.append(1000 * (time.process_time() - started))
    print(
        f"| {rows:,} x {features} | {dtype} | {clock.min():.0f} ms | {np.median(clock):.0f} ms | {python.mean():.0f} ms "
        f"| {node.mean():.0f} ms | {np.median(copied):.1f} ms |"
    )

# The largest that Node ever was, beside the matrix itself: one copy of it and no other.
engine.end_engine()
small = random.normal(size=(200, 30))
labels = np.arange(200) % 2
NeuroFSSelector(5, method="fisher").fit(small, labels)
before = status_of_engine("VmHWM") / 1024
X = random.normal(size=(60_000, 784)).astype(np.float32)
refused(X, np.arange(60_000) % 10)
grown = status_of_engine("VmHWM") / 1024 - before
print(f"\nA matrix of {X.nbytes / 2**20:.0f} MiB makes Node at most {grown:.0f} MiB larger.")

engine.end_engine()
for _ in range(500):
    NeuroFSSelector(5, method="fisher", n_jobs=1).fit(small, labels)
before = status_of_engine("VmRSS") / 1024, status_of_engine("Threads"), len(os.listdir("/proc/self/fd"))
for _ in range(1000):
    NeuroFSSelector(5, method="fisher", n_jobs=1).fit(small, labels)
after = status_of_engine("VmRSS") / 1024, status_of_engine("Threads"), len(os.listdir("/proc/self/fd"))
print(
    f"After 500 fits Node takes {before[0]:.0f} MiB, {before[1]} threads, and Python has {before[2]} files open; "
    f"1,000 fits later {after[0]:.0f} MiB, {after[1]} threads, {after[2]} files."
)
