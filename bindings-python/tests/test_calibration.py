"""Verdicts held against answers, over columns."""

import json

import pyarrow as pa
import pytest

import paylint

CLIENT = {"email": "ada@mail.example"}
GOOD = json.dumps({"client": CLIENT, "products": [{"title": "Cup", "price": 4}]})
GIFT = json.dumps({"client": CLIENT, "products": [{"title": "Cup", "price": 0}]})
BODIES = pa.array([GOOD, GIFT, GIFT, GIFT, GOOD, None, GOOD])
STATUSES = [201, 200, 200, 200, 400, 400, None]
ANSWERS = pa.array([None, None, None, None, '{"currency":["unknown"]}', "<html>", None])


def rows(statuses: object, **more: object) -> list[dict[str, object]]:
    counts = paylint.Engine().calibrate("order", BODIES, statuses, **more)  # type: ignore[arg-type]
    return list(pa.table(counts).to_pylist())


def test_the_figures_are_those_of_the_command() -> None:
    counted = rows(pa.array(STATUSES, pa.int16()), answers=ANSWERS)
    found = paylint.calibration(counted)
    assert found["error"] == 0
    assert found["total"]["would_have_been_stopped"] == {
        "count": 3,
        "of": 4,
        "share": 0.75,
        "at_most": 0.954413,
    }
    assert found["total"]["would_have_been_prevented"] == {
        "count": 1,
        "of": 2,
        "share": 0.5,
        "at_most": 0.905469,
    }
    assert found["total"]["missed"] == 1
    assert found["missed"] == [{"path": "/currency", "requests": 1, "places": []}]
    assert found["layer"] == {"levels": {"product.price_minimum": "warn"}}
    assert paylint.calibration(counted, at_least=4)["layer"] == {"levels": {}}


@pytest.mark.parametrize(
    "kind", [pa.int16(), pa.int32(), pa.int64(), pa.uint16(), pa.uint32(), pa.string()]
)
def test_statuses_are_numbers_or_texts(kind: pa.DataType) -> None:
    statuses = pa.array([None if status is None else str(status) for status in STATUSES]).cast(kind)
    assert rows(statuses) == rows(pa.array(STATUSES, pa.int64()))


def test_what_is_wrong_is_said() -> None:
    engine = paylint.Engine()
    with pytest.raises(paylint.BatchError, match="status has 1 rows, but bodies has 7"):
        engine.calibrate("order", BODIES, pa.array([200]))
    with pytest.raises(paylint.BatchError, match="status: Float64 is neither"):
        engine.calibrate("order", BODIES, pa.array([200.0] * 7))
    with pytest.raises(ValueError, match="not a row of a calibration"):
        paylint.calibration(
            [dict(kind="x", operation=None, name=None, level=None, answer=None, count=1)]
        )
    facts = pa.array(['{"now": 1}'] * 7)
    counted = pa.table(engine.calibrate("order", BODIES, pa.array(STATUSES), facts_column=facts))
    assert paylint.calibration(counted)["error"] == 7
