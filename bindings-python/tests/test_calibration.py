"""Verdicts compared with answers, over columns."""

import json
from collections import Counter

import pyarrow as pa
import pytest

import paylint

DAYS = [f"2026-03-{day:02}T08:00:00Z" for day in range(1, 27)]


def blank(number: int) -> str:
    products = [{"title": "Cup", "price": 4 + number}]
    return json.dumps({"client": {"email": ""}, "products": products})


BODIES = pa.array([blank(number) for number in range(26)])
STATUSES = [400] * 24 + [None, 201]
ANSWERS = pa.array(['{"client":{"email":["blank"]}}'] * 24 + [None, "<html>"])
COLUMNS = {"at": pa.array(DAYS), "who": pa.array([f"c{number}" for number in range(26)])}


def rows(statuses: object, **more: object) -> list[dict[str, object]]:
    columns = COLUMNS | {"answers": ANSWERS, "key": "secret"} | more
    counts = paylint.Engine().calibrate("order", BODIES, statuses, **columns)  # type: ignore[arg-type]
    return list(pa.table(counts).to_pylist())


def test_the_figures_are_those_of_the_command() -> None:
    counted = rows(pa.array(STATUSES, pa.int16()))
    found = paylint.calibration(counted)
    assert (found["lines"], found["attempts"], found["unreadable"]) == (26, 26, 0)
    assert found["of"][0]["stopped"] == {"count": 0, "of": 1, "most": "0.7715"}
    assert found["of"][0]["prevented"] == {"count": 0, "of": 24, "least": "0.0000"}
    (row,) = (row for row in found["rules"] if row["rule"] == "field.blank")
    assert row["customers"]["here"] == 24 and row["reason"] == "not sure"
    assert paylint.calibration(counted, cost=4)["layers"][0]["layer"]["levels"] == {
        "field.blank@/client/email": "deny"
    }
    again = [row | {"count": 0} if row["kind"] == "lines" else row for row in counted]
    assert paylint.calibration(again)["lines"] == 0


@pytest.mark.parametrize(
    "kind", [pa.int16(), pa.int32(), pa.int64(), pa.uint16(), pa.uint32(), pa.string()]
)
def test_statuses_are_numbers_or_texts(kind: pa.DataType) -> None:
    statuses = pa.array([None if status is None else str(status) for status in STATUSES]).cast(kind)
    assert rows(statuses) == rows(pa.array(STATUSES, pa.int64()))


def test_statuses_are_read_as_in_lines_of_logs() -> None:
    numbers, texts = [200, 0, 599, 9999, -5, 20], ["-", "", "200.0", " 200"]
    for statuses, expected in [
        (pa.array(numbers), {"accepted": 1, "no_answer": 2, "status": 3}),
        (pa.array([*map(str, numbers), *texts]), {"accepted": 1, "no_answer": 4, "status": 5}),
    ]:
        counts = paylint.Engine().calibrate("order", BODIES[: len(statuses)], statuses)
        found: Counter[str] = Counter()
        for row in pa.table(counts).to_pylist():
            found[row["answer"]] += row["count"] * (row["answer"] is not None)
        assert +found == expected


def test_a_2xx_answer_can_refuse() -> None:
    inside = pa.array(['{"state":"failed","client":{"email":["blank"]}}'] * 24 + [None, "[]"])
    statuses = pa.array([200] * 24 + [None, 201])
    refused = rows(statuses, answers=inside, refused_where=["/state=rejected,failed", "/code=7"])
    assert refused == rows(pa.array(STATUSES), answers=inside)
    assert refused != rows(statuses, answers=inside)
    expected = "^refused_where: expected a place and its values, such as /state=rejected,failed$"
    for wrong in ("state=failed", "/state"):
        with pytest.raises(ValueError, match=expected):
            rows(statuses, refused_where=[wrong])
    with pytest.raises(TypeError):
        rows(statuses, refused_where="/state=failed")


def test_what_is_wrong_is_said() -> None:
    engine = paylint.Engine()
    with pytest.raises(paylint.BatchError, match="status has 1 rows, but bodies has 26"):
        engine.calibrate("order", BODIES, pa.array([200]))
    with pytest.raises(paylint.BatchError, match="status: Float64 is neither"):
        engine.calibrate("order", BODIES, pa.array([200.0] * 26))
    names = ("operation", "verdict", "answer", "findings", "named", "by", "day", "who")
    with pytest.raises(ValueError, match="not a row of a calibration"):
        paylint.calibration([dict.fromkeys(names) | {"kind": "x", "count": 1}])
    with pytest.raises(ValueError, match="not a row of a calibration: 'operation' is missing"):
        paylint.calibration([{"kind": "verdict"}])
    counted = rows(pa.array(STATUSES), at=pa.array(["yesterday"] * 26))
    assert paylint.calibration(counted)["unreadable"] == 26
