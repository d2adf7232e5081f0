"""The selector keeps scikit-learn's manners."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline

import neurofs
from neurofs import NeuroFSSelector

quick = {"method": "fisher", "n_jobs": 1}


def test_finds_planted_features(planted):
    X, y = planted
    selector = NeuroFSSelector(5).fit(X, y)
    assert len(set(selector.get_support(indices=True)) & set(range(5))) >= 4
    assert selector.transform(X).shape == (200, 5)
    assert selector.history_["epoch"][0] == 0
    assert np.isnan(selector.history_["loss"][0])
    assert selector.history_["activeCount"][-1] >= 5


def test_ranking_order_and_scores_tell_the_same(planted):
    selector = NeuroFSSelector(5, **quick).fit(*planted)
    assert sorted(selector.ranking_) == list(range(1, 31))
    assert (selector.ranking_[selector.order_] == np.arange(1, 31)).all()
    assert (np.diff(selector.scores_[selector.order_]) <= 0).all()
    assert set(selector.get_support(indices=True)) == set(selector.order_[:5])


def test_every_type_and_layout_of_a_matrix_gives_the_same_selection(planted):
    X, y = planted
    X = np.round(X * 10)
    plain = NeuroFSSelector(5, **quick).fit(X, y)
    given = [
        np.asfortranarray(X),
        X.astype(np.int64),
        X.astype(np.int16),
        X.astype(np.float32),
        X.astype(">f8"),
        X[::-1][::-1],
        X.tolist(),
        pd.DataFrame(X),
        pl.DataFrame(X),
    ]
    for other in given:
        selector = NeuroFSSelector(5, **quick).fit(other, y)
        assert (selector.scores_ == plain.scores_).all(), type(other)
    stays = X.copy()
    NeuroFSSelector(5, **quick).fit(X, y)
    assert (stays == X).all()


def test_sparse_rows_of_any_kind_stay_sparse(planted):
    X, y = planted
    X = np.where(np.abs(X) < 1, 0, X)
    scores = [
        NeuroFSSelector(5, scaling="none", **quick).fit(kind(X), y).scores_
        for kind in (np.asarray, sparse.csr_array, sparse.csc_matrix, sparse.coo_array)
    ]
    for other in scores[1:]:
        np.testing.assert_allclose(other, scores[0], rtol=1e-12)
    unsorted = sparse.csr_array(X)
    unsorted.indices, unsorted.data = unsorted.indices.copy(), unsorted.data.copy()
    first = slice(unsorted.indptr[0], unsorted.indptr[1])
    unsorted.indices[first], unsorted.data[first] = unsorted.indices[first][::-1], unsorted.data[first][::-1]
    unsorted.has_sorted_indices = unsorted.has_canonical_format = False
    assert (NeuroFSSelector(5, scaling="none", **quick).fit(unsorted, y).scores_ == scores[1]).all()
    assert sparse.issparse(NeuroFSSelector(5, **quick).fit(sparse.csr_array(X), y).transform(sparse.csr_array(X)))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_in_and_out_keep_their_names(planted, library):
    X, y = planted
    names = [f"gene {place}" for place in range(30)]
    frame = pd.DataFrame(X, columns=names)
    if library == "polars":
        frame = pl.from_pandas(frame)
    selector = NeuroFSSelector(5, **quick).set_output(transform=library).fit(frame, y)
    out = selector.transform(frame)
    assert type(out) is type(frame)
    assert list(out.columns) == list(selector.get_feature_names_out())
    assert set(out.columns) <= set(names)
    assert list(selector.feature_names_in_) == names


def test_clone_and_pickle_keep_what_was_given_and_found(planted):
    X, y = planted
    selector = NeuroFSSelector(5, options={"epochs": 3}, random_state=7).fit(X, y)
    assert clone(selector).get_params() == selector.get_params()
    again = pickle.loads(pickle.dumps(selector))
    assert (again.scores_ == selector.scores_).all()
    assert (again.transform(X) == selector.transform(X)).all()


def test_same_seed_same_bits_and_none_draws_another(planted):
    X, y = planted
    options = {"epochs": 3}
    scores = [NeuroFSSelector(5, options=options, random_state=seed).fit(X, y).scores_ for seed in (3, 3, 4)]
    assert (scores[0] == scores[1]).all()
    assert (scores[0] != scores[2]).any()
    threads = NeuroFSSelector(5, options=options, random_state=3, n_jobs=1).fit(X, y)
    assert (threads.scores_ == scores[0]).all()
    NeuroFSSelector(5, options=options, random_state=None).fit(X, y)
    NeuroFSSelector(5, options=options, random_state=np.random.RandomState(1)).fit(X, y)


def test_works_in_a_pipeline_a_grid_and_in_processes(planted):
    X, y = planted
    pipeline = make_pipeline(NeuroFSSelector(5, **quick), LogisticRegression())
    grid = GridSearchCV(pipeline, {"neurofsselector__n_features_to_select": [2, 5]}, cv=3).fit(X, y)
    assert grid.best_params_["neurofsselector__n_features_to_select"] == 5
    alone = cross_val_score(pipeline, X, y, cv=3)
    assert (cross_val_score(pipeline, X, y, cv=3, n_jobs=2) == alone).all()


def test_how_many_may_be_a_share_or_found(planted):
    X, y = planted
    assert NeuroFSSelector(0.1, **quick).fit(X, y).n_features_ == 3
    found = NeuroFSSelector(**quick).fit(X, y)
    assert found.n_features_ == found.size_["auto"]["parsimoniousK"]
    assert NeuroFSSelector("auto", **quick).fit(X, y).n_features_ == found.n_features_
    for wrong in (0, 31, 1.5, "many", True):
        with pytest.raises(ValueError, match="n_features_to_select must be"):
            NeuroFSSelector(wrong, **quick).fit(X, y)


def test_a_promise_selects_what_it_can_keep(planted):
    X, y = planted
    found = NeuroFSSelector(fdr=0.3, **quick).fit(X, y)
    assert found.n_features_ == found.size_["promise"]["count"]
    assert found.get_support().sum() == found.n_features_
    nothing = NeuroFSSelector(fdr=0.05, **quick).fit(X[:, 5:], y)
    assert nothing.n_features_ == 0
    assert nothing.scores_.shape == (25,)
    with pytest.raises(neurofs.UsageError, match="fdr must be a share above 0 and below 1. Got 2 instead"):
        NeuroFSSelector(fdr=2, **quick).fit(X, y)


def test_missing_cells_are_filled_where_that_is_asked_for(planted):
    X, y = planted
    X = X.copy()
    X[3, 2] = np.nan
    with pytest.raises(neurofs.DataError, match=r"1 cell is missing \(NaN\), the first in row 3, feature \"f3\"; use missing='mean'"):
        NeuroFSSelector(5, **quick).fit(X, y)
    with pytest.raises(neurofs.DataError, match="NaN"):
        NeuroFSSelector(5, **quick).fit(sparse.csr_array(X), y)
    selector = NeuroFSSelector(5, missing="median", **quick).fit(X, y)
    assert selector.transform(X).shape == (200, 5)


def test_repeated_columns_are_named_as_substitutes(planted):
    X, y = planted
    copied = np.column_stack([X, X[:, 1]])
    selector = NeuroFSSelector(5, **quick).fit(copied, y)
    assert selector.substitutes_[1] == [{"feature": 30, "correlation": 1.0}]
    assert selector.ranking_[30] == 31


def test_features_that_could_stand_in_are_named_with_their_correlation(planted):
    X, y = planted
    near = X[:, 0] + 0.8 * np.random.default_rng(1).normal(size=200)
    selector = NeuroFSSelector(3, **quick).fit(np.column_stack([X[:, :2], X[:, 10:], -near, X[:, 2]]), y)
    (other,) = [each for each in selector.substitutes_[0] if each["feature"] == 22]
    assert other["correlation"] == pytest.approx(np.corrcoef(X[:, 0], -near)[0, 1], abs=1e-6)
    assert other["information"] > 0
    assert set(selector.substitutes_) <= set(np.flatnonzero(selector.get_support()))
    assert all(not selector.get_support()[each["feature"]] for few in selector.substitutes_.values() for each in few)


def test_text_labels_are_classes(planted):
    X, y = planted
    named = np.array(["well", "ill"])[y]
    swapped = NeuroFSSelector(5, **quick).fit(X, named).scores_
    np.testing.assert_allclose(swapped, NeuroFSSelector(5, **quick).fit(X, y).scores_, rtol=1e-12)


# The Cox score is of survival times alone, the lasso of numbers.
@pytest.mark.parametrize("method", [each.name for each in neurofs.methods() if each.name not in ("cox", "lasso")])
def test_every_method_selects(planted, method):
    X, y = planted
    slow = {"lassonet", "stg", "rigl", "quickselection", "neurofs-random-growth", "neurofs"}
    options = {"epochs": 2} if method in slow and method != "lassonet" else {}
    selector = NeuroFSSelector(3, method=method, options=options, n_jobs=1).fit(X[::4, :8], y[::4])
    assert selector.get_support().sum() == 3
