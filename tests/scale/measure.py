"""What a cluster costs: CPU seconds for a million rows, and the memory of a worker, over 8 to 64 partitions.

    python tests/scale/measure.py [ROWS]

Prints a table, and the result in a sentence. Fails if a worker needs more memory for more partitions. On a
machine with as many cores as workers or fewer it says nothing of how the time falls with machines: what it shows
is that neither figure grows with the partitions.
"""

import argparse
import os
import pathlib
import sys
import tempfile
import time
from typing import Any, NamedTuple

from cluster import Cluster
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

import paylint
import paylint.spark

sys.path.append(str(pathlib.Path(__file__).parents[2] / "examples/traffic"))

import make  # noqa: E402


class Row(NamedTuple):
    """What a tally over so many partitions takes; CPU seconds are those of a million rows."""

    partitions: int
    cpu_seconds: float
    peak_megabytes: float
    seconds: float
    counts: list[tuple[Any, ...]]


def main(count: int) -> None:
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        make.write(count, str(path / "traffic.parquet"))
        print(f"{count:,} requests, {paylint.__version__}, {os.cpu_count()} cores, three workers\n", flush=True)
        print("| partitions | CPU s a million rows | Python process, peak MB | s | rows to the driver |")
        print("|---|---|---|---|---|", flush=True)
        for partitions in (8, 16, 32, 64):
            # A new cluster for each row, so that a peak is this row's.
            with Cluster(path / f"cluster{partitions}") as cluster:
                row = measure(cluster, path / "traffic.parquet", partitions, count)
            cells = [
                row.partitions,
                f"{row.cpu_seconds:.1f}",
                f"{row.peak_megabytes:.0f}",
                f"{row.seconds:.1f}",
                len(row.counts),
            ]
            print(f"| {' | '.join(map(str, cells))} |", flush=True)
            measured.append(row)
    print(result(measured, count))


def result(measured: list[Row], count: int) -> str:
    """One sentence; ends the program if memory grows with the partitions, or a tally differs."""
    cpu = [row.cpu_seconds for row in measured]
    peaks = [row.peak_megabytes for row in measured]
    if max(peaks) > 2 * peaks[0] or min(peaks) == 0:
        sys.exit(f"a worker's memory depends on the partitions: {peaks} MB")
    if any(row.counts != measured[0].counts for row in measured):
        sys.exit("the tallies differ")
    return (
        f"result: {count} requests on three workers, over 8 to 64 partitions: {min(cpu):.1f} to {max(cpu):.1f} "
        f"CPU seconds for a million, and {max(peaks):.0f} MB for a Python process at most"
    )


def measure(cluster: Cluster, path: pathlib.Path, partitions: int, count: int) -> Row:
    session = cluster.session()
    try:
        spread = str(path.with_name(f"spread{partitions}"))
        session.read.parquet(str(path)).repartition(partitions).write.parquet(spread)
        frame = session.read.parquet(spread)
        tally(frame.limit(1000))
        before, begin = cluster.cpu_seconds(), time.monotonic()
        counts = tally(frame)
        seconds = time.monotonic() - begin
        cpu = (cluster.cpu_seconds() - before) * 1e6 / count
        return Row(partitions, cpu, cluster.python_peak() / 1e6, seconds, counts)
    finally:
        session.stop()


def tally(frame: DataFrame) -> list[tuple[Any, ...]]:
    """The counts that reach the driver, in order."""
    counts = paylint.spark.tally(frame, F.col("operation"), "body", facts_column="facts")
    return [tuple(row) for row in counts.collect()]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=int, nargs="?", default=2_000_000)
    main(parser.parse_args().rows)
