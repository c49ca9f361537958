"""What counts of verdicts and answers mean together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import _paylint

_NAMES = ("operation", "name", "level", "answer")


def calibration(rows: Iterable[Mapping[str, Any]] | Any, at_least: int = 3) -> dict[str, Any]:
    """What the rows of ``Engine.calibrate`` say, as ``paylint calibrate --format json`` does.

    ``rows`` is a table of pyarrow, or mappings with the columns of ``Engine.calibrate``, whose
    counts may be added up over batches. The result has ``total``, ``operations``, ``rules``,
    ``missed`` and ``proposals``; ``error``, how many requests couldn't be checked; and ``layer``, a
    policy with the levels that follow, where at least ``at_least`` answers speak for another level
    and none against it.

    Raises ValueError if a row isn't one of a calibration.
    """
    if hasattr(rows, "to_pylist"):
        rows = rows.to_pylist()
    counts = [(row["kind"], [row[name] for name in _NAMES], int(row["count"])) for row in rows]
    answer = json.loads(_paylint.calibration(counts, at_least))
    return {"error": answer["error"], **answer["summary"], "layer": answer["layer"]}
