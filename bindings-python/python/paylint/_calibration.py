"""Calibration from counts of verdicts and answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import _paylint

_NAMES = ("kind", "operation", "verdict", "answer", "findings", "named", "by", "day", "who")


def calibration(
    rows: Iterable[Mapping[str, Any]] | Any, cost: int = 10, at_least: int = 5
) -> dict[str, Any]:
    """Evaluates the rows of ``Engine.calibrate``, like ``paylint calibrate --format json``.

    ``rows`` is a table of pyarrow, or mappings with the columns of ``Engine.calibrate``, whose
    counts may be added up over batches. ``cost`` is the number of prevented refusals that
    are worth one good request stopped, ``at_least`` the number of customers that must have got an
    answer. The result's ``layers`` have levels; only the command looks for policy rules, too.
    ``unreadable`` counts the requests that couldn't be checked.

    Raises ValueError if a row isn't one of a calibration.
    """
    if hasattr(rows, "to_pylist"):
        rows = rows.to_pylist()
    try:
        counts = [([row[name] for name in _NAMES], int(row["count"])) for row in rows]
    except KeyError as missing:
        raise ValueError(f"not a row of a calibration: {missing} is missing") from None
    found: dict[str, Any] = json.loads(_paylint.calibration(counts, cost, at_least))
    return found
