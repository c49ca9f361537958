"""The history of an order: results equal the core's, and the ways to pass it."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

import paylint
from conftest import ORDER
from paylint import Engine, HistoryError
from test_conformance import cases

AT = "2026-11-18T09:00:00Z"
SENT = {"operation": "order", "at": AT, "body": ORDER}


def facts(engine: Engine, events: Any) -> str:
    try:
        return json.dumps(engine.order_facts(events), separators=(",", ":"))
    except HistoryError as error:
        return f"! {error}"


def test_every_history_gives_the_core_facts() -> None:
    histories = [case for case in cases() if case.operation == "history"]
    assert len(histories) > 40
    for case in histories:
        engine, events = Engine(case.policy), case.id
        expected = case.report or f"! {case.problem}"
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
    assert str(caught.value).endswith(problem)
    assert isinstance(caught.value, paylint.PaylintError)
