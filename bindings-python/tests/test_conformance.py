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
    #: The report and the problem details, or nothing if there is an error instead.
    report: str | None
    problem: str | None
    #: Fields and fixes, and the body after the safe changes and after all permitted ones; nothing
    #: for a long body.
    fields: str | None
    fixes: str | None
    applied: tuple[bytes, ...]


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
            tuple(base64.b64decode(body or "") for body in applied),
        )


def report_of(case: Case) -> paylint.Report:
    engine = paylint.Engine(case.policy)
    facts = None if case.facts is None else paylint.Facts.from_json(case.facts)
    return engine.check(case.operation, case.body, facts)


def test_every_case_has_the_same_report() -> None:
    count = problems = compared = 0
    for case in cases():
        count += 1
        try:
            report = report_of(case)
        except paylint.PaylintError:
            assert case.report is None, case.id
            continue
        assert report.to_json() == case.report, case.id
        engine = paylint.Engine(case.policy)
        problem = engine.problem(case.operation, case.body, case.facts)
        text = problem and json.dumps(problem, ensure_ascii=False, separators=(",", ":"))
        assert text == case.problem, case.id
        problems += problem is not None
        assert engine.accepts(case.operation, case.body, case.facts) is bool(report), case.id
        if case.facts or case.policy:
            # As dicts, with the digits that the texts have.
            facts, policy = (
                text and json.loads(text, parse_float=Decimal) for text in (case.facts, case.policy)
            )
            engine = paylint.Engine(policy or None)
            facts = paylint.Facts(**facts) if facts else None
            assert engine.check(case.operation, case.body, facts) == report, case.id
            compared += 1
    assert count > 600
    assert problems > 200
    assert compared > 250


def test_times_and_lists_are_typed() -> None:
    for case in cases():
        if case.report is None:
            continue
        report, members = paylint.Report(case.report), json.loads(case.report)
        assert list(report.capabilities) == members["capabilities"]
        assert [entry.kind for entry in report.obligations] == [
            entry["kind"] for entry in members["obligations"]
        ]
        times = [report.valid_until, *(entry.by for entry in report.obligations)]
        texts = [members["valid_until"], *(entry["by"] for entry in members["obligations"])]
        for time, text in zip(times, texts, strict=True):
            assert (time and time.strftime("%Y-%m-%dT%H:%M:%SZ")) == text


def test_every_case_has_the_same_fields_and_fixes() -> None:
    count = 0
    for case in cases():
        if case.fixes is None:
            continue
        count += 1
        engine = paylint.Engine(case.policy)
        facts = None if case.facts is None else paylint.Facts.from_json(case.facts)
        found = engine.fixes(case.operation, case.body, facts)
        assert found == json.loads(case.fixes), case.id
        fields = engine.fields(case.operation, case.body, facts)
        assert fields == json.loads(case.fields or ""), case.id
        body = case.body or b""
        applied = tuple(engine.apply(case.operation, body, facts, how) for how in (False, True))
        assert applied == case.applied, case.id
    assert count > 1000
