"""The catalogues of rules and of members, and the compatibility table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from ._engine import DEFAULT, FEATURES, OPERATIONS, Engine, known

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ._report import Level


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a request. Body, facts and policy are JSON text, ``None`` if there is none."""

    operation: str
    body: str | None
    facts: str | None
    policy: str | None


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, and the catalogue's prose about it."""

    name: str
    #: The part of the name before the dot.
    family: str
    #: The number that identifies the rule in the C binding; 0 if it is a policy's own rule.
    number: int
    #: The version of paylint that first had the rule; ``None`` for a policy's own rule.
    since: str | None
    #: The names that it had before, which policies can still use.
    renamed_from: tuple[str, ...]
    #: What to do instead if the rule is deprecated; ``None`` if it isn't.
    deprecated: str | None
    #: The operations that the rule applies to.
    operations: tuple[str, ...]
    #: The default level, or the level under the engine's policy.
    level: Level
    #: Whether a policy can't change the level.
    locked: bool
    #: What the rule is based on: ``stated``, ``inferred``, ``convention``, ``integrity``,
    #: ``custom``.
    basis: str
    #: The section of the gateway's documentation, or the standard.
    source: str | None
    #: The facts that the rule reads.
    needs: tuple[str, ...]
    #: What the rule requires, in one line.
    summary: str
    #: Why the rule exists.
    why: str
    #: The message of a finding; ``{name}`` stands for a member of ``params``.
    message: str
    #: The members of a finding's ``params``, in order.
    params: tuple[str, ...]
    #: An example that violates the rule; ``None`` for a policy's own rule.
    violated_by: Example | None
    #: An example that the rule applies to and that satisfies it.
    held_by: Example | None


def rules(engine: Engine | None = None) -> tuple[Rule, ...]:
    """Every rule, in the order of findings, with its default level.

    With an engine: with the levels of its policy, and policy rules at the end.
    """
    return tuple(
        _rule(entry) for _, entry in _parts((engine or DEFAULT)._ask({"ask": "catalogue"}))
    )


def explain(name: str, engine: Engine | None = None) -> Rule:
    """The rule of this name.

    Raises UnknownNameError if there is none. The message suggests the nearest name.
    """
    by_name = {rule.name: rule for rule in rules(engine)}
    known("rule", name, by_name)
    return by_name[name]


def _rule(text: str) -> Rule:
    rule = json.loads(text)
    for member in ("renamed_from", "operations", "needs", "params"):
        rule[member] = tuple(rule[member])
    texts = dict(_parts(text))
    for member in ("violated_by", "held_by"):
        rule[member] = rule[member] and _example(rule[member], dict(_parts(texts[member])))
    return Rule(**rule)


def _example(case: dict[str, Any], texts: dict[str, str]) -> Example:
    """The example of a case, whose JSON stays as it is written."""
    body = case["raw"] if "raw" in case else texts.get("body")
    return Example(case["operation"], body, texts.get("facts"), texts.get("policy"))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The texts of an object's members, by name, or of an array's elements, without white space."""
    decoder, at, is_object = json.JSONDecoder(), 1, text[0] == "{"
    while text[at] not in "]}":
        name = ""
        if is_object:
            name, at = decoder.raw_decode(text, at)
            at += 1
        _, end = decoder.raw_decode(text, at)
        yield name, text[at:end]
        at = end + (text[end] == ",")


def schema(of: str, engine: Engine | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of an operation's body, of ``facts`` or of a ``policy``.

    With an engine, it has the members that the engine's policy declares.

    Whatever is accepted with the default policy satisfies its operation's schema; the other way
    round doesn't hold. Raises UnknownNameError if there is no such schema.
    """
    known("schema", of, (*OPERATIONS, "facts", "policy"))
    return cast("dict[str, Any]", (engine or DEFAULT).ask({"ask": "schema", "schema": of}))


def preset(of: str) -> str:
    """The policy of this name, as JSON: ``default``, ``checkout``, ``shop-members`` or ``strict``.

    Pass it to Engine, alone or in a list with your own policy on top. Raises UnknownNameError if
    there is no such policy.
    """
    presets = dict(_parts(DEFAULT._ask({"ask": "presets"})))
    known("preset", of, presets)
    return presets[of]


@dataclass(frozen=True, slots=True)
class Route:
    """Where a method and a path lead."""

    #: The operation, also where they lead to it but for a mistake; ``None`` if they lead to none.
    operation: str | None
    #: What is wrong with them; ``None`` if they lead to the operation.
    problem: str | None


def route(method: str, path: str) -> Route:
    """The operation of an HTTP method and a path or URL, and what is wrong with these."""
    return Route(**DEFAULT.ask({"ask": "route", "method": method, "path": path}))


@dataclass(frozen=True, slots=True)
class Member:
    """A member that a body can have."""

    #: The operation whose body it is.
    operation: str
    #: Where it is, as a JSON Pointer in which ``*`` is every element of an array.
    path: str
    #: The JSON type, as findings name it.
    type: str
    #: An ordinary valid value, harmless and made up. That of an object or a list is complete.
    example: Any
    #: What it is, in a few words.
    about: str


def members(operation: str | None = None, engine: Engine | None = None) -> tuple[Member, ...]:
    """Every member that an operation's body can have, in document order.

    With an engine, also those that its policy declares.

    Without an operation: those of all of them. A reversal has no body. Raises UnknownNameError if
    there is no such operation.
    """
    question = {"ask": "members"}
    if operation is not None:
        known("operation", operation, OPERATIONS)
        question["operation"] = operation
    return tuple(Member(**entry) for entry in (engine or DEFAULT).ask(question))


@dataclass(frozen=True, slots=True)
class Compatibility:
    """What the compatibility table says about two features."""

    a: str
    b: str
    #: Each row lists the other feature, no row does, or the rows disagree.
    compatibility: Literal["compatible", "incompatible", "disputed"]
    #: Whether the row of ``a`` lists ``b``; ``None`` if ``a`` has no row.
    row_of_a_lists_b: bool | None
    #: Whether the row of ``b`` lists ``a``; ``None`` if ``b`` has no row.
    row_of_b_lists_a: bool | None


def compatibility(a: str, b: str) -> Compatibility | None:
    """What the compatibility table says about two features, and which row says it.

    ``None`` if the two can't occur together: a feature and itself, two payouts, two ways to charge
    a saved method. Raises UnknownNameError if there is no such feature.
    """
    for feature in (a, b):
        known("feature", feature, FEATURES)
    pairs = DEFAULT.ask({"ask": "matrix", "features": [a, b]})["pairs"]
    if not pairs or pairs[0]["compatibility"] is None:
        return None
    pair = pairs[0]
    if pair["a"] != a:
        rows = pair["row_of_b_lists_a"], pair["row_of_a_lists_b"]
        pair |= {"a": a, "b": b, "row_of_a_lists_b": rows[0], "row_of_b_lists_a": rows[1]}
    return Compatibility(**pair)


def compatible_with(features: Iterable[str]) -> tuple[str, ...]:
    """The features that can be added to these: compatible with all of them, or disputed.

    None can be added to features that clash. Raises UnknownNameError if there is no such feature.
    """
    features = list(features)
    for feature in features:
        known("feature", feature, FEATURES)
    if not features:
        return FEATURES
    answer = DEFAULT.ask({"ask": "matrix", "features": features})
    added = {*answer["can_be_added"], *answer["disputed_if_added"]}
    return tuple(feature for feature in FEATURES if feature in added)
