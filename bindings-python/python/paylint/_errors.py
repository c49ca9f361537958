"""The exceptions of the package. Messages show at most unknown names and short numbers."""

from __future__ import annotations


class PaylintError(Exception):
    """The base of all exceptions of this package."""

    #: The member that it is about, ``""`` for the whole: in facts and policies with dots
    #: (``merchant.hold_days``), in a body a JSON Pointer (``/client/email``).
    member: str

    def __init__(self, message: str, member: str = "") -> None:
        super().__init__(message, member)
        self.member = member

    def __str__(self) -> str:
        return str(self.args[0])


class PolicyError(PaylintError, ValueError):
    """The policy is invalid. ``member`` is the member that is wrong."""


class FactsError(PaylintError, ValueError):
    """The facts are invalid. ``member`` is the member that is wrong."""


class HistoryError(PaylintError, ValueError):
    """A history is invalid. ``member`` is the place that is wrong: ``[2].body.total``."""


class QuestionError(PaylintError, ValueError):
    """A question of ``Engine.ask`` is invalid. ``member`` is the member that is wrong."""


class BodyError(PaylintError, ValueError):
    """A body that was passed as a Python object can't be written as JSON.

    If a body is given as JSON text, its report says what is wrong with it.
    """


class UnknownNameError(PaylintError, ValueError):
    """An operation, fact or kind of result is unknown; ``member`` says which it should be.

    The message suggests the nearest name.
    """


class BatchError(PaylintError, ValueError):
    """Arrow data can't be checked: it has the wrong type, is corrupt, or columns differ in length.

    A row that can't be checked doesn't fail the batch: the column ``error`` says what is wrong.
    """


class ReportError(PaylintError, ValueError):
    """A text isn't a report. ``member`` is the member that is wrong, with dots."""
