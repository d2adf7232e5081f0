"""The training as a notebook shows it while it goes on, by anywidget; what it is drawn with is NeuroFS Studio's."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from neurofs._engine_process import OnEvent
from neurofs._engine_program import engine_program


@lru_cache(maxsize=1)
def _widget_class() -> Any:
    """The class of the widget, or None where anywidget is not installed."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        return None
    # A synced trait is sent to the notebook as it is set.
    parts: dict[str, Any] = {
        "_esm": engine_program().parent.parent / "widget" / "widget.js",
        "title": traitlets.Unicode("").tag(sync=True),
        "names": traitlets.List(traitlets.Unicode()).tag(sync=True),
        "strengths": traitlets.Bytes(b"").tag(sync=True),
        "history": traitlets.Dict({"epoch": [], "loss": [], "activeCount": []}).tag(sync=True),
        "epoch_count": traitlets.Int(0).tag(sync=True),
        "__module__": __name__,
    }
    return type("LiveTraining", (anywidget.AnyWidget,), parts)


def training_widget(title: str, names: Sequence[str]) -> Any:
    """A widget that shows nothing as yet, or None where there is no anywidget."""
    widget = _widget_class()
    return None if widget is None else widget(title=title, names=[str(name) for name in names])


def show_epoch(widget: Any, told: dict[str, Any]) -> None:
    """Puts an epoch, with the strengths of all features, into the widget."""
    before = widget.history
    figures = {"epoch": told["epoch"], "loss": told.get("loss"), "activeCount": told["activeCount"]}
    # All of an epoch goes over as one message.
    with widget.hold_sync():
        widget.strengths = told["strengths"].tobytes()
        widget.epoch_count = told["epochCount"]
        widget.history = {name: [*before[name], value] for name, value in figures.items()}


def is_notebook() -> bool:
    """Whether what is displayed is seen by somebody: a kernel of Jupyter, Colab, VS Code."""
    try:
        from IPython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and getattr(shell, "kernel", None) is not None


@contextlib.contextmanager
def live_training(title: str, names: Sequence[str]) -> Iterator[OnEvent | None]:
    """Shows the training below the cell; None where this is no notebook, or has no anywidget."""
    widget = training_widget(title, names) if is_notebook() else None
    if widget is None:
        yield None
        return
    from IPython.display import display

    display(widget)

    def show(event: str, word: Any) -> None:
        if event == "epoch":
            show_epoch(widget, word)
        elif event == "stage":
            widget.title = f"{title}: {word}"

    yield show
    widget.title = title


def show_still(selector: Any) -> None:
    """In a notebook without anywidget the training is shown once it is over, by matplotlib where that is installed."""
    if not is_notebook() or _widget_class() is not None or len(selector.history_["epoch"]) == 0:
        return
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        return
    from IPython.display import display

    figure = selector.plot_strengths().figure
    display(figure)
    plt.close(figure)
