#!/usr/bin/env python3
"""What in the machine code of the engine's entry points can panic.

    xtask/scripts/panics.py LIBRARY    tests/panics, built with the profile `panics`, for x86-64

Follows every call from the entry points, and every function whose address is taken on the way, in
code or in a table (of virtual functions, of rules) that the code points at.
Each call of panic machinery is traced through what was inlined to the innermost place outside the
standard library. What is left must stand in `xtask/scripts/panics.txt` with its reason, and nothing else.
"""

import collections
import pathlib
import re
import subprocess
import sys

# What ends in a panic; not looked into.
PANICS = re.compile(
    r"core::panicking::|core::(option|result)::(unwrap|expect)_failed|core::slice::.*_fail"
    r"|core::str::slice_error_fail|core::cell::panic|.*::panic_on_ord_violation|.*::assert_failed"
    r"|std::panicking::|std::process::abort|__rustc::rust_begin_unwind|rust_begin_unwind"
)
# Memory has run out, or more is asked for than a machine has: the process ends, as everywhere.
MEMORY = re.compile(r"alloc::(raw_vec::(handle_error|capacity_overflow)|alloc::handle_alloc_error)")


class Function:
    """A function: whom it calls or takes the address of, and where it panics."""

    def __init__(self, name):
        self.name, self.reaches, self.panics = name, set(), []


def run(*command, given=""):
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def disassembled(library):
    """All functions by address."""
    functions, here = {}, None
    for line in run("objdump", "-d", "-C", "--no-show-raw-insn", library).splitlines():
        if head := re.match(r"([0-9a-f]+) <(.*)>:$", line):
            here = functions[int(head[1], 16)] = Function(head[2])
        elif step := re.match(r" +([0-9a-f]+):\t(?:addr32 )?(\S+)\s*(.*)$", line):
            read(here, int(step[1], 16), step[2], step[3])
    add_tables(functions, library)
    return functions


def add_tables(functions, library):
    """Whoever points at a table takes the addresses of functions in it and in what it points at.

    A table ends where another begins that anything points at."""
    pointers = {}
    for line in run("readelf", "-rW", library).splitlines():
        if word := re.match(r"([0-9a-f]+) +[0-9a-f]+ R_X86_64_RELATIVE +([0-9a-f]+)$", line):
            pointers[int(word[1], 16)] = int(word[2], 16)
    code = set(functions)
    starts = set().union(*(f.reaches for f in functions.values()), pointers.values()) - code
    table, holds = None, collections.defaultdict(set)
    for at in sorted(starts | set(pointers)):
        table = at if at in starts else table
        if at in pointers:
            holds[table].add(pointers[at])
    for function in functions.values():
        rest = list(function.reaches - code)
        while rest:
            new = holds[rest.pop()] - function.reaches
            function.reaches |= new
            rest += new - code


def read(function, address, operation, operands):
    target = re.search(r"\b([0-9a-f]+) <(.*?)(\+0x[0-9a-f]+)?>$", operands)
    if not target or operation[0] not in "cjl":
        return
    takes = operation == "lea"
    if PANICS.match(target[2]):
        if not takes:
            function.panics.append((address, target[2]))
    elif not MEMORY.match(target[2]) and (takes or not target[3]):
        function.reaches.add(int(target[1], 16))


def reached(functions, entries):
    """The functions that can be called from the entries."""
    seen, rest = set(), [at for at, function in functions.items() if function.name in entries]
    while rest:
        at = rest.pop()
        if at in functions and at not in seen:
            seen.add(at)
            rest += functions[at].reaches
    return {at: functions[at] for at in seen}


def origin(function, panic, lines):
    """The innermost file outside the standard library (and, in ours, the kind of panic)."""
    for path in (line.rsplit(":", 1)[0] for line in lines):
        if crate := re.search(r"/registry/src/[^/]*/(.*)-[0-9.]+[^/]*(/.*)", path):
            return crate[1] + crate[2]
        if "/rustc/" not in path and path != "??":
            return f"{path.removeprefix(f'{pathlib.Path.cwd()}/')} {panic.split('::')[-1]}"
    return short(function.name)


def short(name):
    """A function's name without parameters and numbers, which change from build to build."""
    name = re.sub(r"^<&?(.*?)(?: as .*)?>::", r"\1::", name)
    while (less := re.sub(r"(::)?<[^<>]*>|::\{[^{}]*\}", "", name)) != name:
        name = less
    return name


def panics(library, functions):
    """Where panics are left, and how many of each."""
    sites = [(function, *site) for function in functions.values() for site in function.panics]
    given = "\n".join(hex(address) for _, address, _ in sites)
    traced = run("addr2line", "-e", library, "-a", "-i", given=given)
    chains = re.split(r"^0x[0-9a-f]+\n", traced, flags=re.M)[1:]
    left = collections.Counter()
    for (function, _, panic), chain in zip(sites, chains, strict=True):
        left[origin(function, panic, chain.splitlines())] += 1
    return left


def listed():
    """The places that may be left, and the compiler they were seen with."""
    lines = (pathlib.Path(__file__).parent / "panics.txt").read_text().splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    (compiler,) = (row[1] for row in rows if row[0] == "compiler")
    return {row[1] for row in rows if row[0] == "panic"}, compiler


def main():
    library = sys.argv[1]
    functions = disassembled(library)
    entries = {f.name for f in functions.values() if f.name.startswith("entry_")}
    here = reached(functions, entries)
    left = panics(library, here)
    for place, count in sorted(left.items()):
        print(f"{count:>4}  {place}")
    known, compiler = listed()
    new, gone = sorted(set(left) - known), sorted(known - set(left))
    if f" {compiler}." not in run("rustc", "--version"):
        # It has another standard library, and inlines otherwise.
        print(f"not rustc {compiler}: of the standard library's own, nothing is compared")
        new, gone = [one for one in new if not re.match("(core|alloc|std)::", one)], []
    for one in new:
        print(f"new panic, not in xtask/scripts/panics.txt: {one}")
    for one in gone:
        print(f"panic that is gone, still in xtask/scripts/panics.txt: {one}")
    if new or gone or not entries:
        sys.exit(1)
    print(f"result: {len(here)} functions behind {len(entries)} entry points: {len(left)} places, each with its reason")


main()
