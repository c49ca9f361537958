"""`paylint.spark` agrees with the command and with the package's own columns."""

import base64
import json
import os
import pathlib
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import READ_LOG, ROOT, command, summary
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import paylint
import paylint.spark

# The folders of the cases.
FOLDERS = ("tests/cases", "tests/fixes", "examples")

STRICTER = paylint.Engine((ROOT / "examples/traffic/stricter.json").read_text())


def of_columns(name: str = "operation") -> dict[str, Any]:
    """The columns of the requests, as arguments for `paylint.spark`."""
    return {"operation": F.col(name), "body": "body", "facts_column": "facts"}


def rows(frame: DataFrame) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in frame.collect()), key=repr)


def local(counts: object) -> list[tuple[Any, ...]]:
    return sorted((tuple(row.values()) for row in pa.array(counts).to_pylist()), key=repr)


def test_the_cases_give_the_bytes_of_the_command(spark: SparkSession, tmp_path: pathlib.Path) -> None:
    """Every conformance case from a Parquet file, except those with their own policy, which need another engine."""
    lines = [line.split("\t") for line in pathlib.Path(os.environ["PAYLINT_CASES"]).read_text().splitlines()]
    # The rest of the columns is the expectation.
    fields = [[None if field == "-" else field for field in line[:5]] for line in lines if line[1] != "history"]
    ids, operations, bodies, facts, policies = zip(*fields, strict=True)
    columns = {
        "id": list(ids),
        "operation": list(operations),
        "body": [body if body is None else base64.b64decode(body) for body in bodies],
        "facts": list(facts),
        "policy": pa.array(policies, pa.string()),
    }
    pq.write_table(pa.table(columns), tmp_path / "cases.parquet")
    frame = spark.read.parquet(str(tmp_path / "cases.parquet")).where("policy IS NULL").repartition(6)
    printed = {
        name: f'{{"id":{json.dumps(name, ensure_ascii=False)},{report[1:]}' if report else "an error"
        for name, report, error in paylint.spark.check(frame, **of_columns(), want="json", keep=["id"]).collect()
    }

    with (tmp_path / "cases.ndjson").open("w") as cases:
        for path in [path for folder in FOLDERS for path in (ROOT / folder).glob("*.ndjson")]:
            cases.writelines(line for line in path.open() if "policy" not in json.loads(line))
    lines = command("batch", tmp_path / "cases.ndjson").splitlines()
    expected = {json.loads(line)["id"]: "an error" if '"error":' in line else line for line in lines}
    # Only the command reads lines that aren't cases.
    assert len(printed) > 600
    assert printed == {name: line for name, line in expected.items() if name in printed}


def test_a_tally_is_that_of_one_process(spark: SparkSession, traffic: pathlib.Path) -> None:
    table = pq.read_table(traffic / "traffic.parquet")
    one = paylint.Engine().tally(table["operation"], table["body"], facts_column=table["facts"])
    frame = spark.read.parquet(str(traffic / "traffic.parquet")).repartition(9)
    counts = rows(paylint.spark.tally(frame, **of_columns()))
    assert counts == local(one)
    # The command gives the same.
    verdicts = {name: 0 for name in ("accept", "reject")}
    for kind, _, name, _, count in counts:
        if kind == "verdict":
            verdicts[name] += count
    told = summary(*READ_LOG, traffic / "access.ndjson")
    assert verdicts == {name: told[name] for name in verdicts}
    # The driver's data doesn't grow with the number of requests.
    assert len(counts) < len(paylint.rules())


def test_a_replay_is_that_of_one_process(spark: SparkSession, traffic: pathlib.Path) -> None:
    table = pq.read_table(traffic / "traffic.parquet")
    one = paylint.Engine().replay(STRICTER, table["operation"], table["body"], facts_column=table["facts"])
    frame = spark.read.parquet(str(traffic / "traffic.parquet")).repartition(9)
    assert rows(paylint.spark.replay(frame, **of_columns(), after=STRICTER)) == local(one)


