"""The catalogues of rules and of members, and the compatibility table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from . import _paylint
from ._paylint import Engine

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    return tuple(_rule(entry) for entry in json.loads(_text(engine)))


def _text(engine: Engine | None) -> str:
    return _paylint.rules() if engine is None else engine._rules()


def explain(name: str, engine: Engine | None = None) -> Rule:
    """The rule of this name.

    Raises UnknownNameError if there is none. The message suggests the nearest name.
    """
    for rule in rules(engine):
        if rule.name == name:
            return rule
    raise _paylint.unknown_rule(name, engine)


def _rule(entry: dict[str, Any]) -> Rule:
    for member in ("renamed_from", "operations", "needs", "params"):
        entry[member] = tuple(entry[member])
    for member in ("violated_by", "held_by"):
        entry[member] = None if entry[member] is None else Example(**entry[member])
    return Rule(**entry)


def schema(of: str, engine: Engine | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of an operation's body, of ``facts`` or of a ``policy``.

    With an engine, it has the members that the engine's policy declares.

    Whatever is accepted with the default policy satisfies its operation's schema; the other way
    round doesn't hold. Raises UnknownNameError if there is no such schema.
    """
    return cast("dict[str, Any]", json.loads(_paylint.schema(of, engine)))


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
    return tuple(Member(**entry) for entry in json.loads(_paylint.members(operation, engine)))


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
    pair = _paylint.compatibility(a, b)
    if pair is None:
        return None
    word = cast('Literal["compatible", "incompatible", "disputed"]', pair[0])
    return Compatibility(a, b, word, pair[1], pair[2])


def compatible_with(features: Iterable[str]) -> tuple[str, ...]:
    """The features that can be added to these: compatible with all of them, or disputed.

    Raises UnknownNameError if there is no such feature.
    """
    return tuple(_paylint.compatible_with(features))
