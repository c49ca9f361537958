#!/usr/bin/env python3
"""Writes out what hides code from cargo-mutants, in the files given (of a copy of the sources).

It looks into no macro: each `check!(|c, found| { … })` becomes the function that it stands for.
And it knows no alias of Result: `Known<T>` and `Outcome` become what they are.
"""
import re
import sys

START = "check!(|c, found| {"
FUNCTION = (
    "{{ fn check<'c>(c: &'c Context<'c>, found: &mut Found<'_>)"
    " -> core::result::Result<(), crate::facts::Missing> {{{}}} Check::Function(check) }}"
)
RESULT = r"-> core::result::Result<\1, crate::facts::Missing>"


def expand(source):
    out, at = [], 0
    while (start := source.find(START, at)) >= 0:
        # The code is formatted: the block ends where a line begins with its indent and `})`.
        line = source.rfind("\n", 0, start) + 1
        indent = re.match(" *", source[line:])[0]
        end = source.index(f"\n{indent}}})", start)
        out += [source[at:start], FUNCTION.format(source[start + len(START) : end] + "\n")]
        at = end + len(f"\n{indent}}})")
    source = "".join(out) + source[at:]
    source = re.sub(r"-> Outcome\b", "-> Known<()>", source)
    return re.sub(r"-> Known<([^<>]+(?:<[^<>]*>)?)>", RESULT, source)


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        source = file.read()
    if (expanded := expand(source)) != source:
        with open(path, "w", encoding="utf-8") as file:
            file.write(expanded)
