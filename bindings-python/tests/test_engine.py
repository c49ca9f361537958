"""Engines, reports, errors, and what all threads share."""

import copy
import json
import pickle
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest

import paylint
from conftest import ORDER_BYTES
from paylint import Engine, FactsError, PaylintError, PolicyError, Rejected, UnknownNameError

BAD = b'{"client":{},"products":[{"title":"Cup","price":0}]}'
SECRET = "4111111111111111"


def test_a_policy_is_a_dict_or_text() -> None:
    policy = {"label": "acme", "levels": {"product.price_minimum": "warn"}}
    text = json.dumps(policy)
    given: Any
    for given in [policy, text, text.encode(), bytearray(text, "utf-8"), memoryview(text.encode())]:
        engine = Engine(given)
        assert engine.label == "acme"
        assert engine.fingerprint == Engine(policy=policy).fingerprint != Engine().fingerprint
        assert engine.check("order", BAD)
    assert Engine().label is None
    assert Engine().policy_notes == []


POLICIES: list[tuple[Any, str, str]] = [
    ({"levels": {"avs.adress_required": "deny"}}, "levels.avs.adress_required", "did you mean"),
    ({"max_findings": 0}, "max_findings", "0 is not in 1..=10000"),
    ({"lvels": {}}, "", 'unknown member "lvels"; did you mean "levels"?'),
    ({"levels": {"*": object()}}, "levels.*", "an object can't be written as JSON"),
    ({"rules": [{1: 2}]}, "rules.0", "has a key that is an int; keys must be str"),
    ({"max_findings": float("nan")}, "max_findings", "a float that is infinite"),
    ("", "", ""),
    ("{", "", "not JSON"),
    (b"\xff", "", "not JSON"),
    (5, "", "expected a dict or JSON text, found an int"),
    ({SECRET: 1}, "", "whose name is not shown"),
    ({"label": "\ud800"}, "label", "half a surrogate pair"),
]


@pytest.mark.parametrize(("policy", "member", "problem"), POLICIES)
def test_an_invalid_policy_names_the_member(policy: Any, member: str, problem: str) -> None:
    with pytest.raises(PolicyError) as raised:
        Engine(policy)
    error = raised.value
    assert error.member == member
    assert str(error).startswith("invalid policy: ")
    assert problem in str(error)
    assert SECRET not in repr(error)


def test_an_unknown_operation_suggests_another(engine: Engine) -> None:
    for call in [engine.check, engine.accepts]:
        with pytest.raises(UnknownNameError, match='"oder"; did you mean "order"') as raised:
            call("oder", ORDER_BYTES)
        assert raised.value.member == "operation"
        with pytest.raises(UnknownNameError, match=r"^unknown operation, whose name is not shown$"):
            call("\ud800", ORDER_BYTES)
        for wrong in [5, None, b"order"]:
            with pytest.raises(UnknownNameError, match="the operation must be a str"):
                call(wrong, ORDER_BYTES)  # type: ignore[arg-type]
        with pytest.raises(UnknownNameError) as raised:
            call(SECRET)
        assert SECRET not in str(raised.value)


class Operation(str, Enum):
    ORDER = "order"


def test_a_name_can_be_an_enumeration(engine: Engine) -> None:
    assert engine.check(Operation.ORDER, BAD) == engine.check("order", BAD)


def test_the_time(engine: Engine) -> None:
    facts = {"order": {"scenario": "one_step", "paid_at": "2024-11-20T10:15:00Z"}}
    riga = timezone(timedelta(hours=2))
    expected = engine.check("refund", b"{}", {**facts, "now": "2026-11-20T10:15:00.25Z"})
    now: Any
    for now in [
        "2026-11-20T10:15:00.25Z",
        "2026-11-20T12:15:00.25+02:00",
        datetime(2026, 11, 20, 10, 15, 0, 250_000, tzinfo=UTC),
        datetime(2026, 11, 20, 12, 15, 0, 250_000, tzinfo=riga),
    ]:
        assert engine.check("refund", b"{}", facts, now=now) == expected
        assert engine.check("refund", b"{}", facts, changing={"now": now}) == expected
        late = {**facts, "now": "2199-01-01T00:00:00Z"}
        # The time is laid over the other facts.
        assert engine.check("refund", b"{}", late, now=now) == expected
    assert "refund.too_old" in {finding.rule for finding in expected.findings}
    assert not engine.accepts("refund", b"{}", facts, now="2199-01-01T00:00:00Z")
    wrong: list[tuple[Any, str]] = [
        (datetime(2026, 11, 20), "a datetime without a time zone"),
        (datetime(1969, 11, 20, tzinfo=UTC), "not an RFC 3339 time"),
        ("2026-11-20", "not an RFC 3339 time"),
        ("\ud800", "not an RFC 3339 time"),
        (1_800_000_000, "expected a datetime or a str, found an int"),
        (datetime(2026, 11, 20).date(), "expected a datetime or a str, found a datetime.date"),
    ]
    for now, problem in wrong:
        with pytest.raises(FactsError, match=f"invalid facts: now: {problem}") as raised:
            engine.check("refund", b"{}", facts, now=now)
        assert raised.value.member == "now"


