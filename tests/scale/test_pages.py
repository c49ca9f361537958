"""Runs the examples of docs/data.md and docs/calibration.md as printed."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from conftest import EXAMPLES, READ_LOG, ROOT, command

LEVELS = r"\{'field\.blank@/client/city': 'deny'\}"
# A line of each example's output.
PRINTED = {
    "parquet": r"^$",
    "log": r"refund\.exceeds_remaining │ +250 │ o-00064 ",
    "duckdb": r"custom\.order_limit +│ +229 ",
    "polars": r"custom\.order_limit +┆ accept ┆ reject ┆ 229 ",
    "datafusion": r"\| 2026-09-07T00:00:00Z \| 1638 +\| 15 ",
    "calibrate_duckdb": LEVELS,
    "calibrate_spark": LEVELS,
    "spark": r"\|cause +\|order +\|custom\.order_limit +\|accept\|reject\|229 ",
}


def test_the_page_has_the_examples() -> None:
    assert EXAMPLES.keys() == PRINTED.keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs_as_it_stands(name: str, tmp_path: pathlib.Path, traffic: pathlib.Path) -> None:
    files = (
        traffic / "traffic.parquet",
        traffic / "access.ndjson",
        ROOT / "examples/traffic/stricter.json",
        ROOT / "examples/traffic/month.ndjson",
    )
    for file in files:
        shutil.copy(file, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLES[name]], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.search(PRINTED[name], done.stdout), done.stdout


def test_a_log_becomes_verdicts_in_one_command(traffic: pathlib.Path) -> None:
    found = [json.loads(line) for line in command("batch", *READ_LOG, traffic / "access.ndjson").splitlines()]
    assert not any("error" in report for report in found)
    operations = {report["operation"] for report in found}
    assert operations == {"order", "capture", "refund"}
    # Requests that only query an order are skipped.
    assert 12_000 < len(found) < 20_000
