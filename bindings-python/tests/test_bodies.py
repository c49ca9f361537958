"""What a body can be, and how a Python object becomes JSON."""

import array
from collections import OrderedDict, UserDict
from datetime import datetime
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy
import pytest

import paylint
from conftest import ORDER, ORDER_BYTES
from paylint import BodyError, Engine

SECRET = "4111111111111111"


def test_text_buffers_and_objects_give_one_report(engine: Engine) -> None:
    expected = engine.check("order", ORDER_BYTES)
    bodies = [
        ORDER_BYTES.decode(),
        bytearray(ORDER_BYTES),
        memoryview(ORDER_BYTES),
        memoryview(b"x" + ORDER_BYTES)[1:],
        memoryview(ORDER_BYTES[::-1])[::-1],
        array.array("b", ORDER_BYTES),
        ORDER,
        OrderedDict(ORDER),
        UserDict(ORDER),
        MappingProxyType(ORDER),
    ]
    for body in bodies:
        assert engine.check("order", body) == expected, type(body)  # type: ignore[arg-type]
        assert engine.accepts("order", body) is bool(expected)  # type: ignore[arg-type]


def test_none_is_no_body(engine: Engine) -> None:
    required = ["body.required"]
    for body in [None, b"", "", b" \n"]:
        assert [found.rule for found in engine.check("order", body).findings] == required
    assert engine.check("reversal", None).findings == ()
    # The JSON body null is another matter.
    assert [found.rule for found in engine.check("order", b"null").findings] != required


class Colour(Enum):
    RED = "red"


class Word(str, Enum):
    MUG = "Mug"


class Size(IntEnum):
    BIG = 3


class Name(StrEnum):
    CUP = "Cup"


class Text(str):
    def __str__(self) -> str:
        return "another"


class Whole(int):
    def __repr__(self) -> str:
        return "another"

    __str__ = __repr__


class Pair(NamedTuple):
    a: int
    b: int


class Odd(dict[str, Any]):
    """Its items differ from those of the underlying dict."""

    def items(self) -> Any:
        return [("title", "Odd")]


#: Values, and the JSON that represents them.
VALUES: list[tuple[Any, str]] = [
    (Decimal("4.50"), "4.50"),
    (Decimal("0.10000000000000000000000000001"), "0.10000000000000000000000000001"),
    (Decimal("1E+3"), "1E+3"),
    (Decimal("-0"), "-0"),
    (0.1, "0.1"),
    (0.1 + 0.2, "0.30000000000000004"),
    (2.0, "2.0"),
    (1e16, "1e16"),
    (5e-324, "5e-324"),
    (-0.0, "-0.0"),
    (True, "true"),
    (False, "false"),
    (None, "null"),
    (0, "0"),
    (-(2**63), "-9223372036854775808"),
    (2**63, "9223372036854775808"),
    (10**400, "1" + "0" * 400),
    (Whole(7), "7"),
    (Size.BIG, "3"),
    (Colour.RED, '"red"'),
    (Word.MUG, '"Mug"'),
    (Name.CUP, '"Cup"'),
    (Text("plain"), '"plain"'),
    ('"\\\b\n\x00\x1f/é\u2028🐙', '"\\"\\\\\\b\\n\\u0000\\u001f/é\u2028🐙"'),
    ((1, (2,)), "[1,[2]]"),
    (Pair(1, 2), "[1,2]"),
    ([], "[]"),
    ({}, "{}"),
    ({"a": [{"b": None}]}, '{"a":[{"b":null}]}'),
    (Odd({"title": "x"}), '{"title":"Odd"}'),
    (OrderedDict(b=1, a=2), '{"b":1,"a":2}'),
]


@pytest.mark.parametrize(("value", "expected"), VALUES, ids=[text[:20] for _, text in VALUES])
def test_values_are_written_exactly(engine: Engine, value: Any, expected: str) -> None:
    """The report shows what was written: how it is understood, and its type."""
    for member in ["amount", "merchant_order_id", "skip_capture", "products"]:
        assert engine.check("order", {member: value}) == engine.check(
            "order", f'{{"{member}":{expected}}}'
        )


def test_decimals_and_integers_keep_every_digit(engine: Engine) -> None:
    def total(price: Any, quantity: Any = 1) -> Any:
        products = [{"title": "Cup", "price": price, "quantity": quantity}]
        return engine.check("order", {"client": {}, "products": products}).total

    assert total(Decimal("0.10"), 3) == Decimal("0.3")
    assert total(Decimal("123456789012.12345678")) == Decimal("123456789012.12345678")
    # A float has only the digits that it shows; that is why text or a Decimal is better.
    assert total(0.1) == Decimal("0.1")
    # Its binary tail is recognised.
    assert total(0.1 + 0.2) == Decimal("0.3")


