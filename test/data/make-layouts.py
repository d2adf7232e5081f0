"""Writes the files of genomics and spreadsheets in this folder: python test/data/make-layouts.py
(openpyxl, scipy, pandas, anndata, cmapPy). The table is that of make.py."""
import gzip, os, datetime
import anndata, numpy as np, openpyxl, pandas as pd, scipy.io, scipy.sparse as sp
from cmapPy.pandasGEXpress.GCToo import GCToo
from cmapPy.pandasGEXpress.write_gct import write as write_gct

os.chdir(os.path.dirname(os.path.abspath(__file__)))
rows, columns = 6, 4
whole = np.array([[(7 * i + 3 * j) % 11 for j in range(columns)] for i in range(rows)])
real = whole + np.arange(columns) / 4
thin = np.where(whole < 4, real, 0.0)
text = ["ab"[i % 2] for i in range(rows)]
samples = [f"s{i + 1}" for i in range(rows)]

book = openpyxl.Workbook()
notes = book.active
notes.title = "notes"
notes.append(["made", "for a test"])
sheet = book.create_sheet("cells & more")
sheet.append([None] * 3)
sheet.append([None, "p", "q", "r", "s", "day", "flag", "gene", "y"])
for i in range(rows):
    day = datetime.date(2024, 1, 1 + i)
    gene = datetime.date(2024, 9, 2) if i == 3 else f"gene{i}"
    sheet.append([samples[i], *map(float, real[i]), day, i % 3 == 0, gene, text[i]])
sheet["C4"] = None
sheet["D5"] = "#N/A"
book.save("book.xlsx")

os.makedirs("ten-x", exist_ok=True)
counts = sp.coo_matrix(np.where(whole < 4, whole, 0).T)
scipy.io.mmwrite("plain.mtx", sp.coo_matrix(thin))
scipy.io.mmwrite("array.mtx", real)
with gzip.GzipFile("ten-x/matrix.mtx.gz", "wb", mtime=0) as f:
    scipy.io.mmwrite(f, counts, field="integer")
def lines(name, content):
    with gzip.GzipFile(name, "wb", mtime=0) as f:
        f.write("".join(f"{line}\n" for line in content).encode())
lines("ten-x/features.tsv.gz", [f"ENSG{j}\t{name}\tGene Expression" for j, name in enumerate(["g", "h", "g", "k"])])
lines("ten-x/barcodes.tsv.gz", [f"{name}-1" for name in samples])

data = pd.DataFrame(real.T, index=["g", "h", "i", "k"], columns=samples)
about_samples = pd.DataFrame({"kind": text, "batch": [1, 1, 1, 2, 2, 2]}, index=samples)
about_genes = pd.DataFrame({"chromosome": [1, 2, 3, 4]}, index=data.index)
write_gct(GCToo(data, row_metadata_df=about_genes, col_metadata_df=about_samples), "meta.gct")

obs = pd.DataFrame({"cell_type": pd.Categorical(text), "donor": ["d1", "d1", "d2", "d2", "d3", "d3"]}, index=samples)
cells = anndata.AnnData(sp.csr_matrix(thin.astype("f4")), obs=obs, var=pd.DataFrame(index=["g", "h", "i", "k"]))
cells.layers["counts"] = sp.csr_matrix(np.where(whole < 4, whole, 0).astype("f4"))
cells.raw = anndata.AnnData(real, obs=obs, var=pd.DataFrame(index=["g", "h", "i", "k"]))
cells[:, ["g", "k"]].copy().write_h5ad("layers.h5ad")

names = np.array(["g", "h", "i", "k"])
np.savez("named.npz", X=real, y=np.array(text), feature_names=names, sample_names=np.array(samples))
scipy.io.savemat("named.mat", {"X": real, "Y": np.arange(rows) % 2, "genes": np.array([[n] for n in names], dtype=object)})
frame = pd.DataFrame(real, columns=list("pqrs")).assign(y=text)
frame.to_csv("utf16.txt", sep="\t", index=False, encoding="utf-16")