def test_a_report(engine: Engine) -> None:
    report = engine.check("order", BAD, {"merchant": {"avs_permission": True}})
    assert not report
    assert (report.verdict, report.status, report.operation) == ("reject", 400, "order")
    assert report.scenario == "one_step"
    assert report.total == Decimal(0)
    at = report.at("/products/0/price")
    assert [finding.rule for finding in at] == ["product.price_minimum"]
    assert at[0].params == {"minimum": "0.01", "actual": "0"}
    assert at[0] in set(report.findings)
    assert report.at("/nowhere") == ()
    assert repr(report) == "<paylint.Report order reject 400: 4 findings, 0 unchecked>"
    assert report.to_json().startswith('{"verdict":"reject","status":400,')
    assert paylint.Report(report.to_json()) == report != engine.check("order", ORDER_BYTES)
    assert hash(paylint.Report(report.to_json())) == hash(report)
    assert report != report.to_json()
    at[0].params.clear()
    assert report.at("/products/0/price")[0].params == {"minimum": "0.01", "actual": "0"}
    accepted = engine.check("order", ORDER_BYTES)
    assert accepted
    assert accepted.verdict == "accept"
    assert accepted.raise_for_reject() is accepted


def test_what_is_no_report_is_one_exception(engine: Engine) -> None:
    report = engine.check("order", ORDER_BYTES)
    members = report.to_dict()
    finding = dict.fromkeys(["rule", "level", "basis", "path", "message"], "x")
    wrong: list[Any] = [
        "garbage",
        "",
        "null",
        "[]",
        SECRET,
        "[" * 100_000,
        report.to_json()[:-1],
        # A beginning as an accepted report has it.
        report.to_json()[: len('{"verdict":"accept"')] + SECRET,
        json.dumps({**members, "verdict": SECRET}),
        json.dumps({**members, "status": "200"}),
        json.dumps({**members, "total": SECRET + "x"}),
        json.dumps({**members, "valid_until": SECRET}),
        json.dumps({**members, "findings": [SECRET]}),
        json.dumps({**members, "findings": [finding]}),
        json.dumps({**members, "unchecked": [{"rule": "x", "level": "deny"}]}),
        json.dumps({**members, "obligations": [{"kind": "x", "by": SECRET, "needs": []}]}),
        b"{}",
        None,
        5,
    ]
    for text in wrong:
        with pytest.raises(paylint.ReportError, match="^invalid report: ") as raised:
            paylint.Report(text)
        assert SECRET not in repr(raised.value)
    assert paylint.Report(json.dumps(members)).to_dict() == members


def test_a_rejected_report_raises(engine: Engine) -> None:
    report = engine.check("order", BAD, {"merchant": {"avs_permission": True}})
    with pytest.raises(Rejected) as raised:
        report.raise_for_reject()
    assert raised.value.report is report
    message = "order rejected: product.price_minimum at /products/0/price and 2 more"
    assert str(raised.value) == message
    again = pickle.loads(pickle.dumps(raised.value))
    assert (type(again), str(again), again.report) == (Rejected, message, report)
    # Only an unchecked rule rejects.
    strict = Engine({"unchecked": "reject"})
    with pytest.raises(Rejected, match=r"^order rejected: avs\.\w+ and 1 more$"):
        strict.check("order", BAD.replace(b":0", b":5")).raise_for_reject()


def test_errors_pickle() -> None:
    for make, given in [(Engine, {"levels": {"x": "deny"}}), (paylint.Facts, {"now": 5})]:
        with pytest.raises(PaylintError) as raised:
            make(given)
        error = raised.value
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.member) == (type(error), str(error), error.member)


def test_engines_and_reports_pickle_and_copy() -> None:
    for policy in [None, {"label": "acme", "levels": {"*": "warn"}}, "{}"]:
        engine = Engine(policy)
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(engine, protocol))
            assert (again.label, again.fingerprint) == (engine.label, engine.fingerprint)
            assert again.check("order", BAD) == engine.check("order", BAD)
        assert copy.deepcopy(engine).fingerprint == engine.fingerprint
    report = Engine().check("order", BAD)
    assert copy.deepcopy(report) == pickle.loads(pickle.dumps(report)) == report


