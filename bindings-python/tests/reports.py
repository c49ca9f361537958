"""The report of each case, or `error`, one on each line: python reports.py cases.tsv

The fields of a case are separated by tabs: id, operation, body in base64 or `-`, facts or `-`,
policy or `-`.
"""

import base64
import sys

import paylint


def report(operation: str, body: str, facts: str, policy: str) -> str:
    try:
        engine = paylint.Engine(None if policy == "-" else policy)
        given = None if facts == "-" else paylint.Facts.from_json(facts)
        content = None if body == "-" else base64.b64decode(body)
        return engine.check(operation, content, given).to_json()
    except paylint.PaylintError:
        return "error"


with open(sys.argv[1], encoding="utf-8", newline="\n") as cases:
    for line in cases:
        _, *fields = line.rstrip("\n").split("\t")
        sys.stdout.buffer.write(report(*fields).encode() + b"\n")
