"""Columns of requests, from and to libraries that use Arrow."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import paylint
from conftest import ORDER_BYTES
from paylint import ArrowArray, ArrowStream, BatchError, Engine, Facts

GOOD = ORDER_BYTES
BAD = b'{"client":{},"products":[{"title":"Cup","price":0}]}'
BODIES = [GOOD, BAD, None, b"", b"[", GOOD, BAD * 3, None]


def expected(engine: Engine, bodies: list[bytes | None], facts: Any = None) -> list[str]:
    return [engine.check("order", body, facts).to_json() for body in bodies]


def reports(result: Any) -> list[str]:
    """The reports of a result of ``want="json"``, an array or a stream."""
    rows = pa.table(result).to_pylist()
    assert [row["error"] for row in rows] == [None] * len(rows)
    return [row["report"] for row in rows]


TYPES: list[pa.DataType] = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
    pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.uint32(), pa.large_binary()),
]


def column(values: list[bytes | None], of: pa.DataType) -> pa.Array:
    if pa.types.is_dictionary(of):
        return pa.array(values, of.value_type).dictionary_encode().cast(of)
    return pa.array(values, of)


@pytest.mark.parametrize("of", TYPES, ids=str)
def test_every_layout_whole_and_sliced(engine: Engine, of: pa.DataType) -> None:
    array = column(BODIES, of)
    assert reports(engine.check_batch("order", array, want="json")) == expected(engine, BODIES)
    for start in range(len(BODIES)):
        part = array.slice(start, 3)
        found = engine.check_batch("order", part, want="json")
        assert reports(found) == expected(engine, BODIES[start : start + 3])
    empty = engine.check_batch("order", array.slice(2, 0), want="json")
    assert isinstance(empty, ArrowArray)
    assert (len(empty), reports(empty)) == (0, [])


@pytest.mark.parametrize(
    "nothing",
    [pa.nulls(3), pa.table({"body": pa.nulls(3)}), pl.Series([None] * 3)]
    + [pl.DataFrame({"body": [None] * 3}), pd.Series([None] * 3)],
    ids=lambda value: type(value).__name__,
)
def test_no_bodies_at_all(engine: Engine, nothing: Any) -> None:
    good = pa.array([GOOD] * 3)
    assert reports(engine.check_batch("order", nothing, want="json")) == expected(
        engine, [None] * 3
    )
    found = engine.check_batch("order", good, facts_column=nothing, want="json")
    assert reports(found) == expected(engine, [GOOD] * 3)


SOURCES: dict[str, Callable[[], Any]] = {
    "ChunkedArray": lambda: pa.chunked_array([BODIES[:3], [], BODIES[3:]], pa.binary()),
    "RecordBatch": lambda: pa.record_batch({"body": pa.array(BODIES, pa.binary())}),
    "Table": lambda: pa.table({"body": pa.chunked_array([BODIES[:1], BODIES[1:]])}),
    "RecordBatchReader": lambda: pa.table({"body": BODIES}).to_reader(max_chunksize=3),
    "pl.Series": lambda: pl.Series(BODIES),
    "pl.DataFrame": lambda: pl.DataFrame({"body": BODIES}),
    "pd.Series": lambda: pd.DataFrame({"id": range(len(BODIES)), "body": BODIES})["body"],
    "pl.Series of chunks": lambda: pl.concat(
        [pl.Series(BODIES[:2]), pl.Series(BODIES[2:])], rechunk=False
    ),
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
def test_every_source(engine: Engine, source: Callable[[], Any]) -> None:
    found = reports(engine.check_batch("order", source(), want="json"))
    assert found == expected(engine, BODIES)
    counts = pa.table(engine.tally("order", source())).to_pylist()
    whole = pa.table(engine.tally("order", pa.array(BODIES, pa.binary()))).to_pylist()
    assert counts == whole
    assert sum(row["count"] for row in counts if row["kind"] == "verdict") == len(BODIES)


def test_arrays_give_arrays_and_streams_give_streams(engine: Engine) -> None:
    array = pa.array(BODIES, pa.binary())
    chunked = pa.chunked_array([array])
    operations = pa.array(["order"] * len(BODIES))
    assert isinstance(engine.check_batch("order", array), ArrowArray)
    assert isinstance(engine.check_batch(operations, array), ArrowArray)
    assert isinstance(engine.check_batch("order", chunked), ArrowStream)
    assert isinstance(engine.check_batch(pa.chunked_array([operations]), array), ArrowStream)


def test_what_comes_out_is_taken_by_others(engine: Engine) -> None:
    array = pa.array(BODIES, pa.binary())
    result = engine.check_batch("order", array, want="report")
    verdicts = ["accept" if body == GOOD else "reject" for body in BODIES]
    assert pa.array(result).field("verdict").to_pylist() == verdicts
    assert pa.record_batch(result)["verdict"].to_pylist() == verdicts
    assert pa.table(result)["verdict"].to_pylist() == verdicts
    assert pa.chunked_array(result).chunk(0).field("verdict").to_pylist() == verdicts
    assert pl.DataFrame(result)["verdict"].to_list() == verdicts
    assert pl.Series(result).struct.field("verdict").to_list() == verdicts
    # And our own functions take it, too: a table with one column of text.
    again = pa.table(engine.check_batch("order", array, want="json")).select(["report"])
    assert pa.table(paylint.compare(again, again)).num_rows > 0
    wants: list[Literal["verdict", "report", "json"]] = ["verdict", "report", "json"]
    for want in wants:
        array_type = pa.array(engine.check_batch("order", array, want=want)).type
        stream = engine.check_batch("order", pa.chunked_array([array]), want=want)
        assert pa.DataType._import_from_c_capsule(stream.__arrow_c_schema__()) == array_type
        assert pa.schema(pa.RecordBatchReader.from_stream(stream).schema).names == [
            field.name for field in array_type
        ]


def test_facts_of_a_row_are_laid_over_the_others(engine: Engine) -> None:
    standing = Facts(merchant={"avs_permission": True}, now="2026-11-20T10:15:00Z")
    column = ['{"merchant":{"avs_permission":false}}', None, '{"now":"2026-11-21T10:15:00Z"}']
    result = engine.check_batch(
        "order", pa.array([BAD] * 3), standing, facts_column=pa.array(column), want="json"
    )
    assert reports(result) == [
        engine.check("order", BAD, standing, changing=facts).to_json() for facts in column
    ]
    late = "2026-12-31T00:00:00Z"
    refund = b'{"amount":1}'
    paid = Facts(order={"paid_at": "2020-01-01T00:00:00Z", "scenario": "one_step"})
    found = engine.check_batch("refund", pa.array([refund]), paid, now=late, want="json")
    assert reports(found) == [engine.check("refund", refund, paid, now=late).to_json()]


def test_columns_can_be_divided_differently(engine: Engine) -> None:
    bodies = pa.chunked_array([BODIES[:1], [], BODIES[1:6], BODIES[6:]], pa.binary())
    facts_texts = ['{"terminal":"standard"}', None] * 4
    operations = pl.concat([pl.Series(["order"] * 5), pl.Series(["order"] * 3)], rechunk=False)
    facts = pa.chunked_array([facts_texts[:4], facts_texts[4:]], pa.string())
    result = engine.check_batch(operations, bodies, facts_column=facts, want="json")
    assert isinstance(result, ArrowStream)
    sizes = [len(part) for part in result]
    assert sizes == [1, 3, 1, 1, 2]
    result = engine.check_batch(operations, bodies, facts_column=facts, want="json")
    assert reports(result) == [
        engine.check("order", body, facts).to_json()
        for body, facts in zip(BODIES, facts_texts, strict=True)
    ]


@pytest.mark.parametrize("other", [pa.array(["order"] * 7), pa.array(["order"] * 9)])
def test_columns_of_different_lengths(engine: Engine, other: pa.Array) -> None:
    bodies = pa.array(BODIES, pa.binary())
    for columns in [(other, bodies), (pa.chunked_array([other]), bodies)]:
        with pytest.raises(BatchError, match="operation.* rows") as raised:
            pa.table(engine.tally(*columns))
        assert raised.value.member == "operation"
        with pytest.raises((BatchError, pa.ArrowInvalid), match="operation.* rows"):
            pa.table(engine.check_batch(*columns))
    with pytest.raises(BatchError, match="facts.* rows"):
        engine.tally("order", bodies, facts_column=other)
    with pytest.raises(BatchError, match="after.* rows"):
        paylint.compare(pa.array(["{}"] * 8), other)


def test_streams_are_consumed_batch_by_batch(engine: Engine) -> None:
    pulled = 0

    def batches() -> Iterator[pa.RecordBatch]:
        nonlocal pulled
        for _ in range(5):
            pulled += 1
            yield pa.record_batch({"body": pa.array([GOOD, BAD])})

    schema = pa.schema({"body": pa.binary()})
    reader = pa.RecordBatchReader.from_batches(schema, batches())
    stream = engine.check_batch("order", reader)
    assert isinstance(stream, ArrowStream)
    before = pulled
    assert before <= 1
    assert pa.array(next(stream)).field("verdict").to_pylist() == ["accept", "reject"]
    assert pulled <= before + 1
    # Passing it on takes the rest.
    left = pa.RecordBatchReader.from_stream(stream)
    assert sum(batch.num_rows for batch in left) == 8
    for again in (stream.__arrow_c_stream__, lambda: list(stream)):
        with pytest.raises(ValueError, match="handed on before"):
            again()


def test_a_large_array_of_a_stream_is_checked_in_parts(engine: Engine) -> None:
    bodies = pa.chunked_array([[b"{}"] * 150_000], pa.binary())
    result = engine.check_batch("order", bodies)
    assert isinstance(result, ArrowStream)
    assert [len(part) for part in result] == [65_536, 65_536, 18_928]


def test_an_empty_stream(engine: Engine) -> None:
    empty = pa.chunked_array([], pa.string())
    assert pa.table(engine.check_batch("order", empty, want="report")).num_rows == 0
    assert pa.table(engine.tally("order", empty)).num_rows == 0
    assert pa.table(engine.replay(engine, "order", empty)).num_rows == 0


def test_a_source_that_fails(engine: Engine) -> None:
    def batches() -> Iterator[pa.RecordBatch]:
        yield pa.record_batch({"body": pa.array([GOOD])})
        raise KeyError("theirs")

    def reader() -> pa.RecordBatchReader:
        schema = pa.schema({"body": pa.binary()})
        return pa.RecordBatchReader.from_batches(schema, batches())

    class Stream:
        """Hides that it is pyarrow's."""

        def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
            return reader().__arrow_c_stream__(requested_schema)

    with pytest.raises(KeyError, match="theirs"):
        engine.tally("order", reader())
    with pytest.raises(BatchError, match="bodies: the stream failed") as raised:
        engine.tally("order", Stream())
    assert "theirs" not in str(raised.value)
    assert "theirs" in str(raised.value.__cause__)
    stream = engine.check_batch("order", reader())
    with pytest.raises(pa.ArrowInvalid, match="the source of the data failed: KeyError"):
        pa.table(stream)


