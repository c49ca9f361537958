"""The command's OpenAPI documents, checked by a third-party validator of the specification.

``PAYLINT_OPENAPI`` is a folder with what ``paylint schema openapi`` writes, with several policies.
"""

import json
import os
from pathlib import Path

import pytest
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
    names = paylint.Engine().ask({"ask": "names"})
    items = [*document["paths"].values(), *document["webhooks"].values()]
    assert {item["post"]["operationId"] for item in items} == set(names["operations"])


def test_the_validator_finds_faults() -> None:
    document = json.loads(DOCUMENTS[0].read_text("utf-8"))
    del document["paths"]["/orders/{order_id}/capture/"]["post"]["parameters"]
    assert list(OpenAPIV31SpecValidator(document).iter_errors())
