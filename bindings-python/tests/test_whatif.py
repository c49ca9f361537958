"""Fields and repairs, in every case that expects something of them."""

import json
from pathlib import Path
from typing import Any

import paylint
from conftest import ORDER
from paylint import Engine

CASES = Path(__file__).parents[2] / "tests" / "cases" / "whatif.ndjson"


def body_of(case: dict[str, Any]) -> str | None:
    """The body of a case: these are written so that they come back as they were."""
    return json.dumps(case["body"]) if "body" in case else case.get("raw")


def test_every_case() -> None:
    fields = repairs = 0
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        expect = case["expect"]
        engine = Engine(case.get("policy"))
        request = (case["operation"], body_of(case), case.get("facts"))
        if "repairs" in expect:
            repairs += 1
            assert engine.repairs(*request) == expect["repairs"], case["id"]
        if "fields" in expect:
            fields += 1
            answer = engine.fields(*request)
            assert answer["operation"] == case["operation"]
            found = {field["path"]: field for field in answer["fields"]}
            for path, state, rules, *needs in expect["fields"]:
                assert (found[path]["state"], found[path]["rules"]) == (state, rules), case["id"]
                assert not needs or found[path]["needs"] == needs[0], case["id"]
    assert fields > 3
    assert repairs > 3


def test_a_repair_can_be_applied(engine: Engine) -> None:
    body = {**ORDER, "products": [{"title": "Cup"}]}
    assert not engine.check("order", body)
    answer = engine.repairs("order", body)
    assert answer["verdict"] == "reject"
    (repair, *_) = answer["repairs"]
    (change,) = repair["patch"]
    assert (change["op"], change["path"]) == ("add", "/products/0/price")
    body["products"] = [{"title": "Cup", "price": change["value"]}]
    assert engine.check("order", body)
    assert engine.repairs("order", body)["repairs"] == []


def test_facts_count(engine: Engine) -> None:
    shop = paylint.Facts(merchant={"avs_permission": True})

    def state(**how: Any) -> Any:
        fields = engine.fields("order", ORDER, **how)["fields"]
        return next(field for field in fields if field["path"] == "/client/zip_code")["state"]

    assert state() == "optional"
    assert state(facts=shop) == state(changing=shop) == "required"
