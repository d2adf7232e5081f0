"""The engine: one Node process that stays warm between calls and ends with this one.

It answers calls over its standard input and output (docs/protocol.md). It is started by the first call, and again
where it was lost. A process that was forked from this one starts an engine of its own.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from typing import Any

from neurofs._engine_program import engine_program
from neurofs._errors import EngineError, error_of
from neurofs._frames import read_message, write_message
from neurofs._node import find_node

OnEvent = Callable[[str, Any], None]

_protocol = 1
# How long a cancelled call may take to say so, and an engine to end, before it is ended from outside.
_patience = 5.0
# Waiting is cut into pieces, because a signal does not wake a wait on Windows.
_wait_piece = 0.5
_set_pipe_size = 1031  # F_SETPIPE_SZ of Linux


class EngineProcess:
    """One process and what is said to it."""

    def __init__(self) -> None:
        command = [find_node(), str(engine_program()), "serve", "--stdio"]
        # What it says besides is shown where it is lost.
        try:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        except OSError as error:
            raise EngineError(
                f"there is no folder for temporary files that can be written to ({error.strerror}); "
                "name one in the environment variable TMPDIR"
            ) from error
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                # Ctrl-C is for us: we tell the engine what to stop, and it stays.
                start_new_session=os.name != "nt",
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise EngineError(f"the engine does not start: {error}") from error
        self._widen_pipe()
        self._ids = itertools.count(1)
        self._messages: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name="neurofs", daemon=True)
        self._reader.start()
        self._greet()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def call(self, name: str, words: list[Any], on_event: OnEvent | None = None) -> Any:
        own = next(self._ids)
        is_sent = False
        try:
            write_message(self._write, {"id": own, "call": name, "words": words})
            is_sent = True
            return self._answer(own, on_event)
        except BrokenPipeError:
            raise self._lost() from None
        except (Exception, KeyboardInterrupt) as error:
            # Half a message cannot be taken back, and an answer that nobody waits for must not meet the next call.
            if not is_sent:
                self.end()
            elif not hasattr(error, "code"):
                self._cancel(own)
            raise

    def end(self) -> None:
        """Ends the process, politely first."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        try:
            self._process.wait(_patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(_patience)
        self._process.stdout.close()  # type: ignore[union-attr]
        self._errors.close()

    def forget(self) -> None:
        """After a fork: the other process goes on with it, and must be alone in holding its input."""
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                os.close(stream.fileno())  # type: ignore[union-attr]
        self._process.returncode = 0  # No child of this process, and so not to be waited for.

    def _widen_pipe(self) -> None:
        """Fewer turns between two processes: a matrix passes in a third less time."""
        if not sys.platform.startswith("linux"):
            return
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.fcntl(self._process.stdin.fileno(), _set_pipe_size, 2**20)  # type: ignore[union-attr]

    def _greet(self) -> None:
        greeting = self._next()
        if greeting.get("kind") != "greeting" or greeting["protocol"] != _protocol:
            self.end()
            raise EngineError(f"expected an engine that speaks protocol {_protocol}, got {greeting}")

    def _write(self, piece: memoryview) -> None:
        stdin = self._process.stdin
        while len(piece) > 0:
            try:
                piece = piece[stdin.write(piece) :]  # type: ignore[union-attr]
            except (BrokenPipeError, ValueError) as error:
                raise BrokenPipeError from error

    def _read(self) -> None:
        import io

        stream = io.BufferedReader(self._process.stdout, 2**20)  # type: ignore[arg-type]
        with contextlib.suppress(OSError, ValueError):
            while (message := read_message(stream)) is not None:
                self._messages.put(message)
        self._messages.put(None)
        with contextlib.suppress(ValueError):
            stream.detach()

    def _next(self) -> dict[str, Any]:
        while True:
            try:
                message = self._messages.get(timeout=_wait_piece)
            except queue.Empty:
                continue
            if message is None:
                raise self._lost()
            return message

    def _answer(self, own: int, on_event: OnEvent | None) -> Any:
        while True:
            message = self._next()
            if message.get("id") not in (own, None):
                continue
            if message["kind"] == "event":
                if on_event is not None:
                    on_event(message["event"], message["words"][0])
            elif message["kind"] == "failure":
                raise error_of(message["failure"])
            else:
                return message["value"]

    def _cancel(self, own: int) -> None:
        """Asks the engine to stop the call, and ends it where it does not."""
        timer = threading.Timer(_patience, self._process.kill)
        timer.start()
        try:
            write_message(self._write, {"id": next(self._ids), "call": "cancel", "words": [own]})
            self._answer(own, None)
        except (EngineError, BrokenPipeError):
            pass  # Interrupted as it was asked to, or gone.
        except BaseException:
            self._process.kill()  # Asked a second time: whoever asks wants out now.
            raise
        finally:
            timer.cancel()

    def _lost(self) -> EngineError:
        try:
            code = self._process.wait(_patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()[-2000:]
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        advice = "" if said else "; there may not have been enough memory. The next call starts it again"
        return EngineError(f"the engine {how} before the work was done{advice}{chr(10) if said else ''}{said}")


_lock = threading.RLock()
_current: EngineProcess | None = None


def call_engine(name: str, *words: Any, on_event: OnEvent | None = None) -> Any:
    """Makes a call and gives its answer. Calls from several threads are made one after another."""
    global _current
    with _lock:
        if _current is not None and not _current.is_alive:
            _current.end()
            _current = None
        if _current is None:
            _current = EngineProcess()
        return _current.call(name, list(words), on_event)


def end_engine() -> None:
    """Ends the process; the next call starts another."""
    global _current
    with _lock:
        if _current is not None:
            _current.end()
        _current = None


def _after_fork() -> None:
    global _current, _lock
    if _current is not None:
        _current.forget()
    _current = None
    _lock = threading.RLock()


atexit.register(end_engine)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
