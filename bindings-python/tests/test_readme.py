"""The README's Python runs as printed, and prints the README's output."""

import contextlib
import io
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

README = Path(__file__).parent.parent / "README.md"
GOOD = b'{"client":{"email":"ada@mail.example"},"products":[{"title":"Cup","price":4.5}]}'
BAD = b'{"client":{"email":"ada@mail.example"},"products":[{"title":"Cup","price":0}]}'


def test_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyarrow.parquet.write_table(
        pa.table({"id": [1, 2, 3], "body": [GOOD, BAD, GOOD]}), tmp_path / "orders.parquet"
    )
    monkeypatch.chdir(tmp_path)
    text = README.read_text("utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)
    programs = compared = 0
    for at, (language, program) in enumerate(blocks):
        if language != "python":
            continue
        programs += 1
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(program, "README.md", "exec"), {})
        following = blocks[at + 1 : at + 2]
        if following and following[0][0] == "text":
            compared += 1
            assert printed.getvalue() == following[0][1]
        else:
            assert printed.getvalue()
    assert (programs, compared) == (3, 2)