REFUSED: list[tuple[Any, str, str]] = [
    ({"a": float("nan")}, "/a", "a float that is infinite or not a number"),
    ([float("-inf")], "/0", "a float that is infinite or not a number"),
    ({"a": Decimal("NaN")}, "/a", "a Decimal that is infinite or not a number"),
    ({"a": Decimal("-Infinity")}, "/a", "a Decimal that is infinite or not a number"),
    ({"a": 10**5000}, "/a", "an integer of more digits than Python writes"),
    ({1: 2}, "", "has a key that is an int; keys must be str"),
    ({"a": [{b"b": 1}]}, "/a/0", "has a key that is a bytes; keys must be str"),
    ({"a": datetime(2026, 1, 2)}, "/a", "a datetime.datetime can't be written"),
    ({"a": SECRET.encode()}, "/a", "a bytes can't be written as JSON"),
    ({SECRET: {SECRET}}, "/*", "a set can't be written as JSON"),
    ({"a": "\ud800"}, "/a", "a str with half a surrogate pair"),
    ({"\ud800": 1}, "", "a str with half a surrogate pair"),
    (1j, "", "a complex can't be written as JSON"),
    (Path(SECRET), "", "can't be written as JSON"),
    (ORDER.items(), "", "a dict_items can't be written as JSON"),
]


@pytest.mark.parametrize(("body", "member", "problem"), REFUSED)
def test_unwritable_values_raise_without_showing_them(
    engine: Engine, body: Any, member: str, problem: str
) -> None:
    for call in [engine.check, engine.accepts]:
        with pytest.raises(BodyError) as raised:
            call("order", body)
        error = raised.value
        assert error.member == member
        assert str(error).startswith(f"invalid body: {member}")
        assert problem in str(error)
        assert SECRET not in repr(error)


def test_what_contains_itself_or_is_too_deep(engine: Engine) -> None:
    loop: dict[str, Any] = {}
    loop["a"] = [loop]
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    nested: list[Any] = []
    for _ in range(199):
        nested = [nested]
    assert engine.check("order", nested).findings
    bodies: list[Any] = [loop, deep, [nested, [nested]], [[nested]]]
    for body in bodies:
        with pytest.raises(BodyError, match="nested too deep, or contains itself"):
            engine.check("order", body)
    while deep:
        deep = deep.pop()


def test_what_is_shared_many_times_ends(engine: Engine) -> None:
    shared: list[Any] = ["x" * 1000]
    for _ in range(60):
        shared = [shared, shared]
    with pytest.raises(BodyError, match="takes over 64 MiB as JSON text"):
        engine.check("order", shared)


def test_the_limit_of_the_policy_is_a_finding() -> None:
    engine = Engine({"max_body_bytes": 100})
    bodies: list[Any] = [{"a": "x" * 100}, '{"a":"' + "x" * 100 + '"}']
    for body in bodies:
        finding = engine.check("order", body).findings[0]
        assert (finding.rule, finding.params["actual"]) == ("json.too_large", 108)


def test_half_a_surrogate_pair_is_malformed(engine: Engine) -> None:
    for half in ["\ud800", "\udc00", "a\udc00\ud800", "\ud83d\ud83d\udc19"]:
        for body in [half, '{"client":"' + half + '"}']:
            assert engine.check("order", body).findings[0].rule == "json.malformed"


def test_errors_of_the_caller_s_own_code_come_through(engine: Engine) -> None:
    class Broken(UserDict[str, Any]):
        def items(self) -> Any:
            raise KeyError("theirs")

    with pytest.raises(KeyError, match="theirs"):
        engine.check("order", Broken())


def test_other_buffers_are_refused_by_name(engine: Engine) -> None:
    buffers: list[tuple[Any, str]] = [
        # Its bytes are addresses.
        (numpy.array([ORDER, SECRET], dtype=object), "a numpy.ndarray isn't bytes: .* format O$"),
        (numpy.array([1.5]), "a numpy.ndarray isn't bytes: its elements are of the format d$"),
        (array.array("I", [1]), "an array.array isn't bytes: its elements are of the format I$"),
        (memoryview(ORDER_BYTES).cast("?"), "a memoryview isn't bytes: .* format \\?$"),
    ]
    for buffer, problem in buffers:
        for call in [engine.check, engine.accepts]:
            with pytest.raises(BodyError, match=f"^invalid body: {problem}"):
                call("order", buffer)
        with pytest.raises(paylint.PolicyError, match=f"^invalid policy: {problem}"):
            Engine(buffer)
        with pytest.raises(paylint.FactsError, match=f"^invalid facts: {problem}"):
            paylint.Facts(buffer)
    text = numpy.frombuffer(ORDER_BYTES, dtype=numpy.uint8)
    assert engine.check("order", text) == engine.check("order", ORDER_BYTES)  # type: ignore[arg-type]


def test_a_buffer_that_was_released(engine: Engine) -> None:
    view = memoryview(ORDER_BYTES)
    view.release()
    with pytest.raises(BodyError, match="released"):
        engine.check("order", view)


def test_any_json_value_can_be_a_body(engine: Engine) -> None:
    for body, text in [([], "[]"), (5, "5"), (True, "true"), (Decimal("1.50"), "1.50")]:
        assert engine.check("order", body) == engine.check("order", text)  # type: ignore[arg-type]
