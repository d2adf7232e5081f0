"""Reports of the engine in a notebook."""

from __future__ import annotations

import html
import os
from pathlib import Path

from neurofs._errors import WriteError

_height = 560


class WithReport:
    """Something that the engine wrote a report of."""

    #: One HTML page, complete in itself.
    report: str

    def _repr_html_(self) -> str:
        # A frame of its own, so that its styles do not meet those of the notebook; its first screen is what is seen.
        page = html.escape(self.report, quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="{_height}" style="border:0" sandbox="allow-scripts"></iframe>'

    def save_report(self, path: str | os.PathLike[str]) -> None:
        """Writes the report, which needs no network to be read."""
        try:
            Path(path).write_text(self.report, encoding="utf8")
        except OSError as error:
            raise WriteError(f"{os.fspath(path)}: cannot write ({error.strerror}); name another folder") from error
