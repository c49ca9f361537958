"""Corrupt Arrow data is an exception, never a crash, and never shows a value.

The C data interface has pointers without lengths: that a buffer is shorter than its array says
can be seen only with the producer's help. pyarrow gives it; the others can't build such arrays.
"""

import ctypes
import random
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
import pytest

from conftest import ORDER_BYTES
from paylint import ArrowArray, ArrowStream, BatchError, Engine

BODIES = [ORDER_BYTES, b"{}", None, b'{"client":{}}', b"x" * 40, b""]
SECRET = b"4111111111111111"


def offsets(*values: int, of: str = "i") -> bytes:
    return struct.pack(f"<{len(values)}{of}", *values)


def view(length: int, prefix: bytes, buffer: int, offset: int) -> bytes:
    return struct.pack("<i4sii", length, prefix, buffer, offset)


def array(
    of: pa.DataType, length: int, *parts: bytes | bytearray | None, offset: int = 0
) -> pa.Array:
    """An array with these buffers, after it is corrupted; pyarrow would refuse to make it so."""
    blank = [None if part is None else bytearray(len(part)) for part in parts]
    buffers = [None if part is None else pa.py_buffer(part) for part in blank]
    made = pa.Array.from_buffers(of, length, buffers, offset=offset)
    for part, content in zip(blank, parts, strict=True):
        if part is not None and content is not None:
            PENDING.append((part, content))
    return made


#: The buffers of zeros, and their later content.
PENDING: list[tuple[bytearray, bytes | bytearray]] = []


def spoil() -> None:
    """Fills the buffers of all arrays."""
    for part, content in PENDING:
        part[:] = content
    PENDING.clear()


DATA = b"{}{}{}" + SECRET
DICTIONARY = pa.dictionary(pa.int8(), pa.string())
TEXT, BYTES = pa.string(), pa.binary()
TEXT_VIEW, VIEW = pa.string_view(), pa.binary_view()
LARGE_TEXT, LARGE = pa.large_string(), pa.large_binary()

#: A type, how many elements, their offsets or views, and the data.
Parts = tuple[pa.DataType, int, bytes, bytes]

CORRUPT: dict[str, Parts] = {
    "offsets that fall": (TEXT, 3, offsets(0, 4, 2, 6), DATA),
    "an offset below 0": (TEXT, 3, offsets(0, -4, 2, 6), DATA),
    "a first offset below 0": (BYTES, 3, offsets(-4, 0, 2, 6), DATA),
    "a last offset below 0": (BYTES, 2, offsets(0, 2, -1), DATA),
    "an offset beyond the last": (BYTES, 3, offsets(0, 999, 2, 6), DATA),
    "a last offset beyond the data": (BYTES, 2, offsets(0, 2, 999), DATA),
    "all offsets beyond the data": (BYTES, 2, offsets(2**30, 2**30 + 2, 2**30 + 4), DATA),
    "the largest offset": (BYTES, 1, offsets(0, 2**31 - 1), DATA),
    "large offsets that fall": (LARGE_TEXT, 2, offsets(0, 4, 2, of="q"), DATA),
    "large offsets below 0": (LARGE, 2, offsets(0, 2, -(2**63), of="q"), DATA),
    "the largest large offset": (LARGE, 1, offsets(0, 2**63 - 1, of="q"), DATA),
    "text that isn't UTF-8": (TEXT, 1, offsets(0, 3), b"\xffab"),
    "large text that isn't UTF-8": (LARGE_TEXT, 1, offsets(0, 2, of="q"), b"\xc3("),
    "a character cut in two": (TEXT, 2, offsets(0, 1, 2), "é".encode()),
    "a view that isn't UTF-8": (TEXT_VIEW, 1, view(1, b"\xff", 0, 0), DATA),
    "a view of a buffer that isn't there": (VIEW, 1, view(20, DATA[:4], 7, 0), DATA),
    "a view of a buffer below 0": (VIEW, 1, view(20, DATA[:4], -1, 0), DATA),
    "a view beyond its buffer": (VIEW, 1, view(20, DATA[:4], 0, 10), DATA),
    "a view below 0": (VIEW, 1, view(20, DATA[:4], 0, -8), DATA),
    "a view of a length below 0": (VIEW, 1, view(-20, DATA[:4], 0, 0), DATA),
    "a view with another prefix": (VIEW, 1, view(20, b"what", 0, 0), DATA),
    "a key beyond the dictionary": (DICTIONARY, 3, bytes([0, 1, 2]), b""),
    "a key below 0": (DICTIONARY, 2, bytes([0, 255]), b""),
}


