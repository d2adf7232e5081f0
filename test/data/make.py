"""Writes the small files of this folder: python test/data/make.py (numpy, scipy, h5py, pandas, pyarrow, anndata).

Every file holds the same table of 6 rows: cell (i, j) is (7 i + 3 j) mod 11, plus j / 4 where the type has decimals;
sparse files hold it where the whole part is below 4. The target is a, b, a, b, a, b or 1, 2, 1, 2, 1, 2.
"""
import os
import anndata, h5py, numpy as np, pandas as pd, pyarrow as pa, pyarrow.feather, pyarrow.parquet as pq, scipy.io, scipy.sparse as sp

os.chdir(os.path.dirname(os.path.abspath(__file__)))
rows, columns = 6, 4
whole = np.array([[(7 * i + 3 * j) % 11 for j in range(columns)] for i in range(rows)])
real = whole + np.arange(columns) / 4
thin = np.where(whole < 4, real, 0.0)
number = np.array([1 + i % 2 for i in range(rows)])
text = np.array(["ab"[i % 2] for i in range(rows)])

for name, dtype in [("u1", "u1"), ("i2-big", ">i2"), ("i8", "<i8"), ("f2", "<f2"), ("f4", "<f4"), ("f8-big", ">f8"), ("bool", "bool")]:
    np.save(f"{name}.npy", (real if "f" in dtype else whole).astype(dtype))
np.save("fortran.npy", np.asfortranarray(real))
np.savez("plain.npz", X=real, y=number)
np.savez_compressed("compressed-text.npz", X=whole.astype("u2"), y=text)
sp.save_npz("csr.npz", sp.csr_matrix(thin))
sp.save_npz("csc.npz", sp.csc_array(thin))
np.savez("csc.npz", **np.load("csc.npz"), y=text)
sp.save_npz("coo.npz", sp.coo_matrix(thin))

labels = np.array([[t] for t in text], dtype=object)
scipy.io.savemat("plain.mat", {"X": real, "Y": number.reshape(-1, 1)})
scipy.io.savemat("compressed.mat", {"X": whole.astype("u1"), "Y": labels, "note": "text"}, do_compression=True)
scipy.io.savemat("sparse.mat", {"X": sp.csc_matrix(thin), "Y": number.reshape(1, -1)}, do_compression=True)

with h5py.File("plain.h5", "w") as f:
    f.create_dataset("data/X", data=real.astype("f4"), compression="gzip", chunks=(2, 4))
    f["data/y"] = number
    f["data/kind"] = [t.encode() for t in text]
with h5py.File("text.h5", "w") as f:
    f.create_dataset("X", data=real, chunks=(3, 2), compression="gzip", shuffle=True)
    f.create_dataset("y", data=[str(t) for t in text], dtype=h5py.string_dtype())
with h5py.File("matlab73.mat", "w", userblock_size=512) as f:
    f["X"] = real.T
    f["Y"] = number.reshape(1, -1).astype("f8")
    s = f.create_group("S")
    s.attrs["MATLAB_sparse"] = np.uint64(rows)
    csc = sp.csc_matrix(thin)
    s["data"], s["ir"], s["jc"] = csc.data, csc.indices.astype("u8"), csc.indptr.astype("u8")
with open("matlab73.mat", "r+b") as f:
    f.write(b"MATLAB 7.3 MAT-file, made by h5py".ljust(124) + b"\x00\x02IM")
obs = pd.DataFrame({"cell_type": pd.Categorical(text), "plate": number}, index=[f"c{i}" for i in range(rows)])
var = pd.DataFrame(index=["g", "h", "g", "k"])
anndata.AnnData(sp.csr_matrix(thin.astype("f4")), obs=obs, var=var).write_h5ad("csr.h5ad")
anndata.AnnData(sp.csc_matrix(thin.astype("f4")), obs=obs, var=var).write_h5ad("csc.h5ad")
anndata.AnnData(real, obs=obs, var=var).write_h5ad("dense.h5ad")
besides = pd.DataFrame({"barcode": [f"cell-{i}" for i in range(rows)], "treated": pd.Categorical(text)}, index=obs.index)
anndata.AnnData(real, obs=besides, var=pd.DataFrame(index=["g", "h", "j", "k"])).write_h5ad("barcodes.h5ad")

frame = pd.DataFrame(real, columns=["p", "q", "r", "s"])
frame["n"] = pd.array([1, None, 3, 4, 5, 6], dtype="Int64")
frame["day"] = pd.date_range("2024-01-01", periods=rows)
frame["y"] = text
for codec in ["snappy", "gzip", "zstd"]:
    frame.to_parquet(f"{codec}.parquet", compression=codec, row_group_size=4)
# Both kinds of data page, many of them, with every encoding; 90 rows, of which some cells are missing.
count = 90
gap = np.arange(count) % 7 == 3
pages = pa.table({
    "whole": pa.array(np.arange(count) * 37 % 101, mask=gap),
    "short": pa.array((np.arange(count) * 5 % 17).astype("i4"), mask=gap),
    "real": pa.array(np.arange(count) / 8, mask=gap),
    "single": pa.array((np.arange(count) / 4).astype("f4")),
    "flag": pa.array(np.arange(count) % 5 < 2, mask=gap),
    "runs": pa.array(np.arange(count) // 30),
    "name": pa.array([f"sample {i // 3:03d}" for i in range(count)], mask=gap),
    "y": pa.array(["ab"[i % 2] for i in range(count)]),
})
kinds = {"whole": "DELTA_BINARY_PACKED", "short": "DELTA_BINARY_PACKED", "real": "BYTE_STREAM_SPLIT", "single": "PLAIN",
         "flag": "RLE", "runs": "DELTA_BINARY_PACKED", "name": "DELTA_BYTE_ARRAY", "y": "DELTA_LENGTH_BYTE_ARRAY"}
many = dict(row_group_size=50, data_page_size=100, write_batch_size=16)
pq.write_table(pages, "pages-1.parquet", data_page_version="1.0", **many)
pq.write_table(pages, "pages-2.parquet", data_page_version="2.0", compression="gzip", **many)
pq.write_table(pages, "encodings.parquet", data_page_version="2.0", use_dictionary=False, column_encoding=kinds, **many)
for codec in ["lz4", "zstd", "uncompressed"]:
    pa.feather.write_feather(frame, f"{codec}.feather", compression=codec)
frame.assign(y=frame.y.astype("category")).to_feather("dictionary.feather")
frame.to_json("lines.jsonl", orient="records", lines=True)
