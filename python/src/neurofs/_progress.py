"""Progress on a line of its own, with tqdm where it is installed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from neurofs._engine_process import OnEvent
from neurofs._errors import UsageError
from neurofs._live import live_training


@contextlib.contextmanager
def shown_training(verbose: bool | str, title: str, names: Sequence[str]) -> Iterator[OnEvent | None]:
    """As ``shown_progress``; with ``"live"`` as a picture, where a notebook can show one."""
    if verbose not in (True, False, "live"):
        raise UsageError(f"verbose must be True, False or 'live'. Got {verbose!r}", "usage")
    if verbose == "live":
        with live_training(title, names) as show:
            if show is not None:
                yield show
                return
    with shown_progress(bool(verbose), title) as show:
        yield show


@contextlib.contextmanager
def shown_progress(is_wanted: bool, title: str) -> Iterator[OnEvent | None]:
    """A function that shows what the engine tells, or None where nothing is to be shown."""
    if not is_wanted:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    with tqdm(total=100, desc=title, unit="%", bar_format="{desc}: {percentage:3.0f}%|{bar}| {postfix}") as bar:

        def show(event: str, word: Any) -> None:
            if event == "progress":
                bar.update(round(word * 100) - bar.n)
            elif event == "stage":
                bar.set_description_str(f"{title}: {word}")
                bar.reset(total=100)
            elif "loss" in word:
                bar.set_postfix_str(f"loss {word['loss']:.3f}, {word['activeCount']} active")

        yield show
        bar.update(100 - bar.n)
