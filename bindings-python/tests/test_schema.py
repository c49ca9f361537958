"""JSON Schemas of bodies, facts and policies."""

import pytest

import paylint
from paylint import Engine, Facts


@pytest.mark.parametrize("of", [*paylint.OPERATIONS, "facts", "policy"])
def test_every_schema_has_examples_that_are_taken(of: str) -> None:
    schema = paylint.schema(of)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for example in schema.get("examples", []):
        if of == "facts":
            assert Facts(example)
        elif of == "policy":
            assert Engine(example)
        else:
            assert Engine().check(of, example)
    assert ("examples" in schema) == (of != "reversal")


def test_members_are_described() -> None:
    zip_code = paylint.schema("order")["$defs"]["Client"]["properties"]["zip_code"]
    assert zip_code["type"] == ["string", "null"]
    assert zip_code["description"]
    assert zip_code["examples"] == ["LV-1010"]


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(paylint.UnknownNameError, match='did you mean "order"'):
        paylint.schema("ordr")