def test_an_error_ends_a_stream(engine: Engine) -> None:
    """The column that failed has lost its rows; the others' next rows are of other requests."""
    operations = pa.chunked_array([["refund"], ["order"], ["refund"]])
    facts = pa.chunked_array([[None], ["{}"], [None]], pa.string())
    texts = [pa.array([text], pa.binary()) for text in (b"{}", b"\xff", b"{}")]
    bodies = pa.chunked_array([text.view(pa.string()) for text in texts])
    stream = engine.check_batch(operations, bodies, facts_column=facts, want="json")
    assert isinstance(stream, ArrowStream)
    assert '"refund"' in reports(next(stream))[0]
    with pytest.raises(BatchError, match="bodies"):
        next(stream)
    assert list(stream) == []


NOT_COLUMNS: list[tuple[Any, str]] = [
    (None, "a NoneType is neither an Arrow array nor a stream"),
    ([GOOD], "a list is neither an Arrow array nor a stream"),
    (GOOD, "a bytes is neither an Arrow array nor a stream"),
    (pa.array([1]), "Int64 is neither text nor binary"),
    (pa.array([["a"]]), "neither text nor binary"),
    (pa.array([{"a": {"b": "c"}}]), "neither text nor binary"),
    (pa.chunked_array([[1.5]]), "Float64 is neither text nor binary"),
    (pl.Series([True]), "Boolean is neither text nor binary"),
    (pa.table({"a": ["x"], "b": ["y"]}), "a table of 2 columns; pass one of them"),
    (pa.table({}), "a table of 0 columns"),
    (pl.DataFrame({"a": ["x"], "b": ["y"]}), "a table of 2 columns; pass one of them"),
    (pa.array([{"a": "x"}, None]), "a table with rows that are null"),
    (pa.scalar("order"), "a pyarrow.lib.StringScalar is neither an Arrow array nor a stream"),
]