def test_levels_and_rules() -> None:
    own = {"name": "custom.x", "on": ["order"], "member": "total", "maximum": "5"}
    engine = Engine({"levels": {"avs.*": "allow"}, "rules": [own]})
    levels = engine.levels()
    assert list(levels) == [*(rule["name"] for rule in paylint.rules()), "custom.x"]
    assert (levels["avs.zip_code_required"], levels["custom.x"]) == ("allow", "deny")
    assert {rule["name"]: rule["level"] for rule in paylint.rules(engine)} == levels
    assert paylint.explain("custom.x", engine) == paylint.rules(engine)[-1]
    with pytest.raises(paylint.QuestionError, match="unknown rule .*did you mean"):
        paylint.explain("avs.zip_code_require")


def test_any_question_can_be_asked(engine: Engine) -> None:
    brand = {"brand": "amex", "lengths": [15], "code_length": 4}
    assert engine.ask({"ask": "brand", "digits": "37"}) == brand
    assert engine.ask(b'{"ask":"brand","digits":"37"}') == brand
    shop = paylint.Facts(merchant={"avs_permission": True})
    question: dict[str, Any] = {"ask": "check", "operation": "order", "body": {"total": Decimal(1)}}
    report = engine.check("order", b'{"total":1}', shop).to_dict()
    assert engine.ask({**question, "facts": shop}) == report
    wrong: list[tuple[dict[str, Any], type[PaylintError], str]] = [
        ({"ask": "brnd"}, paylint.QuestionError, "ask"),
        ({"ask": "brand", "digits": object()}, paylint.QuestionError, "digits"),
        ({**question, "policy": {"max_findings": 0}}, PolicyError, "max_findings"),
        ({**question, "facts": {"now": 5}}, FactsError, "now"),
        ({**question, "body": {"a": [{SECRET}]}}, paylint.QuestionError, "body.a.0"),
    ]
    for asked, kind, member in wrong:
        with pytest.raises(kind) as raised:
            engine.ask(asked)
        assert raised.value.member == member
        assert SECRET not in repr(raised.value)


def test_routes_and_versions() -> None:
    route = {"operation": "order", "problem": None}
    assert paylint.route("POST", "/api/v0.6/orders/") == route
    assert len(paylint.fingerprint) == 16
    assert paylint.__version__.count(".") == 2


@pytest.mark.parametrize("body", [BAD, ORDER_BYTES])
def test_a_report_may_come_back_in_another_form(body: bytes) -> None:
    report = Engine().check("order", body)
    kept = paylint.Report(json.dumps(report.to_dict(), indent=1, sort_keys=True))
    assert (kept.verdict, bool(kept)) == (report.verdict, bool(report))
    assert kept.findings == report.findings
    assert kept != report
    if not report:
        with pytest.raises(Rejected, match=r"product\.price_minimum"):
            kept.raise_for_reject()


def test_old_rule_name_works_and_is_reported() -> None:
    rule = {"name": "custom.new", "renamed_from": "custom.old", "on": ["order"]}
    rules = [{**rule, "member": "/language", "required": True}]
    engine = Engine({"rules": rules, "levels": {"custom.old": "warn"}})
    assert engine.levels()["custom.new"] == "warn"
    assert engine.policy_notes == ["levels.custom.old: the rule is now called custom.new"]


def test_policies_lie_one_over_another() -> None:
    products = [{"title": "Mug", "price": 12}]
    order = {"client": {"email": "a@mail.example"}, "products": products, "number": "7"}
    body = json.dumps(order).encode()
    unknown = {"levels": {"field.unknown": "deny"}}
    assert not paylint.Engine(unknown).accepts("order", body)
    engine = Engine([unknown, "shop-members", b'{"label":"both"}'])
    assert engine.accepts("order", body)
    assert engine.label == "both"
    again = pickle.loads(pickle.dumps(engine))
    assert again.fingerprint == engine.fingerprint


def test_presets_have_names() -> None:
    default = paylint.Engine("default")
    assert default.fingerprint == paylint.Engine().fingerprint
    names: list[Any] = ["checkout", ["strict", "checkout"], b"checkout"]
    for named in names:
        assert Engine(named).label == "checkout"
    assert pickle.loads(pickle.dumps(Engine("checkout"))).label == "checkout"
    with pytest.raises(PolicyError, match='unknown preset "chekout"; did you mean "checkout"'):
        Engine("chekout")


def test_declared_members_are_listed() -> None:
    engine = paylint.Engine("shop-members")
    paths = {member["path"] for member in paylint.members("order", engine)}
    assert "/success_redirect" in paths
    assert "/success_redirect" not in {member["path"] for member in paylint.members("order")}
    assert {member["operation"] for member in paylint.members()} >= {"order", "refund"}
    assert "success_redirect" in paylint.schema("order", engine)["properties"]
    body = b'{"client":{"email":"a@mail.example"}}'
    fields = {field["path"]: field["state"] for field in engine.fields("order", body)["fields"]}
    assert fields["/success_redirect"] == "optional"
    with pytest.raises(paylint.QuestionError, match='did you mean "order"'):
        paylint.members("ordr")
