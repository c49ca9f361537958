"""What follows from counts of verdicts and answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import _paylint

_NAMES = ("operation", "verdict", "answer", "findings", "named", "by", "day", "who")


def calibration(
    rows: Iterable[Mapping[str, Any]] | Any, cost: int = 10, at_least: int = 5
) -> dict[str, Any]:
    """What follows from the rows of ``Engine.calibrate``, as ``calibrate --format json`` says it.

    ``rows`` is a table of pyarrow, or mappings with the columns of ``Engine.calibrate``, whose
    counts may be added up over batches. ``cost`` is how many prevented refusals are worth one good
    request stopped, ``at_least`` how many customers must have been answered. The result's
    ``layers`` have levels; policy rules are looked for by the command alone. ``unreadable`` counts
    the requests that couldn't be checked.

    Raises ValueError if a row isn't one of a calibration.
    """
    if hasattr(rows, "to_pylist"):
        rows = rows.to_pylist()
    try:
        counts = [(row["kind"], [row[name] for name in _NAMES], int(row["count"])) for row in rows]
    except KeyError as missing:
        raise ValueError(f"not a row of a calibration: {missing} is missing") from None
    found: dict[str, Any] = json.loads(_paylint.calibration(counts, cost, at_least))
    return found
