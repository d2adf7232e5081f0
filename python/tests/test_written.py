"""What the command line writes in other formats, read by the programs that people read them with."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from scipy import sparse


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A table with gaps, text and row names, selected from once and written in every format."""
    folder = tmp_path_factory.mktemp("written")
    random = np.random.default_rng(1)
    y = np.repeat(["ill", "wéll"], 60)
    frame = pd.DataFrame(
        {f"g{place}": random.normal(size=120) + (place < 3) * (y == "ill") for place in range(8)},
        index=[f"s{row}" for row in range(120)],
    )
    frame["sex"] = np.where(y == "ill", "f", "m")
    frame["state"] = y
    frame.iloc[4, 0] = np.nan
    frame.to_csv(folder / "data.csv")
    neurofs("select", "data.csv", "--target", "state", "--k", "4", "--method", "fisher", "--missing", "mean",
            "--write", "parquet,arrow,h5ad,npz", "--out", "out", cwd=folder)  # fmt: skip
    return folder


def neurofs(*words, cwd):
    done = subprocess.run([sys.executable, "-m", "neurofs", *words], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done


def csv_of(folder):
    return pd.read_csv(folder / "out" / "selected.csv", index_col=0, float_precision="round_trip")


def test_parquet_and_arrow_hold_what_the_csv_holds(written):
    pytest.importorskip("pyarrow")
    wanted = csv_of(written)
    for frame in (pd.read_parquet(written / "out/selected.parquet"), pd.read_feather(written / "out/selected.arrow")):
        found = frame.set_index(frame.columns[0])
        pd.testing.assert_frame_equal(found.rename_axis(None), wanted.rename_axis(None), check_dtype=False)
        assert found["g0"].isna().sum() == 1


def test_arrow_keeps_to_the_format(written):
    arrow = pytest.importorskip("pyarrow")
    with arrow.ipc.open_file(written / "out/selected.arrow") as file:
        table = file.read_all()
    table.validate(full=True)
    assert table.num_rows == 120


def test_npz_holds_arrays(written):
    arrays = np.load(written / "out/selected.npz")
    wanted = csv_of(written)
    names = arrays["feature_names"].tolist()
    np.testing.assert_array_equal(arrays["X"], wanted[names].to_numpy())
    assert arrays["y"].tolist() == wanted["state"].tolist()
    assert arrays["row_names"].tolist() == wanted.index.tolist()
    assert arrays["sex"].tolist() == wanted["sex"].tolist()


def test_h5ad_is_an_anndata_object(written, tmp_path):
    anndata = pytest.importorskip("anndata")
    adata = anndata.read_h5ad(written / "out/selected.h5ad")
    wanted = csv_of(written)
    assert adata.obs_names.tolist() == wanted.index.tolist()
    assert adata.obs["state"].dtype == "category"
    assert adata.obs["state"].tolist() == wanted["state"].tolist()
    assert adata.obs["sex"].tolist() == wanted["sex"].tolist()
    np.testing.assert_array_equal(adata.X, wanted[adata.var_names].to_numpy())
    assert adata.var["neurofs"].dtype == bool
    assert adata[:, adata.var["neurofs"]].n_vars == 3
    ranking = pd.read_csv(written / "out/ranking.csv", float_precision="round_trip").set_index("name")
    for name, place in adata.var.iterrows():
        assert place["neurofs_rank"] == ranking.loc[name, "rank"]
        assert place["neurofs_score"] == ranking.loc[name, "score"]
    assert adata.uns["neurofs"]["params"]["method"] == "fisher"
    adata.write_h5ad(tmp_path / "again.h5ad")


def test_sparse_cells_stay_sparse_and_obs_columns_keep_their_names(tmp_path):
    anndata = pytest.importorskip("anndata")
    random = np.random.default_rng(0)
    X = random.poisson(0.4, size=(90, 12)).astype(np.float32)
    X[:30, 2] += 3
    cells = anndata.AnnData(
        sparse.csr_matrix(X),
        obs=pd.DataFrame({"type": np.repeat(["B", "T", "NK"], 30)}, index=[f"cell{row}" for row in range(90)]),
        var=pd.DataFrame(index=[f"gene{column}" for column in range(12)]),
    )
    cells.write_h5ad(tmp_path / "cells.h5ad")
    neurofs("select", "cells.h5ad", "--target", "obs:type", "--k", "3", "--method", "fisher", "--write", "h5ad", "--out",
            "out", cwd=tmp_path)  # fmt: skip
    found = anndata.read_h5ad(tmp_path / "out/selected.h5ad")
    assert sparse.issparse(found.X)
    assert found.X.dtype == np.float32
    assert "gene2" in found.var_names
    assert (found.X != cells[:, found.var_names].X).nnz == 0
    assert found.obs["type"].tolist() == cells.obs["type"].tolist()
    assert found.obs_names.tolist() == cells.obs_names.tolist()


def test_apply_writes_the_format_of_the_ending(written, tmp_path):
    anndata = pytest.importorskip("anndata")
    neurofs("apply", "out/selection.json", "data.csv", "--out", str(tmp_path / "new.h5ad"), cwd=written)
    adata = anndata.read_h5ad(tmp_path / "new.h5ad")
    assert set(adata.var_names) == {"g0", "g1", "g2", "sex=m"}
    assert not np.isnan(adata.X).any()
    assert adata.obs["state"].nunique() == 2
    said = subprocess.run(
        [sys.executable, "-m", "neurofs", "apply", "out/selection.json", "data.csv", "--write", "npz"],
        cwd=written, capture_output=True, text=True,
    )  # fmt: skip
    assert said.returncode == 2
    assert "--write npz needs a file to write: --out reduced.npz" in said.stderr
