"""JSON Schemas of bodies, facts and policies."""

import pytest

import paylint


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
