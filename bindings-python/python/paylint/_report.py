"""Reports: what is wrong with a request, and where."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from ._errors import PaylintError, ReportError

#: Whether the gateway can accept the request.
Verdict: TypeAlias = Literal["accept", "reject"]
_VERDICTS: tuple[Verdict, ...] = ("accept", "reject")
#: The level that a policy gives a rule.
Level: TypeAlias = Literal["allow", "warn", "deny"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation of a rule at a place."""

    #: The rule's name.
    rule: str
    #: The rule's level under the policy: ``warn`` or ``deny``.
    level: Level
    #: What the rule is based on: ``stated``, ``inferred``, ``convention``, ``integrity``,
    #: ``custom``.
    basis: str
    #: The section of the gateway's documentation, or the standard.
    source: str | None
    #: Where it is, as a JSON Pointer; ``""`` is the whole body. For a missing member it is where
    #: the member should be.
    path: str
    #: What is wrong, in one English sentence: lower case, no full stop.
    message: str
    #: The values behind the message, for writing one of your own. Decimals are strings.
    params: dict[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A rule that can't be decided because facts are missing."""

    rule: str
    level: Level
    #: The missing facts that would decide it.
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something that you must do besides sending the request."""

    #: ``three_ds`` (3-D Secure authentication) or ``capture`` (capturing the order later).
    kind: str
    #: The deadline, if there is one.
    by: datetime | None
    #: The missing facts that it depends on; empty if it is certain.
    needs: tuple[str, ...]


class Report:
    """The result of checking a request.

    A report is its canonical JSON, which is the same, byte for byte, in every binding of paylint.
    ``bool(report)`` is whether the request is accepted. Reports are equal if their JSON is, and
    they can be pickled. ``Report(text)`` reads the canonical JSON again, for example from the
    column ``report`` of ``check_batch``. If a database has changed its form (like ``jsonb``),
    all members are the same, but the report doesn't equal the canonical one.

    Raises ReportError if the text isn't a report.
    """

    __slots__ = ("__weakref__", "_json", "_members")
    _json: str
    _members: dict[str, Any] | None

    def __init__(self, json: str) -> None:
        self._json = json
        self._members = None
        _read(self)

    def _all(self) -> dict[str, Any]:
        if self._members is None:
            self._members = json.loads(self._json)
        return self._members

    @property
    def verdict(self) -> Verdict:
        """``reject`` if a finding or, if the policy says so, an unchecked rule is at level deny."""
        for verdict in _VERDICTS:
            if self._json.startswith(f'{{"verdict":"{verdict}"'):
                return verdict
        # The text isn't canonical.
        return self._all()["verdict"]

    @property
    def status(self) -> int:
        """The HTTP status that the gateway would answer with: 200, 400 or 403."""
        return self._all()["status"]

    @property
    def operation(self) -> str:
        """The operation that was checked."""
        return self._all()["operation"]

    @property
    def scenario(self) -> str | None:
        """The scenario, if the operation has one."""
        return self._all()["scenario"]

    @property
    def capabilities(self) -> tuple[str, ...]:
        """The active capabilities of an order or a payout."""
        return tuple(self._all()["capabilities"])

    @property
    def total(self) -> Decimal | None:
        """The sum of an order's products, exactly; ``None`` if it can't be computed."""
        total = self._all()["total"]
        return None if total is None else Decimal(total)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that is wrong, in the order of the rules and then of the document."""
        return tuple(
            # A copy, since the report is immutable.
            Finding(**{**finding, "params": deepcopy(finding["params"])})
            for finding in self._all()["findings"]
        )

    @property
    def truncated(self) -> bool:
        """Whether findings were left out because a level had more than the policy keeps."""
        return self._all()["truncated"]

    @property
    def unchecked(self) -> tuple[Unchecked, ...]:
        """The rules that can't be decided, each with the facts that are missing."""
        return tuple(
            Unchecked(entry["rule"], entry["level"], tuple(entry["needs"]))
            for entry in self._all()["unchecked"]
        )

    @property
    def obligations(self) -> tuple[Obligation, ...]:
        """What you must do besides sending the request."""
        return tuple(
            Obligation(entry["kind"], _time(entry["by"]), tuple(entry["needs"]))
            for entry in self._all()["obligations"]
        )

    @property
    def valid_until(self) -> datetime | None:
        """The last instant at which the operation's time rule holds, if only the time changes."""
        return _time(self._all()["valid_until"])

    def at(self, path: str) -> tuple[Finding, ...]:
        """The findings at a JSON Pointer: ``/products/0/price``."""
        return tuple(finding for finding in self.findings if finding.path == path)

    def raise_for_reject(self) -> Report:
        """Returns the report if the request is accepted.

        Raises Rejected, which carries the report, if it isn't.
        """
        if not self:
            raise Rejected(self)
        return self

    def to_json(self) -> str:
        """The canonical JSON, or the text that the report was read from."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The canonical JSON, parsed with ``json.loads``."""
        return json.loads(self._json)

    def __bool__(self) -> bool:
        """Whether the request is accepted."""
        return self.verdict == "accept"

    def __eq__(self, other: object) -> bool:
        return self._json == other._json if isinstance(other, Report) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._json)

    def __reduce__(self) -> tuple[type[Report], tuple[str]]:
        return type(self), (self._json,)

    def __repr__(self) -> str:
        findings, unchecked = len(self._all()["findings"]), len(self._all()["unchecked"])
        counted = f"{findings} finding{'' if findings == 1 else 's'}, {unchecked} unchecked"
        return f"<paylint.Report {self.operation} {self.verdict} {self.status}: {counted}>"


def of_canonical(text: str) -> Report:
    """The report of a canonical text, which is parsed on first use."""
    report = Report.__new__(Report)
    report._json = text
    report._members = None
    return report


def _read(report: Report) -> None:
    """Fails unless a text is a report. The text isn't shown, since it may be anything."""
    try:
        for name, member in vars(Report).items():
            if isinstance(member, property):
                getattr(report, name)
        right = report._all()["verdict"] in _VERDICTS and isinstance(report.status, int)
    except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError):
        right = False
    if not right:
        raise ReportError("invalid report: not the JSON of a report")


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


class Rejected(PaylintError):
    """The verdict is *reject*. ``report`` says why."""

    report: Report

    def __init__(self, report: Report) -> None:
        # The findings that reject it, or else the unchecked rules.
        reasons: list[Any] = [entry for entry in report.findings if entry.level == "deny"]
        reasons = reasons or [entry for entry in report.unchecked if entry.level == "deny"]
        path = getattr(reasons[0], "path", "")
        place = f" at {path}" if path else ""
        more = f" and {len(reasons) - 1} more" if len(reasons) > 1 else ""
        super().__init__(f"{report.operation} rejected: {reasons[0].rule}{place}{more}")
        self.report = report

    def __reduce__(self) -> tuple[type[Rejected], tuple[Report]]:
        return type(self), (self.report,)
