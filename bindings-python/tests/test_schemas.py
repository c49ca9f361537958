"""The JSON Schemas agree with the engine, by a third-party validator: everything that the engine
accepts satisfies them, and they refuse what they can. Questions and answers satisfy theirs.

``PAYLINT_SCHEMAS`` is a folder with what the examples of the tests write: ``answers.json``, the
schema of questions and answers, and ``random.ndjson``, random cases.
"""

import base64
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

from paylint import Engine, Facts, PaylintError, Report
from test_conformance import Case, cases

FOLDER = Path(os.environ["PAYLINT_SCHEMAS"])
DATA = Path(__file__).parents[2] / "tests/data"
ENGINE = Engine()
OPERATIONS = ENGINE.ask({"ask": "names"})["operations"]
ANSWERS = json.loads((FOLDER / "answers.json").read_text("utf-8"))
#: The rules that JSON Schema can't express, or that a validator can't see after parsing.
UNSAID = {
    "json.too_large",
    "json.malformed",
    "body.required",
    "json.duplicate_key",
    "json.ambiguous_key",
    "order.total_out_of_range",
    "capture.total_required",
}


@cache
def schema(name: str) -> Draft202012Validator:
    text = ENGINE.ask({"ask": "schema", "schema": name})
    return Draft202012Validator(text, validate_formats=True)


@cache
def definition(name: str) -> Draft202012Validator:
    """The schema of a question or an answer."""
    return Draft202012Validator({"$defs": ANSWERS["$defs"], "$ref": f"#/$defs/{name}"})


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").split("\n")[:-1]]


def parsed(body: bytes) -> Any:
    """The value of a text, in UTF-8 without lone surrogates.

    Raises ValueError if there is none.
    """
    value = json.loads(body.decode())
    json.dumps(value, ensure_ascii=False).encode()
    return value


def is_opaque(report: Report) -> bool:
    """Whether a schema can't tell if the body is accepted: none describes a payout's card post or
    other events, and the validator rounds a number with more digits than a double has."""
    opaque = {"payment.of_payout", "webhook.event_not_shown", "number.binary_tail"}
    return any(finding.rule in opaque for finding in report.findings)


