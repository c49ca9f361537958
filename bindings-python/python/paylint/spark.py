"""paylint on Apache Spark: checks the requests in a DataFrame on the executors.

Each function takes a DataFrame and lazily returns one. The driver and the executors need this
package, pyarrow and, because Spark requires it, pandas. Only the necessary columns are sent to
Python.

A batch can hold 2 GiB of text. Spark sends `spark.sql.execution.arrow.maxRecordsPerBatch` rows
(10,000) at a time, and recent versions no more than 64 MiB. If yours has no such limit and your
bodies average more than 200 kB, lower that setting. Shuffles can write bodies to disk if you
repartition before a check; set `spark.io.encryption.enabled`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from . import Engine, Facts

__all__ = ["calibrate", "check", "replay", "tally"]

# Names of the columns that are sent to Python, chosen so as not to clash with kept columns.
OPERATION, BODY, FACTS = "paylint_operation", "paylint_body", "paylint_facts"
HISTORY, STATUS, ANSWER = "paylint_history", "paylint_status", "paylint_answer"
AT, BY, WHO = "paylint_at", "paylint_by", "paylint_who"

# The argument of a batch call for each column.
ARGUMENTS = {OPERATION: "operation", BODY: "bodies", FACTS: "facts_column"}
ARGUMENTS |= {HISTORY: "history_column", STATUS: "status", ANSWER: "answers"}
ARGUMENTS |= {AT: "at", BY: "by", WHO: "who"}


def check(
    requests: DataFrame,
    operation: str | Column,
    body: str | Column,
    *,
    engine: Engine | None = None,
    facts: Facts | None = None,
    facts_column: str | Column | None = None,
    history_column: str | Column | None = None,
    want: Literal["verdict", "report", "json"] = "report",
    keep: Sequence[str] = (),
) -> DataFrame:
    """Checks every request.

    `operation` is an operation's name (`"order"`) or a column of them (`F.col("operation")`);
    `body` is the column of the bodies, text or binary; a null means no body. `facts` apply to every
    request; the JSON text in `facts_column` is laid over them, and the events in `history_column`
    (JSON text, as for `Engine.order_facts`) give the facts `order`. `keep` names the columns
    to keep beside the result, such as an id; as in Spark, case doesn't matter.

    The result's columns are those of `Engine.check_batch`. A row that can't be checked has its
    reason in `error`.
    """
    engine = engine or Engine()
    if isinstance(keep, str):
        raise TypeError(f"keep is a str: pass a list of names, such as [{keep!r}]")
    kept = [requests[name] for name in keep]
    more = {FACTS: facts_column, HISTORY: history_column}
    asked, fixed = _asked(operation, body, more)

    def checked(columns: dict[str, Any]) -> object:
        return engine.check_batch(**columns, **fixed, facts=facts, want=want)

    answer = _empty(asked, checked)
    twice = sorted(name for name in keep if name.lower() in answer.names)
    if twice:
        names = ", ".join(twice)
        raise ValueError(
            f"columns of the result have the names {names}, too: rename yours, or don't keep them"
        )

    def run(batch: pa.RecordBatch) -> pa.RecordBatch:
        result = pa.RecordBatch.from_struct_array(pa.array(checked(_columns(batch))))
        return pa.record_batch(
            [*batch.columns[: len(keep)], *result.columns], names=[*keep, *answer.names]
        )

    schema = StructType(requests.select(*kept).schema.fields + from_arrow_schema(answer).fields)
    return _select(requests, asked, kept).mapInArrow(_each(run), schema)


def tally(
    requests: DataFrame,
    operation: str | Column,
    body: str | Column,
    *,
    engine: Engine | None = None,
    facts: Facts | None = None,
    facts_column: str | Column | None = None,
    history_column: str | Column | None = None,
) -> DataFrame:
    """Counts requests by verdict, and findings by rule, like `paylint batch --summary`.

    The result's columns are those of `Engine.tally`. Each executor counts its own rows, and a
    shuffle of a few rows for each rule adds the counts up. A task that runs twice counts once.
    """
    engine = engine or Engine()
    return _count(
        requests,
        operation,
        body,
        {FACTS: facts_column, HISTORY: history_column},
        lambda columns: engine.tally(**columns, facts=facts),
    )


def calibrate(
    requests: DataFrame,
    operation: str | Column,
    body: str | Column,
    status: str | Column,
    *,
    key: str,
    answer: str | Column | None = None,
    at: str | Column | None = None,
    by: str | Column | None = None,
    who: str | Column | None = None,
    engine: Engine | None = None,
    facts: Facts | None = None,
    facts_column: str | Column | None = None,
    history_column: str | Column | None = None,
    refused: Sequence[int] | None = None,
    refused_where: Sequence[str] | None = None,
) -> DataFrame:
    """Compares verdicts with the gateway's answers, like `paylint calibrate`.

    `status` is the column of HTTP statuses, `answer` that of the answers' bodies, `at`, `by`,
    `who`, `refused` and `refused_where` are those of `Engine.calibrate`, and `key` is a secret of
    your choice. The result's columns are those of `Engine.calibrate`, added up as in `tally`;
    evaluate them with
    `paylint.calibration(row.asDict() for row in frame.collect())`. A request that was sent or
    logged twice counts once in a partition: `requests.repartition(F.hash("body"))` puts both there.
    """
    engine = engine or Engine()
    more = {FACTS: facts_column, HISTORY: history_column, STATUS: status, ANSWER: answer}
    return _count(
        requests,
        operation,
        body,
        more | {AT: at, BY: by, WHO: who},
        lambda columns: engine.calibrate(
            **columns, facts=facts, refused=refused, refused_where=refused_where, key=key
        ),
        whole=True,
    )


def replay(
    requests: DataFrame,
    operation: str | Column,
    body: str | Column,
    *,
    before: Engine | None = None,
    after: Engine,
    facts: Facts | None = None,
    facts_column: str | Column | None = None,
    history_column: str | Column | None = None,
) -> DataFrame:
    """Counts the differences if the policy of `after` replaces that of `before`.

    Like `paylint replay`. The result's columns are those of `Engine.replay`, added up as in
    `tally`.
    """
    before = before or Engine()
    return _count(
        requests,
        operation,
        body,
        {FACTS: facts_column, HISTORY: history_column},
        lambda columns: before.replay(after, **columns, facts=facts),
    )


def _count(
    requests: DataFrame,
    operation: str | Column,
    body: str | Column,
    more: dict[str, str | Column | None],
    count: Callable[[dict[str, Any]], object],
    whole: bool = False,
) -> DataFrame:
    """Counts each batch, or each `whole` partition, by `count`, and adds up."""
    asked, fixed = _asked(operation, body, more)
    schema = _empty(asked, lambda columns: count(columns | fixed))

    def run(rows: pa.RecordBatch | pa.Table) -> pa.RecordBatch:
        return pa.RecordBatch.from_struct_array(pa.array(count(_columns(rows) | fixed)))

    def run_whole(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        if rows := list(batches):
            yield run(pa.Table.from_batches(rows))

    *keys, total = schema.names
    run_all = run_whole if whole else _each(run)
    counted = _select(requests, asked, []).mapInArrow(run_all, from_arrow_schema(schema))
    return counted.groupBy(*keys).agg(F.sum(total).alias(total)).orderBy(*keys)


def _asked(
    operation: str | Column, body: str | Column, more: dict[str, str | Column | None]
) -> tuple[dict[str, str | Column], dict[str, Any]]:
    """The columns that a check needs, and the only operation as an argument."""
    asked = {BODY: body} | {name: column for name, column in more.items() if column is not None}
    if isinstance(operation, Column):
        return asked | {OPERATION: operation}, {}
    return asked, {"operation": operation}


def _select(requests: DataFrame, asked: dict[str, str | Column], kept: list[Column]) -> DataFrame:
    """The columns to keep, then those that a check needs."""
    columns = [
        (requests[column] if isinstance(column, str) else column).alias(name)
        for name, column in asked.items()
    ]
    return requests.select(*kept, *columns)


def _columns(rows: pa.RecordBatch | pa.Table) -> dict[str, Any]:
    """The columns among the arguments of a batch call."""
    by_name = dict(zip(rows.schema.names, rows.columns, strict=True))
    return {argument: by_name[name] for name, argument in ARGUMENTS.items() if name in by_name}


def _empty(asked: Iterable[str], call: Callable[[dict[str, Any]], object]) -> pa.Schema:
    """The columns of a batch call's result."""
    columns = {ARGUMENTS[name]: pa.array([], pa.string()) for name in asked}
    return pa.schema(pa.array(call(columns)).type)


def _each(
    run: Callable[[pa.RecordBatch], pa.RecordBatch],
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    return lambda batches: map(run, batches)
