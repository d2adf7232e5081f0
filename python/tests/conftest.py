import numpy as np
import pytest


@pytest.fixture
def planted():
    """200 rows of two classes that differ in the first five of thirty features."""
    random = np.random.default_rng(4)
    y = np.repeat([0, 1], 100)
    X = random.normal(size=(200, 30))
    X[:, :5] += 1.5 * y[:, None]
    return X, y
