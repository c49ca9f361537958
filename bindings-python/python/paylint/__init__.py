"""Validates card-payment requests before you send them, and reports what is wrong and where.

Make an engine once, and check any number of requests with it::

    import paylint

    engine = paylint.Engine()
    report = engine.check("order", b'{"client": {}, "products": [{"title": "Cup", "price": 0}]}')
    if not report:
        for finding in report.findings:
            print(finding.path, finding.message)
"""

from ._calibration import calibration
from ._catalogue import explain, members, route, rules, schema
from ._engine import Engine, fingerprint
from ._errors import (
    BatchError,
    BodyError,
    FactsError,
    HistoryError,
    PaylintError,
    PolicyError,
    QuestionError,
    ReportError,
    UnknownNameError,
)
from ._paylint import ArrowArray, ArrowStream, Facts, __version__, compare, log_requests
from ._report import Finding, Level, Obligation, Rejected, Report, Unchecked, Verdict

__all__ = [
    "ArrowArray",
    "ArrowStream",
    "BatchError",
    "BodyError",
    "Engine",
    "Facts",
    "FactsError",
    "Finding",
    "HistoryError",
    "Level",
    "Obligation",
    "PaylintError",
    "PolicyError",
    "QuestionError",
    "Rejected",
    "Report",
    "ReportError",
    "Unchecked",
    "UnknownNameError",
    "Verdict",
    "__version__",
    "calibration",
    "compare",
    "explain",
    "fingerprint",
    "log_requests",
    "members",
    "route",
    "rules",
    "schema",
]
