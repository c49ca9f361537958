#!/usr/bin/env python3
"""What in the machine code of the engine's entry points can panic, recurse, or use much stack.

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
# Most of a stack that an entry point may use, in bytes; tests/tests/stack.rs tries, this adds up.
MOST_STACK = 60 << 10
# How often one way can go through a circle that is closed by a pointer: a report formats a message,
# that a parameter, that a number.
THROUGH_POINTERS = 4


class Function:
    """A function: whom it calls or takes the address of, where it panics, and its frame."""

    def __init__(self, name):
        self.name, self.calls, self.takes = name, set(), set()
        self.panics, self.indirect, self.frame, self.before = [], False, 8, ""


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
    starts = set().union(*(f.takes for f in functions.values()), pointers.values()) - code
    table, holds = None, collections.defaultdict(set)
    for at in sorted(starts | set(pointers)):
        table = at if at in starts else table
        if at in pointers:
            holds[table].add(pointers[at])
    for function in functions.values():
        rest = list(function.takes - code)
        while rest:
            new = holds[rest.pop()] - function.takes
            function.takes |= new
            rest += new - code


def read(function, address, operation, operands):
    if operation == "push":
        function.frame += 8
    elif operation in ("sub", "add") and (size := re.match(r"\$0x([0-9a-f]+),%rsp$", operands)):
        # 128 bytes are taken by adding -128, which is shorter to encode.
        less = int(size[1], 16) - (1 << 64 if size[1].startswith("ffff") else 0)
        function.frame += max(less if operation == "sub" else -less, 0)
    elif operation == "sub" and (size := re.match(r"\$0x([0-9a-f]+),%r11$", operands)):
        # A large frame is touched page by page down to %r11; the loop's own `sub` is one too many.
        function.frame += int(size[1], 16) if function.before == "%rsp,%r11" else 0
    function.before = operands
    if operation[0] not in "cjl":
        return
    target = re.search(r"\b([0-9a-f]+) <(.*?)(\+0x[0-9a-f]+)?>$", operands)
    if not target:
        function.indirect |= operation == "call"
    elif PANICS.match(target[2]) and operation != "lea":
        function.panics.append((address, target[2]))
    elif operation == "lea" and not PANICS.match(target[2]) and not MEMORY.match(target[2]):
        function.takes.add(int(target[1], 16))
    elif not target[3] and not MEMORY.match(target[2]) and operation[0] in "cj":
        function.calls.add(int(target[1], 16))


def reached(functions, entries):
    """The functions that can be called from the entries."""
    seen, rest = set(), [at for at, function in functions.items() if function.name in entries]
    while rest:
        at = rest.pop()
        if at in functions and at not in seen:
            seen.add(at)
            rest += functions[at].calls | functions[at].takes
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


def groups(functions, below):
    """Functions that call each other in a circle, those that are called first (Tarjan)."""
    order, low, stack, found = {}, {}, [], []

    def visit(at):
        order[at] = low[at] = len(order)
        stack.append(at)
        for to in below[at]:
            if to not in order:
                visit(to)
            if to in stack:
                low[at] = min(low[at], low[to])
        if low[at] == order[at]:
            start = stack.index(at)
            found.append(stack[start:])
            del stack[start:]

    for at in functions:
        if at not in order:
            visit(at)
    return found


def recursive(functions):
    """The functions that call themselves, or others that call them."""
    below = {at: function.calls & set(functions) for at, function in functions.items()}
    circles = [g for g in groups(functions, below) if len(g) > 1 or g[0] in below[g[0]]]
    return {short(functions[at].name) for group in circles for at in group}


def stack(functions, entry, times):
    """The most that any way down from an entry can use.

    A call through a pointer is taken to reach every function whose address is taken; `times` says
    how often a way can go through a function that recurses."""
    here = reached(functions, {entry})
    taken = set().union(*(function.takes for function in here.values())) & set(here)
    below = {
        at: (function.calls | (taken if function.indirect else set())) & set(here) for at, function in here.items()
    }
    most = {}
    for group in groups(here, below):
        frames = sum(here[at].frame for at in group)
        if len(group) > 1 or group[0] in below[group[0]]:
            frames *= max(times.get(short(here[at].name), THROUGH_POINTERS) for at in group)
        deeper = max((most[to] for at in group for to in below[at] if to not in group), default=0)
        most.update((at, frames + deeper) for at in group)
    return next(most[at] for at, function in here.items() if function.name == entry)


def listed():
    """What may be left: places of panics, functions that recurse with how deep; and the compiler."""
    places, times, compiler = set(), {}, ""
    for line in (pathlib.Path(__file__).parent / "panics.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            kind, what, _reason = line.split(" | ")
            if kind == "panic":
                places.add(what)
            elif kind == "compiler":
                compiler = what
            else:
                times[what] = int(kind.removeprefix("recursion "))
    return places, times, compiler


def compare(what, found, known, other_compiler):
    """Says what is new, and what is listed and not there any more.

    Another compiler has another standard library, and inlines otherwise."""
    new, gone = sorted(found - known), sorted(known - found)
    if other_compiler:
        new = [one for one in new if not re.match("(core|alloc|std)::", one)]
        gone = []
    for one in new:
        print(f"new {what}, not in xtask/scripts/panics.txt: {one}")
    for one in gone:
        print(f"{what} that is gone, still in xtask/scripts/panics.txt: {one}")
    return not new and not gone


def main():
    sys.setrecursionlimit(10_000)
    library = sys.argv[1]
    functions = disassembled(library)
    entries = sorted(f.name for f in functions.values() if f.name.startswith("entry_"))
    here = reached(functions, set(entries))
    places, times, compiler = listed()
    other = f" {compiler}." not in run("rustc", "--version")
    if other:
        print(f"not rustc {compiler}: of the standard library's own, nothing is compared")
    left = panics(library, here)
    print(f"{len(here)} functions behind {len(entries)} entry points; what can panic, by place:")
    for place, count in sorted(left.items()):
        print(f"{count:>4}  {place}")
    stacks = {entry: stack(functions, entry, times) for entry in entries}
    print("stack at most, in bytes:")
    for entry, most in stacks.items():
        print(f"{most:>6}  {entry}")
    good = compare("panic", set(left), places, other)
    good &= compare("recursion", recursive(here), set(times), other)
    if not entries or max(stacks.values()) > MOST_STACK:
        sys.exit(f"no entry points, or over {MOST_STACK} bytes of stack")
    if not good:
        sys.exit(1)
    print(
        f"result: {len(here)} functions behind {len(entries)} entry points; what can panic: "
        f"{len(left)} places, each with its reason; {max(stacks.values())} bytes of stack at most"
    )


main()
