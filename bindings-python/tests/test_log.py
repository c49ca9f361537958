"""Requests from lines of a log, and histories as a column."""

import json
from typing import Any

import pyarrow as pa
import pytest

import paylint
from paylint import Engine

AT: Any = {"body_at": "/request/body", "method_at": "/request/method", "path_at": "/request/url"}
LINE = {
    "time": "2026-11-20T10:15:00Z",
    "id": 7,
    "request": {"method": "POST", "url": "/taxes/", "body": {"name": "VAT", "percent": 21}},
}
NOW: Any = {"facts_at": {"now": "/time"}}


def rows(result: Any) -> Any:
    return pa.table(result).to_pylist()


EXPECTED = {
    "id": "7",
    "operation": "tax",
    "body": '{"name": "VAT", "percent": 21}',
    "facts": '{"now":"2026-11-20T10:15:00Z","request":{"method":"POST","path":"/taxes/"}}',
    "error": None,
}


def test_lines_become_columns_that_are_checked(engine: Engine) -> None:
    for lines in (pa.array([json.dumps(LINE)]), pa.array([json.dumps(LINE).encode()])):
        sent = pa.table(paylint.log_requests(lines, id_at="/id", **AT, **NOW))
        assert rows(sent) == [EXPECTED]
        checked = engine.check_batch(sent["operation"], sent["body"], facts_column=sent["facts"])
        assert rows(checked) == [{"verdict": "accept", "error": None}]


def test_a_stream_gives_a_stream() -> None:
    table = pa.table({"lines": [json.dumps(LINE), "x"]})
    stream = paylint.log_requests(table["lines"], id_at="/id", **AT, **NOW)
    assert isinstance(stream, paylint.ArrowStream)
    first, second = rows(stream)
    assert first == EXPECTED
    assert second["error"] == "not a line of a log: expected a JSON object"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"body_at": "b", "operation": "tax"}, "begins with /"),
        ({"body_at": "/b"}, "pass operation, operation_at, or"),
        ({"body_at": "/b", "method_at": "/m"}, "go together"),
        ({"body_at": "/b", "operation": "taxx"}, 'did you mean "tax"'),
        ({"body_at": "/b", "operation": "tax", "facts_at": {"noww": "/n"}}, 'did you mean "now"'),
    ],
)
def test_errors_are_raised_before_anything_is_read(arguments: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        paylint.log_requests(pa.array(["{}"]), **arguments)
    with pytest.raises(paylint.BatchError):
        paylint.log_requests(pa.array([1]), body_at="/b", operation="tax")


EVENTS = json.dumps(
    [
        {
            "operation": "order",
            "at": "2026-11-18T09:00:00Z",
            "body": {"products": [{"title": "Tea", "price": 100}]},
        }
    ]
)


def test_histories_are_a_column(engine: Engine) -> None:
    bodies = pa.array(['{"amount": 100}', '{"amount": 100.01}', '{"amount": 1}'])
    histories = pa.array([EVENTS, EVENTS, "[]"])
    found = rows(engine.check_batch("refund", bodies, history_column=histories))
    assert [row["verdict"] for row in found] == ["accept", "reject", None]
    assert found[2]["error"] == "invalid history: has no events"
    facts = pa.array(['{"order":{"amount":"5"}}', None, None])
    mixed = rows(
        engine.check_batch(
            pa.array(["refund"] * 3), bodies, facts_column=facts, history_column=histories
        )
    )
    assert mixed[0]["error"] == "facts.order and history: a request has one of them"
    assert mixed[1]["verdict"] == "reject"
