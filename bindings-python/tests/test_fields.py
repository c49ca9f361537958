"""Fields, in every case that expects some of them."""

import json
from pathlib import Path
from typing import Any

import paylint
from conftest import ORDER
from paylint import Engine

CASES = Path(__file__).parents[2] / "tests" / "cases" / "fields.ndjson"


def body_of(case: dict[str, Any]) -> str | None:
    """The body of a case: these are written so that they come back as they were."""
    return json.dumps(case["body"]) if "body" in case else case.get("raw")


def test_every_case() -> None:
    count = 0
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        engine = Engine(case.get("policy"))
        answer = engine.fields(case["operation"], body_of(case), case.get("facts"))
        assert answer["operation"] == case["operation"]
        found = {field["path"]: field for field in answer["fields"]}
        for path, state, rules, *needs in case["expect"]["fields"]:
            count += 1
            assert (found[path]["state"], found[path]["rules"]) == (state, rules), case["id"]
            assert not needs or found[path]["needs"] == needs[0], case["id"]
    assert count > 20


def test_facts_count(engine: Engine) -> None:
    shop = paylint.Facts(merchant={"avs_permission": True})

    def state(**how: Any) -> Any:
        fields = engine.fields("order", ORDER, **how)["fields"]
        return next(field for field in fields if field["path"] == "/client/zip_code")["state"]

    assert state() == "optional"
    assert state(facts=shop) == state(changing=shop) == "required"