def is_read(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except PaylintError:
        return False
    return True


def accepted(operation: str, body: bytes, facts: str | None, policy: str | None) -> Iterator[str]:
    """What the engine accepts of a request, each of which satisfies its schema."""
    known = ["{}"]
    if facts is not None and is_read(Facts, facts):
        schema("facts").validate(json.loads(facts))
        yield "facts"
        known.append(facts)
    if policy is not None and is_read(Engine, policy):
        schema("policy").validate(json.loads(policy))
        yield "policy"
    for facts in known if operation in OPERATIONS else []:
        report = ENGINE.check(operation, body, facts)
        if report.verdict == "accept" and not is_opaque(report):
            try:
                value = parsed(body)
            except ValueError:
                continue
            schema(operation).validate(value)
            yield "body"


def test_accepted_cases_satisfy_their_schemas() -> None:
    count = Counter(
        kind
        for case in cases()
        for kind in accepted(case.operation, case.body or b"", case.facts, case.policy)
    )
    assert count["facts"] > 50 and count["policy"] > 50 and count["body"] > 50, count


def test_accepted_random_cases_satisfy_their_schemas() -> None:
    count: Counter[str] = Counter()
    for case in lines(FOLDER / "random.ndjson"):
        texts = [json.dumps(case[name]) if name in case else None for name in ("facts", "policy")]
        count.update(accepted(case["operation"], base64.b64decode(case["raw_base64"]), *texts))
    assert count["facts"] > 1000 and count["policy"] > 1000 and count["body"] > 1000, count


def with_own_rules(policy: str | None) -> tuple[Engine, set[str]]:
    """An engine with the rules and members of a policy alone, and those of its rules that JSON
    Schema can express."""
    given = json.loads(policy or "{}", parse_float=Decimal)
    own = {name: given[name] for name in ("rules", "members") if name in given}
    if "rules" not in own or not is_read(lambda _: Engine(own), ""):
        return ENGINE, set()

    def is_said(rule: dict[str, Any]) -> bool:
        conditions = ("when", "from", "until", "level", "same_as", "differs_from")
        compares = any(isinstance(rule.get(name), dict) for name in ("minimum", "maximum"))
        is_conditional = any(rule.get(name) is not None for name in conditions)
        return not (compares or is_conditional or rule["member"] == "total")

    return Engine(own), {rule["name"] for rule in own["rules"] if is_said(rule)}


def at(value: Any, path: str) -> Any:
    """The value at a pointer; nothing if there is none."""
    for name in path.split("/")[1:]:
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (LookupError, TypeError):
            return None
    return value


def requests() -> Iterator[tuple[str, bytes, str | None]]:
    """Cases and the rules' examples: the operation, the body and the policy."""
    for case in cases():
        if case.operation in OPERATIONS and case.body is not None:
            yield case.operation, case.body, case.policy
    for rule in ENGINE.ask({"ask": "catalogue"}):
        example = rule["violated_by"]
        policy = json.dumps(example["policy"]) if "policy" in example else None
        if "body" in example:
            yield example["operation"], json.dumps(example["body"]).encode(), policy


def test_schemas_refuse_denied_bodies() -> None:
    """If JSON Schema can express the reason, and without the facts; and none that is accepted."""
    refused = set()
    for operation, body, policy in requests():
        try:
            value = parsed(body)
        except ValueError:
            continue
        engine, said = with_own_rules(policy)
        own = engine.ask({"ask": "schema", "schema": operation})
        is_refused = not (
            schema(operation) if engine is ENGINE else Draft202012Validator(own)
        ).is_valid(value)
        report = engine.check(operation, body)
        is_accepted = report.verdict == "accept" and not is_opaque(report)
        assert not (is_accepted and is_refused), (operation, body)
        is_doubled = any(finding.rule == "json.duplicate_key" for finding in report.findings)
        for finding in report.findings:
            name, found = finding.rule, at(value, finding.path)
            if finding.level != "deny" or name in UNSAID:
                continue
            if is_refused:
                refused.add(name)
                continue
            is_custom = finding.basis == "custom"
            # A fact decides whether a card post may lack the code. A parser takes the last value of
            # a key.
            is_unsaid = is_doubled or name in ("number.out_of_range", "payment.csc_required")
            # A schema can't compare numbers in strings, or count digits.
            is_number = isinstance(found, str) and (
                name.endswith(("_minimum", "_range")) or (is_custom and found[:1].isdigit())
            )
            is_unsaid = is_unsaid or is_number or (is_custom and name not in said)
            assert is_unsaid, (name, body)
    rules = ENGINE.ask({"ask": "catalogue"})
    sayable = {rule["name"] for rule in rules if not rule["needs"] and rule["level"] == "deny"}
    assert sayable - refused == UNSAID


def test_schemas_take_their_examples() -> None:
    for name in (*OPERATIONS, "facts", "policy"):
        text = ENGINE.ask({"ask": "schema", "schema": name})
        assert all(schema(name).is_valid(example) for example in text.get("examples", [])), name


def test_schemas_refuse_wrong_facts_and_policies() -> None:
    for row in lines(DATA / "errors.ndjson"):
        kind = "facts" if "facts" in row else "policy"
        assert schema(kind).is_valid(row[kind]) == row.get("unsaid", False), row


def members(case: Case) -> dict[str, Any]:
    """The members of a question about a case."""
    question: dict[str, Any] = {"id": 7, "operation": case.operation}
    if case.body is not None:
        try:
            question["raw"] = case.body.decode()
        except UnicodeDecodeError:
            question["raw_base64"] = base64.b64encode(case.body).decode()
    texts = (("facts", case.facts), ("policy", case.policy))
    return question | {name: json.loads(text) for name, text in texts if text is not None}


def test_answers_to_cases_satisfy_their_schemas() -> None:
    for case in cases():
        if case.report is None or case.operation == "history":
            continue
        answers = {
            "check": case.report,
            "problem": case.problem or "null",
            "fields": case.fields,
            "fixes": case.fixes,
        }
        for name, answer in answers.items():
            if answer is not None:
                definition(f"{name}.question").validate({"ask": name} | members(case))
                definition(f"{name}.answer").validate(json.loads(answer))


def test_every_answer_satisfies_its_schema() -> None:
    for question in lines(DATA / "questions.ndjson"):
        definition(f"{question['ask']}.answer").validate(ENGINE.ask(question))
