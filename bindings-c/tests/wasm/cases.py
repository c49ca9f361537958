"""Runs every case through libpaylint.wasm in wasmtime, which is told to refuse whatever a simple runtime may not have, and
expects the core's reports byte for byte.

python3 cases.py libpaylint.wasm cases.tsv     (tests/examples/expected.rs writes the cases)
"""

import base64
import struct
import sys

from wasmtime import Config, Engine, Instance, Module, Store

config = Config()
for feature in ("gc", "function_references", "relaxed_simd", "simd", "multi_value", "threads", "tail_call"):
    setattr(config, "wasm_" + feature, False)
store = Store(Engine(config))
exports = Instance(store, Module.from_file(store.engine, sys.argv[1]), []).exports(store)
memory = exports["memory"]


class Failed(Exception):
    pass


def lib(name, *arguments):
    return exports["paylint_" + name](store, *arguments)


out, error = lib("alloc", 8), lib("alloc", 4)
# Reused for every input.
room = 1 << 16
inputs = lib("alloc", room)


def word(at):
    return struct.unpack("<I", memory.read(store, at, at + 4))[0]


def text(at):
    start = word(at)
    return bytes(memory.read(store, start, start + word(at + 4)))


def call(name, *arguments):
    """Calls a function that takes an error; its result, or an exception with the error's text."""
    global inputs, room
    texts = b"".join(it for it in arguments if isinstance(it, bytes))
    if len(texts) > room:
        lib("free", inputs, room)
        inputs, room = lib("alloc", len(texts)), len(texts)
    memory.write(store, texts, inputs)
    passed, at = [], inputs
    for it in arguments:
        passed += (at, len(it)) if isinstance(it, bytes) else (it,)
        at += len(it) if isinstance(it, bytes) else 0
    if lib(name, *passed, out, error) == 0:
        return word(out)
    failure = word(error)
    if failure == 0:
        return None  # there is nothing to return
    lib("error_text", failure, out)
    message = text(out)
    lib("error_free", failure)
    raise Failed(message.decode())


def report(operation, body, facts, policy):
    handles = {}
    try:
        handles["engine"] = call("engine_new", policy)
        handles["facts"] = call("facts_from_json", facts) if facts else 0
        number = call("operation_from_name", operation)
        if number is None:
            raise Failed("unknown operation")
        handles["report"] = call("check", handles["engine"], number, body, handles["facts"], 0)
        lib("report_json", handles["report"], out)
        return text(out).decode()
    except Failed as failed:
        return f"!\t{failed}"
    finally:
        for kind, handle in handles.items():
            lib(kind + "_free", handle)


count = errors = 0
with open(sys.argv[2], encoding="utf-8") as cases:
    for line in cases:
        name, operation, body, facts, policy, *expected = line.rstrip("\n").split("\t")
        found = report(
            operation.encode(),
            base64.b64decode("" if body == "-" else body),
            b"" if facts == "-" else facts.encode(),
            b"{}" if policy == "-" else policy.encode(),
        )
        failed = expected[0] == "!"
        assert found == ("!\t" + expected[1] if failed else expected[0]), name
        count += 1
        errors += failed
assert count > 600 and errors > 0
print(f"wasmtime, libpaylint.wasm: {count} cases, {errors} of them errors")
