"""Every conformance case and sample, compared byte for byte with the core's report.

``PAYLINT_CASES`` is what ``cargo run -p paylint-tests --example expected`` writes.
"""

import base64
import json
import os
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import paylint


class Case(NamedTuple):
    id: str
    operation: str
    body: bytes | None
    facts: str | None
    policy: str | None
    #: The report and the problem details; or nothing, and the error.
    report: str | None
    problem: str | None
    #: Fields and fixes, and the body after the safe changes and after all permitted ones; nothing
    #: for a long body.
    fields: str | None
    fixes: str | None
    applied: list[bytes]


def cases() -> Iterator[Case]:
    for line in Path(os.environ["PAYLINT_CASES"]).read_text("utf-8").split("\n")[:-1]:
        columns = [None if column == "-" else column for column in line.split("\t")]
        name, operation, body, facts, policy, report, problem, *more = columns
        fields, fixes, *applied = more or (None, None)
        yield Case(
            name or "",
            operation or "",
            None if body is None else base64.b64decode(body),
            facts,
            policy,
            None if report == "!" else report,
            problem,
            fields,
            fixes,
            [base64.b64decode(body or "") for body in applied],
        )


def test_every_case_gives_the_same_results() -> None:
    count = problems = as_dicts = asked = 0
    for case in cases():
        if case.operation == "history":
            continue
        count += 1
        try:
            engine = paylint.Engine(case.policy)
            facts = None if case.facts is None else paylint.Facts(case.facts)
            report = engine.check(case.operation, case.body, facts)
        except paylint.PaylintError:
            assert case.report is None, case.id
            continue
        assert report.to_json() == case.report, case.id
        typed(report)
        problem = engine.problem(case.operation, case.body, case.facts)
        text = problem and json.dumps(problem, ensure_ascii=False, separators=(",", ":"))
        assert text == case.problem, case.id
        problems += problem is not None
        assert engine.accepts(case.operation, case.body, case.facts) is bool(report), case.id
        if case.facts or case.policy:
            # With the digits that the texts have.
            dicts = [
                text and json.loads(text, parse_float=Decimal) for text in (case.facts, case.policy)
            ]
            again = paylint.Engine(dicts[1]).check(case.operation, case.body, dicts[0])
            assert again == report, case.id
            as_dicts += 1
        if case.fixes is None:
            continue
        asked += 1
        fields = engine.fields(case.operation, case.body, facts)
        assert fields == json.loads(case.fields or ""), case.id
        fixes = engine.fixes(case.operation, case.body, facts)
        assert fixes == json.loads(case.fixes), case.id
        body = case.body or b""
        applied = [engine.apply(case.operation, body, facts, unsafe) for unsafe in (False, True)]
        assert applied == case.applied, case.id
    assert count > 600
    assert problems > 200
    assert as_dicts > 250
    assert asked > 1000


def typed(report: paylint.Report) -> None:
    """Lists and times have the values of the JSON."""
    members = report.to_dict()
    assert list(report.capabilities) == members["capabilities"]
    obligations = members["obligations"]
    assert [entry.kind for entry in report.obligations] == [entry["kind"] for entry in obligations]
    times = [report.valid_until, *(entry.by for entry in report.obligations)]
    texts = [members["valid_until"], *(entry["by"] for entry in obligations)]
    for time, text in zip(times, texts, strict=True):
        assert (time and time.strftime("%Y-%m-%dT%H:%M:%SZ")) == text
