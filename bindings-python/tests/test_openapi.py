"""The command's OpenAPI documents, checked by a third-party validator of the specification.

``PAYLINT_OPENAPI`` is a folder with what ``paylint schema openapi`` writes, with several policies.
"""

import json
import os
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

import paylint

DOCUMENTS = sorted(Path(os.environ["PAYLINT_OPENAPI"]).glob("*.json"))


def test_there_are_documents() -> None:
    assert [document.name for document in DOCUMENTS] == ["default.json", "shop-members.json"]


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_a_document_is_valid(file: Path) -> None:
    document = json.loads(file.read_text("utf-8"))
    errors = [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()]
    assert errors == []
    engine = paylint.Engine()
    names = engine.ask({"ask": "names"})
    items = [*document["paths"].values(), *document["webhooks"].values()]
    assert {item["post"]["operationId"] for item in items} == set(names["operations"])
    # Card posts go to an address that comes with the order.
    for path in document["paths"].keys() - {"/"}:
        question = {"ask": "route", "method": "POST", "path": path.replace("{order_id}", "1001")}
        assert engine.ask(question)["operation"] == document["paths"][path]["post"]["operationId"]


def test_the_validator_finds_faults() -> None:
    document = json.loads(DOCUMENTS[0].read_text("utf-8"))
    del document["paths"]["/orders/{order_id}/capture/"]["post"]["parameters"]
    assert list(OpenAPIV31SpecValidator(document).iter_errors())


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_the_schemas_take_the_examples(file: Path) -> None:
    document = json.loads(file.read_text("utf-8"))
    items = [*document["paths"].values(), *document["webhooks"].values()]
    for post in (item["post"] for item in items):
        operation = post["operationId"]
        if operation == "reversal":
            assert "requestBody" not in post
            continue
        media = post["requestBody"]["content"]["application/json"]
        # A document of its own, in which the references lead to the same places.
        schema = Draft202012Validator(media["schema"] | {"components": document["components"]})
        assert media["examples"] and not schema.is_valid(5), operation
        for example in media["examples"].values():
            schema.validate(example["value"])
            assert paylint.Engine().check(operation, example["value"]).verdict == "accept"


def test_declared_members_are_in_it() -> None:
    documents = [json.loads(document.read_text("utf-8")) for document in DOCUMENTS]
    clients = [document["components"]["schemas"]["Order.Client"] for document in documents]
    phones = [client["properties"].get("phone") for client in clients]
    assert phones[0] is None and phones[1]["description"] == "Declared by the policy."
