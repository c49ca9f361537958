#!/usr/bin/env python3
"""Fails if the tests don't reach a line of core that has no reason for it.

    xtask/scripts/coverage.py LCOV        in the project's folder

The reason stands at the code, so that it moves with it: `// not covered: reason` behind a line, or
on a line of its own above what it covers, which is the next line and all that is indented deeper.
A marker that covers nothing but what is reached fails too.
"""

import collections
import pathlib
import sys

MARKER = "// not covered:"


def counts(lcov):
    """How often each line was reached, all builds together."""
    root = pathlib.Path.cwd().resolve()
    lines = collections.Counter()
    for entry in pathlib.Path(lcov).read_text().splitlines():
        kind, _, values = entry.partition(":")
        if kind == "SF":
            file = str(pathlib.Path(values).relative_to(root))
        elif kind == "DA":
            line, count = values.split(",")[:2]
            lines[file, int(line)] += int(count)
    return lines


def indent(line):
    return len(line) - len(line.lstrip())


def markers(source):
    """Each marker's line and reason, and the lines that it covers."""
    for number, line in enumerate(source, 1):
        before, found, reason = line.partition(MARKER)
        if found and before.strip():
            yield number, reason.strip(), {number}
        elif found:
            # From 0, `number` is the line below the marker.
            last = number
            while last + 1 < len(source) and (not source[last + 1].strip() or indent(source[last + 1]) > indent(line)):
                last += 1
            closes = source[last + 1 : last + 2]
            if last > number and closes and closes[0].strip()[:1] in ("}", ")", "]"):
                last += 1
            yield number, reason.strip(), set(range(number + 1, last + 2))


def main():
    lines = counts(sys.argv[1])
    missed = {at for at, count in lines.items() if count == 0}
    faults = []
    for file in sorted({file for file, _ in lines}):
        source = pathlib.Path(file).read_text().splitlines()
        for number, reason, covered in markers(source):
            excused = {(file, line) for line in covered} & missed
            if not reason or not excused:
                faults.append(f"{file}:{number}: a marker without a reason, or the tests reach what it covers")
            missed -= excused
    faults += [f"{file}:{line}: not reached" for file, line in sorted(missed)]
    print("\n".join(faults))
    if faults or not lines:
        sys.exit(1)
    reached = sum(count > 0 for count in lines.values())
    print(f"result: {reached} of {len(lines)} lines reached; each of the others has its reason")


main()
