"""select, compare, curve, load and methods, and their errors in the words of Python."""

import os
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import neurofs
from neurofs import NeuroFSSelector


def test_methods_have_options_in_python_spelling():
    neurofs_method = next(each for each in neurofs.methods() if each.name == "neurofs")
    assert "batch_size" in neurofs_method.options
    assert neurofs_method.summary


def test_compare_tells_every_run(planted):
    X, y = planted
    found = neurofs.compare(X, y, [2, 5], methods=["fisher"], seeds=2, judges=["knn"])
    frame = found.to_frame()
    assert set(frame["method"]) >= {"fisher", "random"}
    fisher = frame.query("method == 'fisher' and k == 5 and judge == 'knn' and measure == 'accuracy'")
    assert fisher["value"].item() > 0.8
    assert found._repr_html_().startswith("<iframe")
    assert found.findings


def test_curve_finds_how_many_are_enough(planted, tmp_path):
    X, y = planted
    found = neurofs.curve(pd.DataFrame(X), y, [1, 5, 10], method="fisher", folds=3, judges=["knn"])
    assert found.k in (1, 5, 10)
    assert len(found.to_frame()) == 9
    found.save_report(tmp_path / "curve.html")
    assert (tmp_path / "curve.html").read_text().lower().startswith("<!doctype html>")


def test_select_judges_on_rows_that_were_held_out(planted):
    X, y = planted
    found = neurofs.select(pd.DataFrame(X, columns=[f"g{place}" for place in range(30)]), y, 5, method="fisher")
    assert set(found.features) == {f"g{place}" for place in range(5)}
    assert {each["features"] for each in found.measured} == {"selected", "all", "random"}
    assert len(found.train) == 160


def test_a_selection_keeps_to_rules_and_is_judged_by_cross_validation(planted):
    X, y = planted
    found = neurofs.select(X, y, 4, method="fisher", include=["f20"], judges=["knn"], repeats=1, stability=1)
    assert found.features[0] == "f20"
    assert found.verdict["repeats"] == 1
    assert found.stability["pairs"] == 1
    selector = NeuroFSSelector(4, method="fisher", include=["f20"]).fit(X, y)
    assert selector.order_[0] == 19
    assert len(neurofs.select(X, y, method="fisher", budget=3, judges=[]).features) == 3
    with pytest.raises(neurofs.UsageError, match="min_per_class"):
        neurofs.select(X, y, method="fisher", min_per_class=-1)


def test_load_reads_text_columns_as_groups(tmp_path):
    rows = [f"{'red' if place % 3 else 'blue'},{'n' if place % 5 else 'm'},{place % 7},{place % 3}" for place in range(60)]
    (tmp_path / "data.csv").write_text("\n".join(["colour,letter,size,class", *rows]))
    data = neurofs.load(tmp_path / "data.csv", "class", verbose=True)
    assert "colour=blue" in data.feature_names or "colour=red" in data.feature_names
    assert data.y.tolist()[:3] == ["0", "1", "2"]
    assert data.to_frame().shape[0] == 60
    found = neurofs.select(data, k=1, method="fisher", test_size=0)
    assert found.features[0].startswith("colour")
    assert found.measured == []


def test_load_takes_every_option_of_reading(tmp_path):
    (tmp_path / "genes.txt").write_text("gene;s1;s2;s3;s4\nclass;a;b;a;b\none;1;-9;3;4\ntwo;5;6;7;8\n")
    options = {"transpose": True, "missing_marks": ["-9"], "delimiter": "semicolon", "missing": "mean"}
    data = neurofs.load(tmp_path / "genes.txt", "class", **options)
    assert data.feature_names == ["one", "two"]
    assert np.isnan(data.X[1, 0]) and data.X[:, 1].tolist() == [5, 6, 7, 8]
    with pytest.raises(ValueError, match='"missing_mark"; did you mean "missingMarks"'):
        neurofs.load(tmp_path / "genes.txt", "class", missing_mark=["-9"])


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"n_features_to_select": 31}, "n_features_to_select must be at most the number of features, 30. Got 31"),
        ({"options": {"batch_sise": 3}}, 'unknown option "batchSise"; did you mean "batchSize"'),
        ({"method": "fishr"}, "fishr"),
        ({"scaling": "max"}, "scaling must be one of minmax, standard, robust, none"),
        ({"n_jobs": 0}, "n_jobs must be a whole number of at least 1. Got 0"),
        ({"missing": "drop"}, "missing must be one of refuse, mean, median"),
        ({"task": "guess"}, "task must be one of"),
        ({"random_state": -1}, "random_state must be a whole number of at least 0. Got -1"),
    ],
)
def test_a_wrong_parameter_is_named_as_python_names_it(planted, parameters, said):
    with pytest.raises(neurofs.UsageError, match=re.escape(said)):
        NeuroFSSelector(**{"n_features_to_select": 5, **parameters}).fit(*planted)


