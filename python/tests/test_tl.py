"""neurofs.tl.select writes into an AnnData object."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import neurofs
from neurofs import NeuroFSSelector

anndata = pytest.importorskip("anndata")


@pytest.fixture
def cells(planted):
    X, y = planted
    return anndata.AnnData(
        X.astype(np.float32),
        obs=pd.DataFrame({"type": np.array(["T", "B"])[y], "batch": np.tile(["x", "y"], 100)}, index=map(str, range(200))),
        var=pd.DataFrame(index=[f"g{place}" for place in range(30)]),
    )


def test_writes_what_the_selector_finds(cells):
    neurofs.tl.select(cells, "type", 5, method="fisher")
    selector = NeuroFSSelector(5, method="fisher").fit(cells.X, cells.obs["type"])
    assert (cells.var["neurofs"] == selector.get_support()).all()
    assert (cells.var["neurofs_rank"] == selector.ranking_).all()
    assert (cells.var["neurofs_score"] == selector.scores_).all()
    assert cells.uns["neurofs"]["params"]["obs"] == "type"


def test_takes_layers_and_batches_and_survives_a_file(cells, tmp_path):
    cells.layers["sparse"] = sparse.csr_matrix(np.where(np.abs(cells.X) < 0.5, 0, cells.X))
    neurofs.tl.select(cells, "type", 5, method="fisher", layer="sparse", batch_key="batch", key_added="markers")
    assert cells.var["markers"].sum() == 5
    cells.write_h5ad(tmp_path / "cells.h5ad")
    again = anndata.read_h5ad(tmp_path / "cells.h5ad")
    assert (again.var["markers_rank"] == cells.var["markers_rank"]).all()
    data = neurofs.load(tmp_path / "cells.h5ad", "obs:type")
    assert data.feature_names == list(cells.var_names)
    assert set(data.y) == {"T", "B"}


def test_names_what_is_not_there(cells):
    with pytest.raises(neurofs.UsageError, match='there is no obs column "typ"; the columns are type, batch'):
        neurofs.tl.select(cells, "typ")
    with pytest.raises(neurofs.UsageError, match='there is no layer "counts"; the layers are none'):
        neurofs.tl.select(cells, "type", layer="counts")
    cells.obs["type"] = cells.obs["type"].where(np.arange(200) > 2)
    with pytest.raises(neurofs.DataError, match="is missing in 3 rows; leave those rows out"):
        neurofs.tl.select(cells, "type")
