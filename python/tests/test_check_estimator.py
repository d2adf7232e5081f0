"""scikit-learn's own checks of estimators."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from neurofs import NeuroFSSelector

#: By method, the checks that it cannot pass, and why.
expected_failures = {
    "fisher": {
        "check_sample_weight_equivalence_on_dense_data": "this filter does not count rows by weight",
        "check_sample_weight_equivalence_on_sparse_data": "this filter does not count rows by weight",
    },
    "neurofs": {},
}


@parametrize_with_checks(
    [NeuroFSSelector(0.5, method="fisher", n_jobs=1), NeuroFSSelector(1, options={"epochs": 3}, n_jobs=1)],
    expected_failed_checks=lambda estimator: expected_failures[estimator.method],
)
def test_scikit_learn(estimator, check):
    check(estimator)
