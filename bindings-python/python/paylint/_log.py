"""Requests from a host's own logs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any

from . import _paylint


def log_requests(
    lines: Any,
    *,
    body_at: str,
    operation: str | None = None,
    operation_at: str | None = None,
    method_at: str | None = None,
    path_at: str | None = None,
    id_at: str | None = None,
    facts_at: Mapping[str, str] | None = None,
) -> _paylint.ArrowArray | _paylint.ArrowStream:
    return _paylint.log_requests(
        _texts(lines),
        body_at=body_at,
        operation=operation,
        operation_at=operation_at,
        method_at=method_at,
        path_at=path_at,
        id_at=id_at,
        facts_at=None if facts_at is None else dict(facts_at),
    )


log_requests.__doc__ = (_paylint.log_requests.__doc__ or "").replace(
    "of their texts: whatever speaks Arrow's PyCapsule interface",
    "of their texts: whatever speaks Arrow's PyCapsule interface; or structs of pyarrow: a table,\n"
    "batches, or an array, whose rows are the lines. In structs, keep bodies as text",
)


def _texts(lines: Any) -> Any:
    """The lines as JSON text, if they are structs of pyarrow; anything else as it is."""
    if not type(lines).__module__.startswith("pyarrow."):
        return lines
    import pyarrow as pa

    if isinstance(lines, pa.RecordBatch):
        return _text(lines)
    if isinstance(lines, (pa.Table, pa.RecordBatchReader)):
        batches = lines.to_batches() if isinstance(lines, pa.Table) else lines
        schema = pa.schema([("lines", pa.large_string())])
        texts: Iterator[pa.RecordBatch] = (
            pa.record_batch([_text(batch)], schema=schema) for batch in batches
        )
        return pa.RecordBatchReader.from_batches(schema, texts)
    if isinstance(lines, pa.Array) and pa.types.is_struct(lines.type):
        return _text(lines)
    if isinstance(lines, pa.ChunkedArray) and pa.types.is_struct(lines.type):
        return pa.chunked_array([_text(chunk) for chunk in lines.chunks], pa.large_string())
    return lines


def _text(rows: Any) -> Any:
    """Each row as JSON text."""
    import pyarrow as pa

    texts = (row and json.dumps(row, default=_plain) for row in rows.to_pylist())
    return pa.array(list(texts), pa.large_string())


def _plain(value: object) -> str:
    """A value that JSON doesn't have, as facts have it."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    return value.isoformat() if isinstance(value, (datetime, date)) else str(value)
