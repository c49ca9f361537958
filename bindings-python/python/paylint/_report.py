"""Reports: what is wrong with a request, and where."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from ._errors import PaylintError, ReportError

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Whether the gateway can accept the request.
Verdict: TypeAlias = Literal["accept", "reject"]
_VERDICTS: tuple[Verdict, ...] = ("accept", "reject")
#: How strict to be about a rule.
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
    """Something that must be done in addition to sending the request."""

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
    column ``report`` of ``check_batch``. Where a database has put it in another form (``jsonb``
    does), all members are what they were, but the report equals no canonical one.

    Raises ReportError if the text isn't that of a report.
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
            self._members = cast("dict[str, Any]", json.loads(self._json))
        return self._members

    @property
    def verdict(self) -> Verdict:
        """``reject`` if a finding or, if the policy says so, an unchecked rule is at level deny."""
        for verdict in _VERDICTS:
            if self._json.startswith(f'{{"verdict":"{verdict}"'):
                return verdict
        # A text that isn't canonical.
        return cast("Verdict", self._all()["verdict"])

    @property
    def status(self) -> int:
        """The HTTP status that the gateway would answer with: 200, 400 or 403."""
        return cast("int", self._all()["status"])

    @property
    def operation(self) -> str:
        """The operation that was checked."""
        return cast("str", self._all()["operation"])

    @property
    def scenario(self) -> str | None:
        """The scenario, if the operation has one."""
        return cast("str | None", self._all()["scenario"])

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
            # A copy, since the report stays what it is.
            Finding(**{**finding, "params": deepcopy(finding["params"])})
            for finding in self._all()["findings"]
        )

    @property
    def truncated(self) -> bool:
        """Whether findings were left out because a level had more than the policy keeps."""
        return cast("bool", self._all()["truncated"])

    @property
    def unchecked(self) -> tuple[Unchecked, ...]:
        """The rules that can't be decided, each with the facts that are missing."""
        return tuple(
            Unchecked(entry["rule"], entry["level"], tuple(entry["needs"]))
            for entry in self._all()["unchecked"]
        )

    @property
    def obligations(self) -> tuple[Obligation, ...]:
        """What must be done in addition to sending the request."""
        return tuple(
            Obligation(entry["kind"], _time(entry["by"]), tuple(entry["needs"]))
            for entry in self._all()["obligations"]
        )

    @property
    def valid_until(self) -> datetime | None:
        """Until when the operation's time rule holds, if only the time changes."""
        return _time(self._all()["valid_until"])

    def at(self, path: str | Iterable[str | int]) -> tuple[Finding, ...]:
        """The findings at a JSON Pointer, or at its steps: ``("products", 0, "price")``."""
        if not isinstance(path, str):
            path = "".join("/" + _escaped(step) for step in path)
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
        """The members of the canonical JSON, as ``json.loads`` gives them."""
        return cast("dict[str, Any]", json.loads(self._json))

    def to_problem(self) -> dict[str, Any] | None:
        """Problem details (RFC 9457, ``application/problem+json``); ``None`` if it is accepted."""
        if self:
            return None
        reasons = self._reasons(only_denied=False)
        first = next(reason for reason in reasons if reason["level"] == "deny")
        return {
            "type": f"rules/{first['rule']}",
            "title": first["rule"].replace(".", ": ").replace("_", " "),
            "status": self.status,
            "detail": first["message"],
            "errors": [_problem(reason) for reason in reasons],
        }

    def _reasons(self, *, only_denied: bool = True) -> list[dict[str, Any]]:
        """The findings of a rejected report, or else the unchecked rules that reject it."""
        findings = self._all()["findings"]
        denied = [finding for finding in findings if finding["level"] == "deny"]
        if denied:
            return denied if only_denied else findings
        return [
            {
                **entry,
                "path": "",
                "message": (
                    f"{entry['rule']} can't be decided without {', '.join(entry['needs'])}"
                ).rstrip(),
            }
            for entry in self._all()["unchecked"]
            if entry["level"] == "deny"
        ]

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
    """The report of a canonical text, which isn't read before something of it is asked for."""
    report = Report.__new__(Report)
    report._json = text
    report._members = None
    return report


#: The members of a report, and their types.
_MEMBERS: dict[str, Any] = {
    "verdict": str,
    "status": int,
    "operation": str,
    "scenario": (str, NoneType),
    "capabilities": list,
    "total": (str, NoneType),
    "findings": list,
    "truncated": bool,
    "unchecked": list,
    "obligations": list,
    "valid_until": (str, NoneType),
}


def _read(report: Report) -> None:
    """Fails unless a text is that of a report. What it says isn't shown: it may be anything."""
    if not isinstance(report._json, str):
        found = type(report._json).__name__
        raise ReportError(f"invalid report: must be a str, not {found}")
    try:
        members = report._all()
    except (TypeError, ValueError, RecursionError):
        raise ReportError("invalid report: not JSON") from None
    if not isinstance(members, dict) or members.keys() != _MEMBERS.keys():
        raise ReportError(f"invalid report: must have the members {', '.join(_MEMBERS)}")
    for name, kind in _MEMBERS.items():
        if not isinstance(members[name], kind):
            raise ReportError(f"invalid report: {name}: of another type", name)
    if members["verdict"] not in _VERDICTS:
        raise ReportError("invalid report: verdict: not accept or reject", "verdict")
    for name in ("total", "findings", "unchecked", "obligations", "valid_until"):
        try:
            getattr(report, name)
        except (ArithmeticError, KeyError, TypeError, ValueError):
            raise ReportError(f"invalid report: {name}: not what a report has", name) from None


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _escaped(step: str | int) -> str:
    return str(step).replace("~", "~0").replace("/", "~1")


def _problem(reason: dict[str, Any]) -> dict[str, Any]:
    problem = {
        "pointer": f"#{reason['path']}",
        "rule": reason["rule"],
        "level": reason["level"],
        "detail": reason["message"],
    }
    if "needs" in reason:
        problem["needs"] = reason["needs"]
    return problem


class Rejected(PaylintError):
    """The verdict is *reject*. ``report`` says why."""

    code = "rejected"
    report: Report

    def __init__(self, report: Report) -> None:
        reasons = report._reasons()
        first = reasons[0]
        place = f" at {first['path']}" if first["path"] else ""
        more = f" and {len(reasons) - 1} more" if len(reasons) > 1 else ""
        super().__init__(f"{report.operation} rejected: {first['rule']}{place}{more}")
        self.report = report

    def __reduce__(self) -> tuple[type[Rejected], tuple[Report]]:
        return type(self), (self.report,)
