"""Runs every case through ctypes, and expects the core's reports byte for byte.

Where setters can express the facts, runs the case with facts from setters, too.

python3 cases.py libpaylint.so cases.tsv expected.ndjson
"""

import base64
import ctypes
import json
import re
import sys
from ctypes import byref, c_char_p, c_int32, c_int64, c_size_t, c_uint64, c_void_p

OK, NONE = 0, 1


class Text(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("length", c_size_t)]

    def bytes(self):
        return ctypes.string_at(self.data, self.length)


lib = ctypes.CDLL(sys.argv[1])
# The functions that take an error last.
TELLING = {
    "engine_new": [c_char_p, c_size_t, c_void_p],
    "facts_from_json": [c_char_p, c_size_t, c_void_p],
    "facts_set_text": [c_void_p, c_int32, c_char_p, c_size_t],
    "facts_set_bool": [c_void_p, c_int32, c_int32],
    "facts_set_integer": [c_void_p, c_int32, c_int64],
    "facts_add_text": [c_void_p, c_int32, c_char_p, c_size_t],
    "facts_add_header": [c_void_p, c_char_p, c_size_t, c_char_p, c_size_t],
    "facts_set_capabilities": [c_void_p, c_uint64],
    "check_into": [c_void_p, c_int32, c_char_p, c_size_t, c_void_p, c_void_p, c_void_p],
    "operation_from_name": [c_char_p, c_size_t, c_void_p],
    "feature_from_name": [c_char_p, c_size_t, c_void_p],
    "fact_from_name": [c_char_p, c_size_t, c_void_p],
}
OTHERS = {
    "engine_free": [c_void_p],
    "facts_new": [c_void_p],
    "facts_clear": [c_void_p],
    "facts_free": [c_void_p],
    "facts_open_headers": [c_void_p],
    "report_new": [c_void_p],
    "report_free": [c_void_p],
    "report_json": [c_void_p, c_void_p],
    "error_text": [c_void_p, c_void_p],
    "error_free": [c_void_p],
}
for function, arguments in (TELLING | OTHERS).items():
    called = getattr(lib, "paylint_" + function)
    called.argtypes = arguments + [c_void_p] if function in TELLING else arguments
    called.restype = None if function.endswith("_free") else c_int32
lib.paylint_status_message.restype = c_char_p


class Failed(Exception):
    pass


def call(name, *arguments):
    """Calls a function, and raises why it fails."""
    error = c_void_p()
    if name in TELLING:
        arguments += (byref(error),)
    status = getattr(lib, "paylint_" + name)(*arguments)
    if status != OK:
        message = lib.paylint_status_message(status)
        if error:
            text = Text()
            lib.paylint_error_text(error, byref(text))
            message = text.bytes()
            lib.paylint_error_free(error)
        raise Failed(message.decode())


def number(kind, name):
    found = c_int32()
    name = name.encode()
    call(kind + "_from_name", name, len(name), byref(found))
    return found.value


def new(kind, *arguments):
    handle = c_void_p()
    call(kind, *arguments, byref(handle))
    return handle


def report_json(engine, operation, body, standing, changing, report):
    call("check_into", engine, operation, body, len(body or b""), standing, changing, report)
    text = Text()
    call("report_json", report, byref(text))
    return text.bytes()


class Literal(str):
    """The digits of a number in the facts."""


def set_fact(facts, name, value):
    """Sets a fact with the setter of its type."""
    if name == "request.headers":
        call("facts_open_headers", facts)
        for header, content in value.items():
            header, content = header.encode(), content.encode()
            call("facts_add_header", facts, header, len(header), content, len(content))
    elif name == "order.capabilities":
        mask = sum({1 << number("feature", feature) for feature in value})
        call("facts_set_capabilities", facts, mask)
    elif isinstance(value, list):
        for item in value:
            call("facts_add_text", facts, number("fact", name), item.encode(), len(item.encode()))
    elif isinstance(value, bool):
        call("facts_set_bool", facts, number("fact", name), int(value))
    elif name == "merchant.hold_days":
        call("facts_set_integer", facts, number("fact", name), int(value))
    else:
        value = value.encode()
        call("facts_set_text", facts, number("fact", name), value, len(value))


def by_setters(facts, text):
    """Fills the facts. False if only JSON can express them: an empty group, an exponent."""
    members = json.loads(text, parse_int=Literal, parse_float=Literal)
    call("facts_clear", facts)
    for name, value in members.items():
        if isinstance(value, dict) and not value:
            return False
        for member, content in value.items() if isinstance(value, dict) else [(None, value)]:
            if isinstance(content, Literal) and not re.fullmatch(r"\d+(\.\d+)?", content):
                return False
            set_fact(facts, name if member is None else f"{name}.{member}", content)
    return True


def none_or(field):
    return None if field == b"-" else field


def check(fields, report, scratch):
    """The report's bytes, and whether setters gave the same report, too."""
    _, operation, body, facts, policy = fields
    body = None if body == b"-" else base64.b64decode(body)
    facts, policy = none_or(facts), none_or(policy)
    engine = standing = None
    try:
        operation = number("operation", operation.decode())
        engine = new("engine_new", policy, len(policy or b""))
        standing = new("facts_from_json", facts, len(facts)) if facts is not None else None
        found = report_json(engine, operation, body, standing, None, report)
        again = facts is not None and by_setters(scratch, facts)
        if again and report_json(engine, operation, body, None, scratch, report) != found:
            raise AssertionError("facts from setters give a different report")
        return found, again
    finally:
        lib.paylint_facts_free(standing)
        lib.paylint_engine_free(engine)


def errors():
    """What the failures of two calls say: one that takes an error, one that doesn't."""
    for name, arguments in {"engine_new": (b"{", 1, None), "report_json": (None, None)}.items():
        try:
            call(name, *arguments)
        except Failed as failed:
            yield str(failed)


def main():
    assert list(errors()) == ["engine is NULL", "a pointer is NULL but must not be"]
    report, scratch = new("report_new"), new("facts_new")
    failures = setters = count = 0
    with open(sys.argv[2], "rb") as cases, open(sys.argv[3], "rb") as answers:
        for line, expected in zip(cases, answers, strict=True):
            fields = line.rstrip(b"\n").split(b"\t")
            expected = expected.rstrip(b"\n")
            count += 1
            try:
                found, again = check(fields, report, scratch)
                setters += again
                wrong = found != expected
            except Failed:
                wrong = not expected.startswith(b'{"error":')
            except AssertionError as problem:
                print(problem, file=sys.stderr)
                wrong = True
            if wrong:
                print(fields[0].decode() + ": unexpected report", file=sys.stderr)
                failures += 1
    lib.paylint_report_free(report)
    lib.paylint_facts_free(scratch)
    assert count > 600 and setters > 250, (count, setters)
    outcome = "FAILED" if failures else "passed"
    print(f"Python, every case ({setters} of {count} also with setters): {outcome}")
    return failures != 0


sys.exit(main())