def test_a_calibration_is_that_of_the_command(spark: SparkSession) -> None:
    """A log whose 2xx answers can say that the request was refused."""
    log = ROOT / "cli/tests/calibration/05-accepted-with-failed-inside.ndjson.gz"
    where = "/state=rejected"
    options = "--log --format json --operation-at /op --body-at /body --at /at --who /path --status-at /status"
    told = json.loads(command("calibrate", *options.split(), "--answer-at", "/answer", "--refused-where", where, log))
    names = ("op", "body", "status", "answer", "at", "path")
    members = [F.get_json_object("value", "$." + name).alias(name) for name in names]
    frame = spark.read.text(str(log)).select(*members)
    columns = {"answer": "answer", "at": "at", "who": "path", "key": "secret"}
    counts = paylint.spark.calibrate(frame, F.col("op"), "body", "status", **columns, refused_where=[where])
    # Tables have no ids.
    for row in told["rules"] + told["missed"]:
        row["ids"] = []
    assert paylint.calibration(row.asDict() for row in counts.collect()) == told


def test_reports_hold_their_findings(spark: SparkSession) -> None:
    frame = spark.createDataFrame([(1, '{"amount":"5"}'), (2, None)], "id int, body string")
    reports = paylint.spark.check(frame, "refund", "body", keep=["id"]).orderBy("id").collect()
    assert [report.id for report in reports] == [1, 2]
    assert [(found.rule, found.path) for found in reports[0].findings] == [("field.number_as_string", "/amount")]
    assert reports[1].verdict == "accept" and reports[1].findings == []


def test_a_bad_row_is_no_end_of_the_job(spark: SparkSession) -> None:
    rows = [("order", "{", None), ("ordre", "{}", None), ("order", "{}", '{"now": 5}'), ("refund", None, None)]
    frame = spark.createDataFrame(rows, "operation string, body string, facts string").coalesce(1)
    answers = paylint.spark.check(frame, **of_columns(), want="verdict").collect()
    assert [answer.verdict for answer in answers] == ["reject", None, None, "accept"]
    assert [answer.error is None for answer in answers] == [True, False, False, True]


def test_a_column_that_would_stand_twice_is_refused(spark: SparkSession) -> None:
    frame = spark.createDataFrame([("{}", 1)], "body string, verdict int")
    with pytest.raises(ValueError, match="verdict"):
        paylint.spark.check(frame, "order", "body", keep=["verdict"])


def test_mistakes_show_when_a_function_is_called(spark: SparkSession) -> None:
    frame = spark.createDataFrame([("{}", 1, "x")], "body string, Error int, id string")
    wrong_facts: Any = {"nw": "2026-11-20T10:15:00Z"}
    no_list: Any = "id"
    for mistake, problem, call in [
        (paylint.UnknownNameError, "operation", lambda: paylint.spark.check(frame, "", "body")),
        (paylint.UnknownNameError, "operation", lambda: paylint.spark.tally(frame, "", "body")),
        (paylint.FactsError, "nw", lambda: paylint.spark.check(frame, "order", "body", facts=wrong_facts)),
        (ValueError, "Error", lambda: paylint.spark.check(frame, "order", "body", keep=["Error"])),
        (TypeError, "keep is a str", lambda: paylint.spark.check(frame, "order", "body", keep=no_list)),
    ]:
        with pytest.raises(mistake, match=problem):
            call()


def test_columns_of_the_request_can_be_kept(spark: SparkSession) -> None:
    frame = spark.createDataFrame([("refund", "{}", "x")], "operation string, body string, facts string")
    (answer,) = paylint.spark.check(
        frame, F.col("operation"), "body", want="verdict", keep=["body", "operation", "facts"]
    ).collect()
    assert (answer.body, answer.operation, answer.facts) == ("{}", "refund", "x")
    # A kept column with this name isn't taken for facts.
    assert (answer.verdict, answer.error) == ("reject", None)
