"""What a notebook shows: pictures, the first screen of a report, the training while it goes on."""

import html
import re

import numpy as np
import pandas as pd
import pytest

import neurofs
from neurofs import NeuroFSSelector, _live

plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(scope="module")
def trained():
    random = np.random.default_rng(4)
    y = np.repeat([0, 1], 60)
    X = random.normal(size=(120, 12))
    X[:, :4] += 1.5 * y[:, None]
    # Each that tells the class has a twin.
    X[:, 8:] = X[:, :4] + 0.3 * random.normal(size=(120, 4))
    frame = pd.DataFrame(X, columns=[f"gene{place}" for place in range(12)])
    return NeuroFSSelector(3, options={"epochs": 6}, n_jobs=1).fit(frame, y), frame, y


def saved(ax, path):
    """The picture as pixels; something other than background is on it."""
    ax.figure.savefig(path, dpi=60)
    pixels = plt.imread(path)
    plt.close(ax.figure)
    assert len(np.unique(pixels.reshape(-1, pixels.shape[2]), axis=0)) > 20
    return pixels


def test_strengths_are_drawn_for_every_selected_feature(trained, tmp_path):
    selector, *_ = trained
    ax = selector.plot_strengths()
    names = selector.feature_names_in_[selector.order_[:3]].tolist()
    assert [label.get_text() for label in ax.get_yticklabels()] == names
    (image,) = ax.images
    epochs, strengths = selector._snapshots
    np.testing.assert_array_equal(image.get_array(), strengths[:, selector.order_[:3]].T)
    assert [label.get_text() for label in ax.get_xticklabels()] == [str(epoch) for epoch in epochs]
    saved(ax, tmp_path / "strengths.png")


def test_history_is_drawn_with_both_axes(trained, tmp_path):
    selector, *_ = trained
    ax = selector.plot_history()
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), selector.history_["activeCount"])
    (beside,) = [each for each in ax.figure.axes if each is not ax]
    np.testing.assert_array_equal(beside.lines[0].get_ydata(), selector.history_["loss"])
    saved(ax, tmp_path / "history.png")


def test_substitutes_are_drawn_at_their_correlation(trained, tmp_path):
    selector, *_ = trained
    ax = selector.plot_substitutes()
    shown = {text.get_text() for text in ax.texts}
    names = selector.feature_names_in_
    assert shown == {names[each["feature"]] for few in selector.substitutes_.values() for each in few}
    assert shown
    saved(ax, tmp_path / "substitutes.png")


def test_a_selection_without_substitutes_says_so(trained):
    _, X, y = trained
    ax = NeuroFSSelector(2, method="fisher").fit(X.iloc[:, 4:8], y).plot_substitutes()
    assert [text.get_text() for text in ax.texts] == ["Nothing could stand in for a selected feature"]
    plt.close(ax.figure)


def test_a_curve_is_drawn_with_its_band_on_axes_that_are_given(trained, tmp_path):
    _, X, y = trained
    found = neurofs.curve(X, y, [1, 3, 6], method="fisher", folds=3, judges=["knn"])
    _, ax = plt.subplots()
    assert found.plot(ax) is ax
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), [point["mean"] for point in found.curves[0]["points"]])
    saved(ax, tmp_path / "curve.png")


def test_a_filter_has_no_training_to_draw(trained):
    _, X, y = trained
    selector = NeuroFSSelector(3, method="fisher").fit(X, y)
    with pytest.raises(neurofs.UsageError, match="fisher trains no network; there is no strength to draw"):
        selector.plot_strengths()
    with pytest.raises(neurofs.UsageError, match="fisher trains no network"):
        selector.plot_history()


def test_a_result_shows_the_first_screen_of_its_report(trained):
    _, X, y = trained
    found = neurofs.select(X, y, 3, method="fisher")
    shown = found._repr_html_()
    (page,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert html.unescape(page) == found.report
    assert "height=" in shown
    assert 'sandbox="allow-scripts"' in shown
    # What was chosen stands before anything else, and what it means in the first section.
    body = found.report[found.report.index("<body") :]
    assert body.index(found.features[0]) < body.index("<table")
    assert found.findings[0][:20] in body.split("<h2")[1]


def test_a_widget_follows_the_epochs(trained):
    pytest.importorskip("anywidget")
    _, X, y = trained
    widget = _live.training_widget("neurofs", X.columns)
    seen = []
    data = {
        "matrix": {"kind": "dense", "rowCount": 120, "columnCount": 12, "values": X.to_numpy()},
        "target": {"kind": "classes", "labels": y.astype(np.int32), "classNames": ["a", "b"]},
    }

    def follow(event, word):
        if event == "epoch":
            _live.show_epoch(widget, word)
            seen.append(word)

    settings = {"k": 3, "methodOptions": {"epochs": 6}, "strengths": True, "threads": 1}
    neurofs._engine_process.call_engine("select", data, settings, on_event=follow)
    assert widget.history["epoch"] == [each["epoch"] for each in seen]
    assert widget.history["loss"][0] is None
    assert widget.epoch_count == 6
    np.testing.assert_array_equal(np.frombuffer(widget.strengths, np.float32), seen[-1]["strengths"])
    assert "export" in str(widget._esm)


def test_live_is_a_line_of_progress_where_there_is_no_notebook(trained, capsys):
    pytest.importorskip("tqdm")
    _, X, y = trained
    NeuroFSSelector(3, options={"epochs": 3}, verbose="live").fit(X, y)
    assert "loss" in capsys.readouterr().err
    with pytest.raises(neurofs.UsageError, match="verbose must be True, False or 'live'. Got 'loud'"):
        NeuroFSSelector(3, method="fisher", verbose="loud").fit(X, y)


def test_without_anywidget_a_notebook_gets_a_still_picture(trained, monkeypatch):
    display = pytest.importorskip("IPython.display")
    shown = []
    monkeypatch.setattr(_live, "is_notebook", lambda: True)
    monkeypatch.setattr(_live, "_widget_class", lambda: None)
    monkeypatch.setattr(display, "display", shown.append)
    _, X, y = trained
    NeuroFSSelector(3, options={"epochs": 3}, verbose="live").fit(X, y)
    assert shown[-1].axes[0].images


def test_live_displays_the_widget_in_a_notebook(trained, monkeypatch):
    pytest.importorskip("anywidget")
    display = pytest.importorskip("IPython.display")
    shown = []
    monkeypatch.setattr(_live, "is_notebook", lambda: True)
    monkeypatch.setattr(display, "display", shown.append)
    _, X, y = trained
    NeuroFSSelector(3, options={"epochs": 3}, verbose="live").fit(X, y)
    (widget,) = shown
    assert widget.names == X.columns.tolist()
    assert widget.history["epoch"][-1] == 3
