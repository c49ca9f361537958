"""The catalogues of rules and of members, schemas and routes."""

from __future__ import annotations

from typing import Any

from ._engine import DEFAULT, Engine


def rules(engine: Engine | None = None) -> list[dict[str, Any]]:
    """Every rule, in the order of findings, with its default level.

    With an engine: with the levels of its policy, and policy rules at the end. A rule has ``name``,
    ``level``, ``summary``, ``why``, two examples and more.
    """
    return _ask(engine, "catalogue")


def explain(name: str, engine: Engine | None = None) -> dict[str, Any]:
    """The rule with this name, which may be an old one.

    Raises QuestionError if there is none. The message suggests the nearest name.
    """
    return _ask(engine, "rule", rule=name)


def schema(of: str, engine: Engine | None = None) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of an operation's body, of ``facts`` or of a ``policy``.

    With an engine, it has the members that the engine's policy declares. Raises QuestionError if
    the name is unknown.
    """
    return _ask(engine, "schema", schema=of)


def route(method: str, path: str) -> dict[str, str | None]:
    """The operation of an HTTP method and a path or URL.

    ``operation`` is also set if they have a mistake but clearly mean it, and ``problem`` says what
    is wrong with them.
    """
    return _ask(None, "route", method=method, path=path)


def members(operation: str | None = None, engine: Engine | None = None) -> list[dict[str, Any]]:
    """Every member that an operation's body can have, in document order.

    With an engine, also those that its policy declares. Without an operation: those of all of them.
    A member has ``operation``, ``path``, ``type``, ``example`` and ``about``. Raises QuestionError
    if the operation is unknown.
    """
    return _ask(engine, "members", operation=operation)


def _ask(engine: Engine | None, ask: str, **members: str | None) -> Any:
    return (engine or DEFAULT).ask({"ask": ask, **members})
