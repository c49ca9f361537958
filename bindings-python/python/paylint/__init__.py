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
from ._catalogue import (
    Compatibility,
    Example,
    Member,
    Rule,
    compatibility,
    compatible_with,
    explain,
    members,
    rules,
    schema,
)
from ._errors import (
    BatchError,
    BodyError,
    BodyTypeError,
    FactsError,
    HistoryError,
    PaylintError,
    PolicyError,
    ReportError,
    UnknownNameError,
)
from ._log import log_requests
from ._paylint import (
    ArrowArray,
    ArrowStream,
    Engine,
    Facts,
    __version__,
    compare,
    fingerprint,
    names,
    preset,
    route,
)
from ._report import Finding, Level, Obligation, Rejected, Report, Unchecked, Verdict

#: The names of all operations, of all features, and of all facts.
OPERATIONS, FEATURES, FACTS = names()
del names

__all__ = [
    "FACTS",
    "FEATURES",
    "OPERATIONS",
    "ArrowArray",
    "ArrowStream",
    "BatchError",
    "BodyError",
    "BodyTypeError",
    "Compatibility",
    "Engine",
    "Example",
    "Facts",
    "FactsError",
    "Finding",
    "HistoryError",
    "Level",
    "Member",
    "Obligation",
    "PaylintError",
    "PolicyError",
    "Rejected",
    "Report",
    "ReportError",
    "Rule",
    "Unchecked",
    "UnknownNameError",
    "Verdict",
    "__version__",
    "calibration",
    "compare",
    "compatibility",
    "compatible_with",
    "explain",
    "fingerprint",
    "log_requests",
    "members",
    "preset",
    "route",
    "rules",
    "schema",
]
