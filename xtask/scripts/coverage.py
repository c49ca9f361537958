#!/usr/bin/env python3
"""Compares what the tests do not reach with xtask/scripts/coverage.txt.

    xtask/scripts/coverage.py LCOV

A gap is a line, or a function by the line where it begins; the list names it by its text, since
line numbers move.
"""

import collections
import pathlib
import sys

root = pathlib.Path(__file__).parent.parent


def counts(lcov):
    """How often each line was reached, and each function by its first line, all instances one."""
    lines, functions = collections.Counter(), collections.Counter()
    for record in pathlib.Path(lcov).read_text().split("end_of_record\n"):
        file, begins = None, {}
        for entry in record.splitlines():
            kind, _, values = entry.partition(":")
            if kind == "SF":
                file = str(pathlib.Path(values).relative_to(root.resolve()))
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


def main():
    lines, functions = counts(sys.argv[1])
    missed = {at for at, count in [*lines.items(), *functions.items()] if count == 0}
    source = {file: (root / file).read_text().splitlines() for file, _ in missed}
    gaps = {(file, source[file][line - 1].strip()): line for file, line in sorted(missed)}
    listed = set()
    for entry in (root / "xtask/scripts/coverage.txt").read_text().splitlines():
        if entry and not entry.startswith("#"):
            file, rest = entry.split(" | ", 1)
            text, _reason = rest.rsplit(" | ", 1)
            listed.add((file, text))
    for what, table in [("functions", functions), ("lines", lines)]:
        reached = sum(count > 0 for count in table.values())
        print(f"core: {reached} of {len(table)} {what} ({reached / len(table):.2%})")
    new, gone = sorted(set(gaps) - listed), sorted(listed - set(gaps))
    for gap in new:
        print(f"not reached, and not in xtask/scripts/coverage.txt: {gap[0]}:{gaps[gap]} | {gap[1]}")
    for gap in gone:
        print(f"reached, or gone, and in xtask/scripts/coverage.txt: {gap[0]} | {gap[1]}")
    sys.exit(bool(new or gone or not lines or not functions))


main()
