"""The same features with the same scores from Python, from the command line, and from the JavaScript library."""

import json
import subprocess

import numpy as np
import pytest

import neurofs
from neurofs import NeuroFSSelector
from neurofs._engine_process import engine_program
from neurofs._node import find_node

fit_in_javascript = """
const [program, k, method] = process.argv.slice(2);
const { FeatureSelector, loadTable, encodeTable } = await import(new URL('../node/index.js', `file://${program}`));
const { table } = await loadTable('data.csv', { target: 'y' });
const dataset = encodeTable(table, { target: 'y' });
const labels = dataset.target.labels;
const selector = await new FeatureSelector({ k: Number(k), method, seed: 3 }).fit(dataset.matrix, labels);
process.stdout.write(JSON.stringify({ order: [...selector.ranking], scores: [...selector.scores] }));
"""


def run(command, folder):
    return json.loads(subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout)


@pytest.mark.parametrize("method", ["neurofs", "fisher", "mrmr"])
def test_same_features_and_scores(planted, tmp_path, method):
    X, y = planted
    table = np.column_stack([X, y])
    names = [f"g{place}" for place in range(30)]
    np.savetxt(tmp_path / "data.csv", table, delimiter=",", header=",".join([*names, "y"]), comments="", fmt="%.17g")
    program = str(engine_program())

    loaded = neurofs.load(tmp_path / "data.csv", "y")
    assert loaded.feature_names == names
    here = NeuroFSSelector(5, method=method, random_state=3).fit(loaded.X, loaded.y)

    words = ["select", "data.csv", "--target", "y", "--k", "5", "--seed", "3", "--method", method]
    there = run([find_node(), program, *words, "--test-fraction", "0", "--json"], tmp_path)
    assert [each["index"] for each in there["features"]] == here.order_[:5].tolist()
    assert [each["score"] for each in there["features"]] == here.scores_[here.order_[:5]].tolist()

    (tmp_path / "fit.mjs").write_text(fit_in_javascript)
    library = run([find_node(), "fit.mjs", program, "5", method], tmp_path)
    assert library["order"] == here.order_.tolist()
    assert library["scores"] == here.scores_.tolist()


def test_select_measures_as_the_command_line_does(planted, tmp_path):
    X, y = planted
    np.savez(tmp_path / "data.npz", X=X, y=y)
    loaded = neurofs.load(tmp_path / "data.npz")
    here = neurofs.select(loaded, k=5, method="fisher", random_state=2)
    words = ["select", "data.npz", "--k", "5", "--seed", "2", "--method", "fisher", "--json"]
    there = run([find_node(), str(engine_program()), *words], tmp_path)
    assert here.features == [each["name"] for each in there["features"]]
    assert [each["measures"] for each in here.measured] == [each["measures"] for each in there["measured"]]
    assert len(here.test) == there["data"]["testRowCount"] == 40