def build(of: pa.DataType, length: int, first: bytes, data: bytes) -> pa.Array:
    if pa.types.is_dictionary(of):
        keys = array(pa.int8(), length, None, first)
        return pa.DictionaryArray.from_arrays(keys, pa.array(["{}", "[]"]), safe=False)
    return array(of, length, None, first, data)


def pull(stream: ArrowArray | ArrowStream) -> None:
    assert isinstance(stream, ArrowStream)
    list(stream)


def ways(engine: Engine, corrupt: pa.Array) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Every way that an array can be passed, with the argument's name."""
    good = pa.array(["{}"] * 3)
    table = pa.Table.from_arrays([corrupt], names=["body"])
    chunked = pa.chunked_array([corrupt, corrupt])
    spoil()
    yield "bodies", lambda: engine.check_batch("order", corrupt)
    yield "bodies", lambda: engine.check_batch("order", corrupt, want="json")
    yield "bodies", lambda: engine.tally("order", chunked)
    yield "bodies", lambda: engine.tally("order", table)
    yield "bodies", lambda: engine.tally("order", table.to_reader())
    yield "bodies", lambda: pull(engine.check_batch("order", table.to_reader()))
    yield "operation", lambda: engine.check_batch(corrupt, good)
    yield "facts", lambda: engine.replay(engine, "order", good, facts_column=corrupt)


@pytest.mark.parametrize("parts", CORRUPT.values(), ids=CORRUPT.keys())
def test_corrupt_arrays(engine: Engine, parts: Parts) -> None:
    for member, call in ways(engine, build(*parts)):
        with pytest.raises(BatchError) as raised:
            call()
        assert raised.value.member == member
        assert str(raised.value).startswith(f"invalid batch: {member}: ")
        assert SECRET.decode() not in str(raised.value)


class Foreign:
    """Has the interface without being pyarrow, so that nobody validates its data."""

    def __init__(self, of: Any) -> None:
        self.of = of

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.of.__arrow_c_array__(requested_schema)


#: Corruption that only buffer lengths reveal.
HIDDEN = {
    "a last offset beyond the data",
    "all offsets beyond the data",
    "the largest offset",
    "the largest large offset",
}


@pytest.mark.parametrize("name", sorted(CORRUPT.keys() - HIDDEN))
def test_corrupt_arrays_of_others(engine: Engine, name: str) -> None:
    corrupt = Foreign(build(*CORRUPT[name]))
    spoil()
    with pytest.raises(BatchError) as raised:
        engine.check_batch("order", corrupt)
    assert raised.value.member == "bodies"


class CArray(ctypes.Structure):
    """struct ArrowArray of the C data interface."""


CArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(CArray))),
    ("dictionary", ctypes.POINTER(CArray)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class CSchema(ctypes.Structure):
    """The beginning of struct ArrowSchema."""

    _fields_ = [("format", ctypes.c_char_p)]


def pointer(capsule: Any, name: bytes) -> int:
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return int(get(capsule, name))


#: Members of the C struct, numbers of its buffers, or the schema's format; and their new values.
Forgery = dict[str | int, Any]


class Forged(Foreign):
    """An array whose C struct is changed before it is passed on."""

    def __init__(self, of: Any, forgery: Forgery) -> None:
        super().__init__(of)
        self.forgery = forgery

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        capsules = super().__arrow_c_array__(requested_schema)
        schema = CSchema.from_address(pointer(capsules[0], b"arrow_schema"))
        array = CArray.from_address(pointer(capsules[1], b"arrow_array"))
        for place, value in self.forgery.items():
            if isinstance(place, int):
                array.buffers[place] = value
            else:
                setattr(schema if place == "format" else array, place, value)
        return capsules


FORGERIES: dict[str, tuple[pa.DataType, Forgery]] = {
    "a length below 0": (TEXT, {"length": -1}),
    "a length that overflows": (TEXT, {"length": 2**63 - 1}),
    "a length that overflows with the offset": (LARGE, {"length": 2**62, "offset": 2**62}),
    "an offset below 0": (BYTES, {"offset": -1}),
    "a view's length below 0": (TEXT_VIEW, {"length": -(2**40)}),
    "no buffers": (TEXT, {"n_buffers": 0}),
    "one buffer": (TEXT, {"n_buffers": 1}),
    "two buffers": (TEXT, {"n_buffers": 2}),
    "a view with two buffers": (VIEW, {"n_buffers": 2}),
    "buffers below 0": (TEXT_VIEW, {"n_buffers": -5}),
    "children of a text": (pa.struct({"a": TEXT}), {"n_children": 0}),
    "a wrong count of nulls": (TEXT, {"null_count": 5}),
    "no offsets": (TEXT, {1: None}),
    "no data": (TEXT, {2: None}),
    "no lengths of a view's buffers": (TEXT_VIEW, {3: None}),
    "an array that was released": (TEXT, {"release": None}),
    "no format": (TEXT, {"format": None}),
    "an unknown format": (TEXT, {"format": b"?!"}),
    "a dictionary that is missing": (DICTIONARY, {"dictionary": None}),
    "text as a table": (TEXT, {"format": b"+s"}),
}


@pytest.mark.parametrize(("of", "forgery"), FORGERIES.values(), ids=FORGERIES.keys())
def test_forged_structs(engine: Engine, of: pa.DataType, forgery: Forgery) -> None:
    texts = ["a text that is longer than a view", None, "b"]
    if pa.types.is_struct(of):
        good = pa.array([{"a": text} for text in texts], of)
    elif pa.types.is_dictionary(of):
        good = pa.array(texts).dictionary_encode()
    else:
        good = pa.array(texts, of)
    assert len(engine.check_batch("order", Foreign(good))) == 3  # type: ignore[arg-type]
    with pytest.raises(BatchError) as raised:
        engine.check_batch("order", Forged(good, forgery))
    assert raised.value.member == "bodies"


def test_capsules_of_something_else(engine: Engine) -> None:
    class Wrong:
        def __init__(self, result: Any) -> None:
            self.result = result

        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            return self.result

    schema, array = pa.array(["{}"]).__arrow_c_array__()
    for result in [None, (), (schema,), (array, schema), (1, 2), (schema, schema)]:
        with pytest.raises((TypeError, ValueError, IndexError)):
            engine.check_batch("order", Wrong(result))
    # An array can be consumed once.
    assert len(engine.check_batch("order", Wrong((schema, array)))) == 1  # type: ignore[arg-type]
    with pytest.raises(BatchError, match="was consumed before"):
        engine.check_batch("order", Wrong((schema, array)))


def test_what_stands_under_a_null_does_not_matter(engine: Engine) -> None:
    arrays = [
        array(pa.binary_view(), 2, b"\x01", view(2, b"{}", 0, 0) + b"\xff" * 16),
        array(pa.string(), 2, b"\x01", offsets(0, 2, 4), b"{}\xff\xff"),
        pa.DictionaryArray.from_arrays(
            array(pa.int8(), 2, b"\x01", b"\x00\x7f"), ["{}"], safe=False
        ),
    ]
    expected = [engine.check("order", body).verdict for body in ["{}", None]]
    for source in arrays:
        spoil()
        for each in (source, Foreign(source)):
            result = pa.array(engine.check_batch("order", each))
            assert result.field("verdict").to_pylist() == expected


def test_binary_that_is_not_utf8_gets_a_report(engine: Engine) -> None:
    result = engine.check_batch("order", pa.array([b"\xff{}"]), want="report")
    findings = pa.array(result).field("findings").to_pylist()[0]
    assert [finding["rule"] for finding in findings] == ["json.malformed"]


def test_mutated_buffers(engine: Engine) -> None:
    """Two thousand arrays with some bytes of a buffer changed: an answer or an exception."""
    rng = random.Random(20)
    types = [TEXT, LARGE_TEXT, TEXT_VIEW, BYTES, VIEW]
    refused = 0
    for _ in range(2000):
        of = rng.choice(types)
        good = pa.array(BODIES, pa.binary()).cast(of)
        parts = [None if part is None else bytearray(part.to_pybytes()) for part in good.buffers()]
        changed = rng.choice([part for part in parts if part])
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(changed))
            changed[place] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)])
        start = rng.choice([0, 0, 0, 1])
        length = rng.choice([len(good)] * 8 + [0, 3]) - start
        corrupt = array(of, max(length, 0), *parts, offset=start)
        chunked = pa.chunked_array([corrupt])
        spoil()
        try:
            pa.array(engine.check_batch("order", corrupt, want="report")).validate(full=True)
            engine.tally("order", chunked)
        except BatchError:
            refused += 1
    assert 200 < refused < 1800
