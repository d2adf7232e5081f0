"""The Python on the pages is run, page by page."""

import re
from pathlib import Path

import pytest

docs = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["python.md", "from-scikit-learn.md", "from-scanpy.md"])
def test_the_code_of_the_page_runs(page, tmp_path, monkeypatch):
    if page == "from-scanpy.md":
        pytest.importorskip("anndata")
    monkeypatch.chdir(tmp_path)
    code = re.findall(r"```python\n(.*?)```", (docs / page).read_text(), re.DOTALL)
    assert code
    exec("\n".join(code), {"__name__": page})
