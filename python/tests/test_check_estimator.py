"""scikit-learn's own checks of estimators."""

from sklearn.utils.estimator_checks import parametrize_with_checks

from neurofs import NeuroFSSelector

@parametrize_with_checks(
    [NeuroFSSelector(0.5, method="fisher", n_jobs=1), NeuroFSSelector(1, options={"epochs": 3}, n_jobs=1)]
)
def test_scikit_learn(estimator, check):
    check(estimator)
