"""Engines, and the questions that they answer."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from . import _paylint
from ._errors import HistoryError
from ._paylint import Facts

if TYPE_CHECKING:
    from ._paylint import _Body, _Members, _Text


class Engine(_paylint.Engine):
    """A compiled policy, which checks any number of requests.

    ``policy`` is a dict, JSON text or the name of a preset, or a list of these that are laid one
    over another, the last on top; without one, the default policy. An engine is immutable: make it
    once, and share it between threads. It can be pickled.

    Raises PolicyError if a member, rule or family is unknown (the message suggests the nearest
    name), a number is out of range, or a rule's level can't be changed.
    """

    __slots__ = ()
    __module__ = "paylint"

    def ask(self, question: _Members) -> Any:
        """Answers a question, a dict or JSON text: ``{"ask": "brand", "digits": "37"}``.

        ``docs/languages.md`` lists the questions. Body, facts and policy in it can be what other
        calls take. The GIL is released meanwhile.

        Raises QuestionError, PolicyError, FactsError, HistoryError or BodyError if the question, or
        what is in it, can't be used.
        """
        return json.loads(self._ask(question))

    def problem(
        self,
        operation: str,
        body: _Body = None,
        facts: Facts | _Members | None = None,
        *,
        changing: Facts | _Members | None = None,
        now: datetime | str | None = None,
    ) -> dict[str, Any] | None:
        """The answer to a rejected request: problem details (RFC 9457); ``None`` if it is accepted.

        Takes what ``check`` does, and raises what ``ask`` does.
        """
        return self._about("problem", operation, body, facts, changing, now)

    def fields(
        self,
        operation: str,
        body: _Body = None,
        facts: Facts | _Members | None = None,
        *,
        changing: Facts | _Members | None = None,
        now: datetime | str | None = None,
    ) -> dict[str, Any]:
        """For a form or an editor: whether each known member may be given, and whether it must be.

        Returns a dict with ``operation``, ``fields`` (a dict for each member, in document order:
        ``path``, ``type``, ``state``, ``under``, ``rules``, ``needs``) and ``complete``. The engine
        finds out by checking changed bodies, at most 4,096 of them. Takes what ``check`` does, and
        raises what ``ask`` does.
        """
        return self._about("fields", operation, body, facts, changing, now)

    def fixes(
        self,
        operation: str,
        body: _Body = None,
        facts: Facts | _Members | None = None,
        *,
        changing: Facts | _Members | None = None,
        now: datetime | str | None = None,
    ) -> dict[str, Any]:
        """Says what to change in a body so that its findings go away, as linters do.

        Returns a dict with ``fixes`` (a dict for each finding that has a fix: ``finding``, its
        place in the report, ``rule``, ``path``, ``choices``) and ``unfixable``. A choice has an
        ``applicability``, ``"safe"``, ``"unsafe"`` or ``"placeholder"``, and a ``patch``, a JSON
        Patch (RFC 6902). The engine makes each change and checks again. Takes what ``check`` does,
        and raises what ``ask`` does.
        """
        return self._about("fixes", operation, body, facts, changing, now)

    def apply(
        self,
        operation: str,
        body: _Body = None,
        facts: Facts | _Members | None = None,
        unsafe: bool = False,
        *,
        changing: Facts | _Members | None = None,
        now: datetime | str | None = None,
    ) -> Any:
        """Makes the changes that are safe, and returns the body.

        The result is a str if the body was one, bytes if it was bytes, else what JSON reads. Of a
        str and bytes, what no change touches stays as it is.

        With ``unsafe``, changes that a person would have to confirm are made, too: those of
        findings at level deny, and of misspelt members. A placeholder is never applied. A body that
        stays as it is comes back itself; one that is gone is empty, or ``None``. Takes what
        ``check`` does, and raises what ``ask`` does.
        """
        before = _paylint.body_bytes(body)
        answer = self._about("apply", operation, before, facts, changing, now, unsafe=unsafe)
        after = answer["raw"].encode() if "raw" in answer else b64decode(answer["raw_base64"])
        if after == before:
            return body
        if isinstance(body, str):
            return after.decode()
        if body is None or isinstance(body, Mapping | list | tuple):
            return json.loads(after) if after else None
        return after

    def order_facts(self, events: Sequence[Mapping[str, Any]] | _Text, /) -> dict[str, Any]:
        """Adds up what was sent for an order: the facts ``order`` of its next request.

        ``events`` is a list of dicts, or its JSON text: first the order (or the payout), then the
        captures, refunds, reversals and chargebacks that were accepted, each with its time ``at``,
        RFC 3339 or a datetime. Returns a dict, in which amounts are str::

            order = engine.order_facts([
                {"operation": "order", "at": "2026-11-18T09:00:00Z", "body": body},
                {"operation": "refund", "at": "2026-11-19T09:00:00Z", "body": {"amount": 30}},
            ])
            engine.check("refund", b'{"amount": 20}', Facts(shop, order=order))

        Raises HistoryError, whose ``member`` is the place (``[1].body.amount``), if the events
        can't follow each other or an amount isn't valid.
        """
        question: Any = {"ask": "history", "events": events}
        if isinstance(events, str | bytes | bytearray | memoryview):
            text = events if isinstance(events, str) else bytes(events).decode(errors="replace")
            try:
                # The constants are NaN and infinity, which JSON hasn't.
                json.loads(text, parse_constant=int)
            except (ValueError, RecursionError):
                raise HistoryError("invalid history: not JSON") from None
            question = f'{{"ask":"history","events":{text}}}'
        return self.ask(question)

    def levels(self) -> dict[str, str]:
        """The level of every rule: first those of the catalogue, then the policy's own."""
        return {rule["name"]: rule["level"] for rule in self.ask({"ask": "catalogue"})}

    @property
    def label(self) -> str | None:
        """The label of the policy; ``None`` if it has none."""
        return self.ask({"ask": "fingerprints"})["label"]

    @property
    def policy_notes(self) -> list[str]:
        """Notes for the policy's author, one per line.

        It uses a rule's old name, or names a rule that is deprecated. They don't change what the
        policy does.
        """
        return self.ask({"ask": "notes"})

    @property
    def fingerprint(self) -> str:
        """What the compiled policy decides by, as 16 hexadecimal digits.

        They are the same for two policies that compile to the same. Keep them, with
        ``paylint.fingerprint``, beside the reports that you keep.
        """
        return self.ask({"ask": "fingerprints"})["policy"]

    def _about(
        self,
        ask: str,
        operation: str,
        body: _Body,
        facts: Facts | _Members | None,
        changing: Facts | _Members | None,
        now: datetime | str | None,
        **more: object,
    ) -> Any:
        """Asks about a request."""
        body = _paylint.body_bytes(body)
        given = [facts, changing, None if now is None else {"now": now}]
        layers = [Facts(one) for one in given if one is not None]
        question = {"ask": ask, "operation": operation, "facts": layers, **more}
        if body:
            question["raw_base64"] = b64encode(body).decode()
        return self.ask(question)

    def __repr__(self) -> str:
        label = "" if self.label is None else f" {self.label}"
        return f"<paylint.Engine{label} {self.fingerprint}>"


#: The engine of the default policy, for questions that aren't about a policy.
DEFAULT = Engine()

_names = DEFAULT.ask({"ask": "names"})
#: The names of all operations, of all features, and of all facts.
OPERATIONS: tuple[str, ...] = tuple(_names["operations"])
FEATURES: tuple[str, ...] = tuple(_names["features"])
FACTS: tuple[str, ...] = tuple(_names["facts"])

#: What the rules decide by, as 16 hexadecimal digits.
fingerprint: str = DEFAULT.ask({"ask": "fingerprints"})["rules"]
