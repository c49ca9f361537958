"""The history of an order: results equal the core's, and the ways to pass it."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import paylint
from conftest import ORDER
from paylint import Engine, HistoryError

AT = "2026-11-18T09:00:00Z"
SENT = {"operation": "order", "at": AT, "body": ORDER}


def facts(engine: Engine, events: Any) -> str:
    try:
        return json.dumps(engine.order_facts(events), separators=(",", ":"))
    except HistoryError as error:
        return f"! {error}"


def test_every_history_gives_the_core_facts() -> None:
    lines = Path(os.environ["PAYLINT_HISTORIES"]).read_text("utf-8").splitlines()
    assert len(lines) > 40
    for line in lines:
        policy, events, order, *error = line.split("\t")
        engine = Engine(None if policy == "-" else policy)
        expected = f"! {error[0]}" if error else order
        assert facts(engine, events) == expected, events
        assert facts(engine, events.encode()) == expected, events
        # These have nothing that a dict loses.
        if json.dumps(json.loads(events)) == events:
            assert facts(engine, json.loads(events)) == expected, events


def test_times_may_be_datetimes(engine: Engine) -> None:
    refunded = datetime(2026, 11, 19, 9, tzinfo=UTC)
    order = engine.order_facts(
        [SENT, {"operation": "refund", "at": refunded, "body": {"amount": 2}}]
    )
    assert (order["amount"], order["refunded"], order["paid_at"]) == ("4.5", "2", AT)


@pytest.mark.parametrize(
    ("events", "place", "problem"),
    [
        ([SENT, SENT], "[1]", "a history has one order or payout, at its beginning"),
        ("", "", "not JSON"),
        (b"\xff", "", "not JSON"),
        ("[NaN]", "", "not JSON"),
        ({}, "", "expected an array, found object"),
    ],
)
def test_errors_say_where(engine: Engine, events: Any, place: str, problem: str) -> None:
    with pytest.raises(HistoryError) as caught:
        engine.order_facts(events)
    assert caught.value.member == place
    assert caught.value.code == "invalid_history"
    assert str(caught.value).endswith(problem)
    assert isinstance(caught.value, paylint.PaylintError)
