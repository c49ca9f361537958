#!/usr/bin/env python3
"""Fails if the tests don't reach a line or a function of core that has no reason for it.

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
    """How often each line was reached, and each function by its first line, all builds together."""
    root = pathlib.Path.cwd().resolve()
    lines, functions = collections.Counter(), collections.Counter()
    for record in pathlib.Path(lcov).read_text().split("end_of_record\n"):
        file, begins = None, {}
        for entry in record.splitlines():
            kind, _, values = entry.partition(":")
            if kind == "SF":
                file = str(pathlib.Path(values).relative_to(root))
            elif kind == "DA":
                line, count = values.split(",")[:2]
                lines[file, int(line)] += int(count)
            elif kind == "FN":
                line, name = values.split(",", 1)
                begins[name] = int(line)
            elif kind == "FNDA":
                count, name = values.split(",", 1)
                functions[file, begins[name]] += int(count)
    return lines, functions


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
    lines, functions = counts(sys.argv[1])
    missed = {at for at, count in [*lines.items(), *functions.items()] if count == 0}
    faults = []
    excused = set()
    for file in sorted({file for file, _ in lines}):
        source = pathlib.Path(file).read_text().splitlines()
        for number, reason, covered in markers(source):
            excused |= {(file, line) for line in covered}
            if not reason:
                faults.append(f"{file}:{number}: a marker without a reason")
            if not any((file, line) in missed for line in covered):
                faults.append(f"{file}:{number}: a marker, but the tests reach what it covers")
    for file, line in sorted(missed - excused):
        text = pathlib.Path(file).read_text().splitlines()[line - 1].strip()
        faults.append(f"{file}:{line}: not reached: {text}")
    reached = [
        f"{sum(count > 0 for count in table.values())} of {len(table)} {what}"
        for what, table in [("functions", functions), ("lines", lines)]
    ]
    print("\n".join([*faults, f"core: {', '.join(reached)}"]))
    if faults or not lines or not functions:
        sys.exit(1)
    print(f"result: {' and '.join(reached)} reached; each of the others has its reason")


main()
