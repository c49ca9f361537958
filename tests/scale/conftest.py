"""The pages' examples, and fixtures: a Spark session, sample traffic, and the command."""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

ROOT = pathlib.Path(__file__).parents[2]
# Spark's workers use the tests' interpreter, and listen only on this machine.
os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
sys.path.append(str(ROOT / "examples/traffic"))

import make  # noqa: E402

PAGE = (ROOT / "docs/data.md").read_text()
PAGES = PAGE + (ROOT / "docs/calibration.md").read_text()
EXAMPLES = dict(re.findall(r"^```python (\w+)\n(.*?)^```", PAGES, re.M | re.S))
# How `paylint batch` reads the log of docs/data.md.
READ_LOG = shlex.split(re.search(r"^paylint batch (--log .*?)access.ndjson", PAGE.replace("\\\n", ""), re.M)[1])


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    builder = SparkSession.builder.master("local[2]").appName("paylint")
    ours = {"spark.driver.bindAddress": "127.0.0.1", "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "8"}
    session = builder.config(map=ours).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def traffic(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with sample traffic: a log, `access.ndjson`, and its requests as `traffic.parquet`."""
    folder = tmp_path_factory.mktemp("traffic")
    make.write_log(20_000, str(folder / "access.ndjson"))
    subprocess.run([sys.executable, "-c", EXAMPLES["parquet"]], cwd=folder, check=True)
    return folder


def command(*arguments: str | os.PathLike[str]) -> str:
    """The output of the command `paylint`, which exits with 1 if a request is rejected."""
    paylint = os.environ["PAYLINT"]
    done = subprocess.run([paylint, *arguments], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"paylint exits with {done.returncode}: {done.stderr}")
    return done.stdout


def summary(*arguments: str | os.PathLike[str]) -> dict[str, object]:
    """The counts of `paylint batch --summary`."""
    found: dict[str, object] = json.loads(command("batch", "--summary", "--format", "json", *arguments))
    return found
