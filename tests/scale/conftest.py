"""Fixtures: a Spark session, sample traffic, and the command."""

import json
import os
import pathlib
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
    """A folder with sample traffic: `traffic.parquet`, as cases `traffic.ndjson`, and a log, `access.ndjson`."""
    folder = tmp_path_factory.mktemp("traffic")
    make.write(20_000, str(folder / "traffic.parquet"))
    make.write_cases(20_000, str(folder / "traffic.ndjson"))
    make.write_log(10_000, str(folder / "access.ndjson"))
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
