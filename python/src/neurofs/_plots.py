"""Pictures of a selection, by matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np


def plot_curve(curves: list[dict[str, Any]], ax: Any = None) -> Any:
    ax = _axes(ax)
    for curve in curves:
        ks = [point["k"] for point in curve["points"]]
        means = np.array([point["mean"] for point in curve["points"]])
        errors = np.array([point["standardError"] for point in curve["points"]])
        (line,) = ax.plot(ks, means, marker="o", label=curve["judge"])
        ax.fill_between(ks, means - errors, means + errors, color=line.get_color(), alpha=0.2, lw=0)
    ax.set_xlabel("features")
    ax.set_ylabel(curves[0]["measure"])
    ax.legend()
    return ax


def plot_strengths(epochs: np.ndarray[Any, Any], strengths: np.ndarray[Any, Any], order: list[str], ax: Any = None) -> Any:
    """Strength of the selected input neurons, best first, at the epochs that were kept."""
    ax = _axes(ax)
    image = ax.imshow(strengths.T, aspect="auto", cmap="viridis", interpolation="nearest")
    ax.set_xticks(range(len(epochs)), [str(epoch) for epoch in epochs])
    ax.set_yticks(range(len(order)), order)
    ax.set_xlabel("epoch")
    ax.figure.colorbar(image, ax=ax, label="strength")
    return ax


def plot_history(history: dict[str, np.ndarray[Any, Any]], ax: Any = None) -> Any:
    """Active input neurons and the loss over the epochs."""
    ax = _axes(ax)
    (active,) = ax.step(history["epoch"], history["activeCount"], where="post", label="active input neurons")
    ax.set_xlabel("epoch")
    ax.set_ylabel("active input neurons")
    beside = ax.twinx()
    (loss,) = beside.plot(history["epoch"], history["loss"], color="tab:red", label="loss")
    beside.set_ylabel("loss")
    ax.legend(handles=[active, loss])
    return ax


def plot_substitutes(found: dict[str, list[tuple[str, float]]], ax: Any = None) -> Any:
    """A line for every selected feature, best on top, and on it its substitutes at the size of their correlation."""
    ax = _axes(ax)
    if not found:
        ax.text(0.5, 0.5, "Nothing could stand in for a selected feature", ha="center", transform=ax.transAxes)
        ax.set_axis_off()
        return ax
    for row, substitutes in enumerate(found.values()):
        sizes = [abs(correlation) for _, correlation in substitutes]
        ax.plot(sizes, [row] * len(sizes), linestyle="none", marker="o", color="tab:blue")
        for (name, _), size in zip(substitutes, sizes, strict=True):
            ax.annotate(name, (size, row), textcoords="offset points", xytext=(0, 5), ha="center", fontsize="small")
    ax.set_yticks(range(len(found)), list(found))
    ax.set_ylim(len(found) - 0.5, -0.5)
    ax.set_xlim(0.45, 1.03)
    ax.set_xlabel("correlation (its size)")
    ax.set_title("What could stand in for the selected features")
    ax.grid(axis="y", alpha=0.3)
    return ax


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots()[1]