def test_data_that_cannot_be_used_is_refused_with_what_to_do(planted):
    X, y = planted
    frame = pd.DataFrame(X, columns=[f"g{place}" for place in range(30)])
    selector = NeuroFSSelector(5, method="fisher")
    with pytest.raises(neurofs.DataError, match='"sex" holds text or categories; encode them first'):
        selector.fit(frame.assign(sex=np.where(y, "f", "m")), y)
    with pytest.raises(neurofs.DataError, match='"sex" holds text'):
        selector.fit(frame.assign(sex=pd.Categorical(np.where(y, "f", "m"))), y)
    with pytest.raises(neurofs.DataError, match='features 0 and 1 are both named "g"; rename one of them'):
        selector.fit(frame.set_axis(["g", "g", *frame.columns[2:]], axis=1), y)
    with pytest.raises(neurofs.DataError, match='row 0, feature "g2": expected a finite number, got -?inf; fill it in'):
        selector.fit(frame.assign(g2=np.inf), y)
    with pytest.raises(neurofs.DataError, match="y has one class alone, 'a' in all 200 rows"):
        selector.fit(X, np.repeat("a", 200))
    with pytest.raises(neurofs.DataError, match="could not convert string to float: 'f'"):
        NeuroFSSelector(5, task="regression").fit(X, np.repeat("f", 200))
    with pytest.raises(neurofs.DataError, match="there is no such file|no such file"):
        neurofs.load("nowhere/genes.csv", "y")
    with pytest.raises(neurofs.UsageError, match="name the column to predict: target"):
        path = "data.csv"
        with open(path, "w") as file:
            file.write("a,b\n1,2\n3,4\n")
        neurofs.load(path)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_folder_that_cannot_be_written_to_is_no_hindrance(planted, tmp_path):
    tmp_path.chmod(0o555)
    try:
        assert NeuroFSSelector(5, method="fisher").fit(*planted).n_features_ == 5
        found = neurofs.curve(*planted, [2], method="fisher", folds=2, judges=["knn"])
        with pytest.raises(neurofs.WriteError, match=r"report.html: cannot write \(.*\); name another folder"):
            found.save_report(tmp_path / "no" / "report.html")
        # Root may write anywhere.
        if os.geteuid() != 0:
            with pytest.raises(neurofs.WriteError, match=r"cannot write \(Permission denied\)"):
                found.save_report(tmp_path / "report.html")
    finally:
        tmp_path.chmod(0o755)


def test_progress_is_shown_where_it_is_asked_for(planted, capsys):
    pytest.importorskip("tqdm")
    NeuroFSSelector(5, method="neurofs", options={"epochs": 3}, verbose=True).fit(*planted)
    shown = capsys.readouterr().err
    assert "neurofs: select:" in shown
    assert ": :" not in shown
    assert "loss" in shown


def test_the_command_does_not_wait_for_scikit_learn():
    program = "import sys, neurofs._command_line; print(sorted({'numpy', 'sklearn', 'scipy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_name_of_the_package_is_there():
    assert all(getattr(neurofs, name) is not None for name in neurofs.__all__)
    assert dir(neurofs) == sorted(neurofs.__all__)
    with pytest.raises(AttributeError, match="no attribute 'selekt'"):
        neurofs.selekt  # noqa: B018
