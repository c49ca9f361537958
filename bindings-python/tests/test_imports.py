"""The package's modules don't import each other in a circle, not even for types."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import paylint


def imports(source: str, modules: set[str]) -> set[str]:
    """The modules of the package that a module imports, at any place in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            names = {alias.name for alias in node.names}
            # ``from . import _report`` names a module, ``from . import Engine`` what the root has.
            found |= {node.module} if node.module else (names & modules or {"__init__"})
    return found


def walk(folder: Path) -> dict[str, set[str]]:
    sources = {path.stem: path.read_text("utf-8") for path in folder.glob("*.py*")}
    return {name: imports(source, set(sources)) for name, source in sources.items()}


def test_no_circle() -> None:
    graph = walk(Path(paylint.__file__).parent)
    assert {"_errors", "_paylint"} < graph["__init__"]
    # Raises CycleError, which names the modules.
    TopologicalSorter(graph).prepare()


def test_a_circle_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f():\n    from . import b\n", "utf-8")
    (tmp_path / "b.pyi").write_text("from .a import f\n", "utf-8")
    with pytest.raises(CycleError):
        TopologicalSorter(walk(tmp_path)).prepare()
