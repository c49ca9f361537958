"""Facts: from Python values, dicts and JSON, and laid over each other."""

import copy
import json
import pickle
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest

from paylint import Engine, Facts, FactsError

SECRET = "Bearer 4111111111111111"


class Terminal(Enum):
    STANDARD = "standard"


def test_the_same_facts_in_every_form() -> None:
    riga = timezone(timedelta(hours=2))
    members: dict[str, Any] = {
        "now": datetime(2026, 11, 20, 12, 15, tzinfo=riga),
        "terminal": Terminal.STANDARD,
        "merchant": {"avs_permission": True, "hold_days": 7},
        "key": {"brands": ("visa", "mastercard")},
        "order": {"amount": Decimal("100.00"), "captured": 0, "capabilities": []},
        "request": {"headers": {"Authorization": SECRET}},
    }
    text = (
        '{"now":"2026-11-20T12:15:00+02:00","terminal":"standard",'
        '"merchant":{"avs_permission":true,"hold_days":7},"key":{"brands":["visa","mastercard"]},'
        '"order":{"amount":100.00,"captured":0,"capabilities":[]},'
        f'"request":{{"headers":{{"Authorization":"{SECRET}"}}}}}}'
    )
    facts = Facts(text)
    for same in [
        Facts(members),
        Facts(**members),
        Facts(text.encode()),
        Facts(facts),
        Facts(dict(reversed(members.items()))),
    ]:
        assert same == facts
        assert hash(same) == hash(facts)
        assert json.loads(same.to_json()) == json.loads(text)
    assert repr(facts) == (
        "Facts(now, terminal, merchant.avs_permission, merchant.hold_days, key.brands, "
        "order.capabilities, order.amount, order.captured, request.headers)"
    )
    assert Facts() != facts
    assert Facts() == Facts({}) == Facts("{}")
    assert Facts() != {}


def test_repr_shows_names_only() -> None:
    facts = Facts(website="shop.example", request={"headers": {"Authorization": SECRET}})
    assert repr(facts) == "Facts(website, request.headers)"
    assert SECRET not in f"{facts} {facts!r} {[facts]}"


def test_facts_layer_by_top_level_member() -> None:
    shop = Facts(terminal="standard", merchant={"avs_permission": True, "hold_days": 7})
    changes = {"merchant": {"country": "LV"}, "website": "shop.example"}
    expected = Facts(terminal="standard", **changes)
    engine, body = Engine(), b'{"client":{},"products":[{"title":"Cup","price":1}]}'
    found = engine.check("order", body, shop, changing=changes)
    assert found == engine.check("order", body, expected)
    assert found != engine.check("order", body, shop)


def test_facts_pickle_and_copy() -> None:
    facts = Facts(now="2026-11-20T10:15:00Z", order={"amount": Decimal("0.10")})
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(facts, protocol)) == facts
    assert copy.copy(facts) == copy.deepcopy(facts) == facts


WRONG: list[tuple[Any, str, str]] = [
    ({"merchant": {"hold_days": 40}}, "merchant.hold_days", "40 is not in 6..=28"),
    ({"merchant": {"hold_day": 7}}, "merchant", 'unknown member "hold_day"; did you mean'),
    ({"website": " "}, "website", "is blank"),
    ({"key": {"brands": {"visa"}}}, "key.brands", "a set can't be written as JSON"),
    ({"order": {"amount": float("inf")}}, "order.amount", "a float that is infinite"),
    ({"now": datetime(2026, 11, 20)}, "now", "a datetime without a time zone"),
    ({"request": {"headers": {"Authorization": SECRET.encode()}}}, "", "a bytes can't be written"),
    ({"request": {"headers": {"Authorization": {SECRET: 1}}}}, "", "expected a string"),
    ({SECRET: 1}, "", "whose name is not shown"),
    ({1: 2}, "", "has a key that is an int; keys must be str"),
    ("{", "", "not JSON"),
    ([SECRET], "", "expected a dict or JSON text, found a list"),
    (Engine(), "", "expected a dict or JSON text, found a paylint.Engine"),
]


@pytest.mark.parametrize(("facts", "member", "problem"), WRONG)
def test_errors_name_the_member_and_no_value(facts: Any, member: str, problem: str) -> None:
    engine = Engine()
    calls: list[Callable[[], Any]] = [
        lambda: Facts(facts),
        lambda: engine.check("order", b"{}", facts),
        lambda: engine.check("order", b"{}", changing=facts),
        lambda: engine.accepts("order", b"{}", facts),
    ]
    for call in calls:
        with pytest.raises(FactsError) as raised:
            call()
        error = raised.value
        assert member in error.member
        assert str(error).startswith("invalid facts: ")
        assert problem in str(error)
        assert SECRET not in repr(error)
        assert "4111" not in repr(error)


def test_wrong_keywords() -> None:
    with pytest.raises(TypeError, match="one value or as keywords"):
        Facts({}, terminal="standard")
    with pytest.raises(FactsError, match='unknown member "terminl"; did you mean "terminal"?'):
        Facts(terminl="standard")
