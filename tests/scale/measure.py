"""What a cluster costs: CPU seconds for a million rows, and the memory of a worker, over 8 to 64 partitions.

    python tests/scale/measure.py [ROWS]

Prints a table. On a machine with as many cores as workers or fewer it says nothing of how the time falls with
machines: what it shows is that neither figure grows with the partitions.
"""

import argparse
import os
import pathlib
import sys
import tempfile
import time

from cluster import Cluster
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

import paylint
import paylint.spark

sys.path.append(str(pathlib.Path(__file__).parents[2] / "examples/traffic"))

import make  # noqa: E402


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        make.write(count, str(path / "traffic.parquet"))
        print(f"{count:,} requests, {paylint.__version__}, {os.cpu_count()} cores, three workers\n", flush=True)
        print("| partitions | CPU s a million rows | Python process, peak MB | s | rows to the driver |")
        print("|---|---|---|---|---|", flush=True)
        for partitions in (8, 16, 32, 64):
            # A new cluster for each row, so that a peak is this row's.
            with Cluster(path / f"cluster{partitions}") as cluster:
                print(row(cluster, path / "traffic.parquet", partitions, count), flush=True)


def row(cluster: Cluster, path: pathlib.Path, partitions: int, count: int) -> str:
    session = cluster.session()
    try:
        spread = str(path.with_name(f"spread{partitions}"))
        session.read.parquet(str(path)).repartition(partitions).write.parquet(spread)
        frame = session.read.parquet(spread)
        tally(frame.limit(1000))
        before, begin = cluster.cpu_seconds(), time.monotonic()
        rows = tally(frame)
        seconds = time.monotonic() - begin
        cpu = (cluster.cpu_seconds() - before) * 1e6 / count
        return f"| {partitions} | {cpu:.1f} | {cluster.python_peak() / 1e6:.0f} | {seconds:.1f} | {rows} |"
    finally:
        session.stop()


def tally(frame: DataFrame) -> int:
    """Counts, and says how many rows reach the driver."""
    return len(paylint.spark.tally(frame, F.col("operation"), "body", facts_column="facts").collect())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=int, nargs="?", default=2_000_000)
    main(parser.parse_args().rows)
