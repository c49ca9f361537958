"""How fixes are applied. test_conformance.py says whether they are right."""

from typing import Any

import pytest

import paylint
from paylint import Engine

TEXT = '{"client": {},\n "products": [{"title":"Mug", "price":"12.50"}], "skip_capture": "false"}'
FIXED = TEXT.replace('"12.50"', "12.5")


def test_a_body_comes_back_in_the_form_that_it_had(engine: Engine) -> None:
    assert engine.apply("order", TEXT) == FIXED
    for body in (TEXT.encode(), bytearray(TEXT.encode()), memoryview(TEXT.encode())):
        fixed = engine.apply("order", body)
        assert isinstance(fixed, bytes)
        assert fixed == FIXED.encode()
    value: dict[str, Any] = {"client": {}, "products": [{"title": "Mug", "price": "5"}]}
    assert engine.apply("order", value)["products"] == [{"title": "Mug", "price": 5}]
    assert value["products"][0]["price"] == "5"
    assert '"skip_capture": false' in engine.apply("order", TEXT, None, True)
    assert '"skip_capture": false' in engine.apply("order", TEXT, unsafe=True)
    # An unchanged body isn't copied.
    bodies: list[Any] = [FIXED, FIXED.encode(), {"client": {}}, [], None]
    for same in bodies:
        assert engine.apply("order", same) is same


def test_a_body_can_be_gone(engine: Engine) -> None:
    assert engine.apply("reversal", "{ }") == ""
    assert engine.apply("reversal", b"{ }") == b""
    assert engine.apply("reversal", {}) is None
    assert engine.apply("reversal", {"amount": 5}) == {"amount": 5}
    assert engine.apply("reversal", {"amount": 5}, unsafe=True) is None


def test_errors_are_those_of_a_check(engine: Engine) -> None:
    for ask in (engine.fixes, engine.apply):
        with pytest.raises(paylint.QuestionError, match="did you mean"):
            ask("ordre", TEXT)
        with pytest.raises(paylint.FactsError, match="hold_days"):
            ask("order", TEXT, {"merchant": {"hold_days": 5}})
        with pytest.raises(paylint.BodyError):
            ask("order", {"price": object()})
