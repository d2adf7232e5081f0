"""Writes an .h5ad of made-up counts of single cells, 5 % of them not zero: 8 kinds of cells, each marked by 20 genes.

    python bench/made-up-cells.py CELLS GENES FILE

Needs numpy and h5py. Cells are written 2,000 at a time, so memory does not limit the file.
"""

import sys

import h5py
import numpy as np

KINDS, MARKERS, FILLED, AT_ONCE = 8, 20, 0.05, 2000


def write_cells(cell_count, gene_count, path):
    random = np.random.default_rng(1)
    kind = random.integers(0, KINDS, cell_count)
    markers = random.permutation(gene_count)[: KINDS * MARKERS].reshape(KINDS, MARKERS)
    with h5py.File(path, "w") as file:
        file.attrs.update({"encoding-type": "anndata", "encoding-version": "0.1.0"})
        counts = file.create_group("X")
        counts.attrs.update({"encoding-type": "csr_matrix", "encoding-version": "0.1.0"})
        counts.attrs["shape"] = np.array([cell_count, gene_count])
        data, indices = (
            counts.create_dataset(name, (0,), maxshape=(None,), dtype=dtype, chunks=(1 << 20,))
            for name, dtype in (("data", "f4"), ("indices", "i4"))
        )
        row_starts = [0]
        for first in range(0, cell_count, AT_ONCE):
            genes, is_first = draw_genes(random, markers[kind[first : first + AT_ONCE]], gene_count)
            values = 1 + 1.2 * random.standard_exponential(genes.shape, dtype=np.float32)
            append(data, np.floor(np.minimum(values, 60))[is_first])
            append(indices, genes[is_first])
            row_starts.extend(row_starts[-1] + np.cumsum(is_first.sum(axis=1)))
        counts.create_dataset("indptr", data=np.array(row_starts, dtype="i8"))
        write_frame(file, "obs", [f"c{i}" for i in range(cell_count)], {"cell_type": [f"t{k}" for k in kind]})
        write_frame(file, "var", [f"g{i}" for i in range(gene_count)], {})


def draw_genes(random, markers, gene_count):
    """The genes of every cell, ascending, and which of them are the first of equals."""
    drawn = random.integers(0, gene_count, (len(markers), round(FILLED * gene_count) + MARKERS)).astype(np.int32)
    is_marked = random.random(markers.shape) < 0.6
    drawn[:, -MARKERS:] = np.where(is_marked, markers, drawn[:, :MARKERS])
    drawn.sort(axis=1)
    return drawn, np.diff(drawn, axis=1, prepend=-1) != 0


def append(dataset, values):
    start = len(dataset)
    dataset.resize((start + len(values),))
    dataset[start:] = values


def write_frame(file, name, index, columns):
    frame = file.create_group(name)
    frame.attrs.update({"encoding-type": "dataframe", "encoding-version": "0.2.0", "_index": "_index"})
    frame.attrs["column-order"] = np.array(list(columns), dtype=h5py.string_dtype())
    for column, values in {"_index": index, **columns}.items():
        written = frame.create_dataset(column, data=np.array(values, dtype=object), dtype=h5py.string_dtype())
        written.attrs.update({"encoding-type": "string-array", "encoding-version": "0.2.0"})


if __name__ == "__main__":
    write_cells(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
