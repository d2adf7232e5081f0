"""Targets that are numbers, and rows that count differently."""

import numpy as np
import pytest

import neurofs
from neurofs import NeuroFSSelector


@pytest.fixture
def measured():
    random = np.random.default_rng(2)
    X = random.normal(size=(150, 20))
    return X, X[:, 3] - 2 * X[:, 7] + 0.1 * random.normal(size=150)


def test_numbers_with_fractions_are_a_regression(measured):
    X, y = measured
    assert {3, 7} == set(NeuroFSSelector(2).fit(X, y).get_support(indices=True))


def test_whole_numbers_are_classes_unless_a_regression_is_asked_for(measured):
    X, y = measured
    counts = np.round(y).astype(int)
    selector = NeuroFSSelector(2, task="regression", n_jobs=1).fit(X, counts)
    assert {3, 7} == set(selector.get_support(indices=True))
    with pytest.raises(neurofs.UsageError, match="fisher"):
        NeuroFSSelector(2, method="fisher", task="regression").fit(X, counts)


def test_a_row_of_weight_two_counts_as_the_row_twice(planted):
    X, y = planted
    X, y = X[::2], y[::2]
    weights = np.where(np.arange(100) % 3, 1.0, 2.0)
    twice = np.repeat(np.arange(100), weights.astype(int))
    weighted = NeuroFSSelector(5, method="fisher").fit(X, y, sample_weight=weights).scores_
    repeated = NeuroFSSelector(5, method="fisher").fit(X[twice], y[twice]).scores_
    np.testing.assert_allclose(weighted, repeated, rtol=1e-9)


def test_methods_that_cannot_weigh_rows_say_so(planted):
    X, y = planted
    with pytest.raises(neurofs.UsageError, match="weights"):
        NeuroFSSelector(5, method="cife").fit(X, y, sample_weight=np.ones(200))


def test_a_file_brings_its_task_and_weights(measured, tmp_path):
    X, y = measured
    table = np.column_stack([X, y, np.where(np.arange(150) % 2, 1, 3)])
    names = [*(f"g{place}" for place in range(20)), "y", "w"]
    np.savetxt(tmp_path / "data.csv", table, delimiter=",", header=",".join(names), comments="", fmt="%.17g")
    data = neurofs.load(tmp_path / "data.csv", "y", weights="w")
    assert data.y.tolist() == y.tolist()
    assert len(data.feature_names) == 20
    assert set(neurofs.select(data, k=2, test_size=0).features) == {"g3", "g7"}
