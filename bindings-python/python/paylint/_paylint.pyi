from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias, final

from typing_extensions import Buffer, disjoint_base

from ._report import Report

_Text: TypeAlias = str | Buffer
_Members: TypeAlias = Mapping[str, Any] | _Text
_Body: TypeAlias = _Text | Mapping[str, Any] | Sequence[Any] | None

class _Array(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...

class _Stream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

_Column: TypeAlias = _Array | _Stream

__version__: str

@final
class Facts:
    def __new__(cls, facts: Facts | _Members | None = None, /, **members: Any) -> Facts: ...
    def to_json(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...

@disjoint_base
class Engine:
    def __new__(cls, policy: _Members | Sequence[_Members] | None = None) -> Engine: ...
    def check(
        self,
        operation: str,
        body: _Body = None,
        facts: Facts | _Members | None = None,
        *,
        changing: Facts | _Members | None = None,
        now: datetime | str | None = None,
    ) -> Report: ...
    def accepts(
        self,
        operation: str,
        body: _Body = None,
        facts: Facts | _Members | None = None,
        *,
        changing: Facts | _Members | None = None,
        now: datetime | str | None = None,
    ) -> bool: ...
    def _ask(self, question: _Members) -> str: ...
    def check_batch(
        self,
        operation: str | _Column,
        bodies: _Column,
        facts: Facts | _Members | None = None,
        *,
        facts_column: _Column | None = None,
        history_column: _Column | None = None,
        now: datetime | str | None = None,
        want: Literal["verdict", "report", "json"] = "verdict",
    ) -> ArrowArray | ArrowStream: ...
    def tally(
        self,
        operation: str | _Column,
        bodies: _Column,
        facts: Facts | _Members | None = None,
        *,
        facts_column: _Column | None = None,
        history_column: _Column | None = None,
        now: datetime | str | None = None,
    ) -> ArrowArray: ...
    def calibrate(
        self,
        operation: str | _Column,
        bodies: _Column,
        status: _Column,
        facts: Facts | _Members | None = None,
        *,
        answers: _Column | None = None,
        at: _Column | None = None,
        by: _Column | None = None,
        who: _Column | None = None,
        key: str | None = None,
        facts_column: _Column | None = None,
        history_column: _Column | None = None,
        now: datetime | str | None = None,
        refused: Sequence[int] | None = None,
        refused_where: Sequence[str] | None = None,
    ) -> ArrowArray: ...
    def replay(
        self,
        after: Engine,
        operation: str | _Column,
        bodies: _Column,
        facts: Facts | _Members | None = None,
        *,
        facts_column: _Column | None = None,
        history_column: _Column | None = None,
        now: datetime | str | None = None,
    ) -> ArrowArray: ...
    def __reduce__(self) -> tuple[type[Engine], tuple[list[bytes] | None]]: ...

@final
class ArrowArray:
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __len__(self) -> int: ...

@final
class ArrowStream:
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def __iter__(self) -> ArrowStream: ...
    def __next__(self) -> ArrowArray: ...

def log_requests(
    lines: _Column,
    *,
    body_at: str,
    operation: str | None = None,
    operation_at: str | None = None,
    method_at: str | None = None,
    path_at: str | None = None,
    path_prefix: str | None = None,
    id_at: str | None = None,
    facts_at: dict[str, str] | None = None,
) -> ArrowArray | ArrowStream: ...
def calibration(rows: list[tuple[list[str | None], int]], cost: int, at_least: int) -> str: ...
def compare(before: _Column, after: _Column) -> ArrowArray: ...
def body_bytes(of: _Body = None) -> bytes: ...