@pytest.mark.parametrize(("value", "problem"), NOT_COLUMNS)
def test_what_is_not_a_column_of_text(engine: Engine, value: Any, problem: str) -> None:
    good = pa.array([GOOD])
    calls: dict[str, Callable[[], Any]] = {
        "bodies": lambda: engine.check_batch("order", value),
        "operation": lambda: engine.tally(value, good),
        "before": lambda: paylint.compare(value, good),
    }
    if value is not None:
        calls["facts"] = lambda: engine.replay(engine, "order", good, facts_column=value)
    for member, call in calls.items():
        with pytest.raises(BatchError) as raised:
            call()
        assert raised.value.member == member
        assert str(raised.value).startswith(f"invalid batch: {member}: ")
        assert problem in str(raised.value)


def test_errors_of_the_other_arguments(engine: Engine) -> None:
    good = pa.array([GOOD])
    with pytest.raises(paylint.UnknownNameError, match='did you mean "order"'):
        engine.check_batch("oder", good)
    with pytest.raises(paylint.UnknownNameError, match='did you mean "report"'):
        engine.check_batch("order", good, want="reports")  # type: ignore[arg-type]
    with pytest.raises(paylint.FactsError, match="website: is blank"):
        engine.tally("order", good, {"website": ""})
    with pytest.raises(paylint.FactsError, match="now: "):
        engine.replay(engine, "order", good, now="yesterday")


def test_the_gil_is_released(engine: Engine) -> None:
    """While a batch is checked in one thread, another one runs."""
    bodies = pa.array([BAD] * 200_000)
    started, done = threading.Event(), threading.Event()

    def check() -> None:
        started.set()
        engine.tally("order", bodies)
        done.set()

    thread = threading.Thread(target=check)
    thread.start()
    started.wait()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    # If the GIL were kept, this thread would wait from about its first turn until the end.
    assert turns > 20
