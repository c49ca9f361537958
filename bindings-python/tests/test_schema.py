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


def test_members_are_listed() -> None:
    everything = paylint.members()
    assert {member.operation for member in everything} == set(paylint.OPERATIONS) - {"reversal"}
    order = paylint.members("order")
    assert order == tuple(member for member in everything if member.operation == "order")
    price = next(member for member in order if member.path == "/products/*/price")
    assert (price.type, price.example) == ("number", 12)
    assert price.about == "the price of one, at least 0.01"
    assert paylint.members("reversal") == ()


def test_members_of_no_operation() -> None:
    with pytest.raises(paylint.UnknownNameError, match='did you mean "order"'):
        paylint.members("ordr")
    with pytest.raises(paylint.UnknownNameError, match="must be a str, not an int"):
        paylint.members(5)  # type: ignore[arg-type]
