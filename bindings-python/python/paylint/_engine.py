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

    ``policy`` is a dict, JSON text or the name of a preset, or a list of these as layers, the last
    on top; by default the default policy. An engine is immutable: make it
    once, and share it between threads. It can be pickled.

    Raises PolicyError if a member, rule or family is unknown (the message suggests the nearest
    name), a number is out of range, or a rule's level can't be changed.
    """

    __slots__ = ()
    __module__ = "paylint"

    def ask(self, question: _Members) -> Any:
        """Answers a question, a dict or JSON text: ``{"ask": "brand", "digits": "37"}``.

        ``docs/languages.md`` lists the questions. Body, facts and policy in it can have the
        types that other calls take. The GIL is released meanwhile.

        Raises QuestionError, PolicyError, FactsError, HistoryError or BodyError if the question, or
        a part of it, can't be used.
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
        """The members that may or must be given, for a form or an editor.

        Returns a dict with ``operation``, ``fields`` (a dict for each member, in document order:
        ``path``, ``type``, ``state``, ``under``, ``rules``, ``needs``) and ``complete``. The engine
        finds out by checking changed bodies, within a bound. Takes what ``check`` does, and raises
        what ``ask`` does.
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
        """Changes to a body that make its findings go away.

        Returns a dict with ``fixes`` (a dict for each finding that has a fix: ``finding``, its
        index in the report, ``rule``, ``path``, ``choices``) and ``unfixable``. A choice has an
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
        """Makes the safe changes, and returns the body.

        The result is a str if the body was one, bytes if it was bytes, else parsed JSON. In a str
        or bytes, everything that no change touches stays as it is.

        With ``unsafe``, also makes changes that a person should confirm: those for findings at
        level deny, and for misspelt or misplaced members. Placeholders are never applied. If
        nothing changes, the body itself is returned; one that is removed is empty, or ``None``.
        Takes what ``check`` does, and raises what ``ask`` does.
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
        """Adds up an order's requests so far to the facts ``order`` for the next one.

        ``events`` is a list of dicts, or its JSON text: first the order (or the payout), then the
        captures, refunds, reversals and chargebacks that were accepted, each with its time ``at``,
        RFC 3339 or a datetime. Returns a dict, in which amounts are str::

            order = engine.order_facts([
                {"operation": "order", "at": "2026-11-18T09:00:00Z", "body": body},
                {"operation": "refund", "at": "2026-11-19T09:00:00Z", "body": {"amount": 30}},
            ])
            engine.check("refund", b'{"amount": 20}', shop, changing={"order": order})

        Raises HistoryError, whose ``member`` is the place (``[1].body.amount``), if the events
        can't follow each other or an amount isn't valid.
        """
        question: Any = {"ask": "history", "events": events}
        if isinstance(events, str | bytes | bytearray | memoryview):
            text = events if isinstance(events, str) else bytes(events).decode(errors="replace")
            try:
                # The constants are NaN and infinity, which aren't JSON.
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

        The policy uses a rule's old name, or a deprecated rule. Notes don't change its effect.
        """
        return self.ask({"ask": "notes"})

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the compiled policy, 16 hexadecimal digits.

        Policies with the same verdicts and messages share it. Keep it, together with
        ``paylint.fingerprint``, with your reports.
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

#: The fingerprint of the rules, 16 hexadecimal digits.
fingerprint: str = DEFAULT.ask({"ask": "fingerprints"})["rules"]
