"""What checking a Parquet file costs from Python, in data engines.

    python benches/python/columns.py [--rows COUNT] [--command PATH] [PAGE]

Counts processor time, of all threads, so that other work on the machine matters little. Prints a table
in Markdown, or writes it to a file. `--command` is the command `paylint`, which is measured on the log
that the requests are of.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

import datafusion
import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

import paylint

ROOT = pathlib.Path(__file__).parents[2]
sys.path.append(str(ROOT / "examples/traffic"))

import make  # noqa: E402

ROUNDS = 3
ENGINE = paylint.Engine()


# Data engines. Each counts the verdicts, or what `tally` does, in a file of requests.


def with_pyarrow(path: str) -> None:
    # In batches, as a file is read that is larger than the memory.
    for batch in pq.ParquetFile(path).iter_batches(65_536, columns=["operation", "body", "facts"]):
        ENGINE.tally(batch["operation"], batch["body"], facts_column=batch["facts"])


def with_polars(path: str) -> None:
    frame = pl.read_parquet(path)
    pl.Series(ENGINE.tally(frame["operation"], frame["body"], facts_column=frame["facts"]))


def verdict(operation: pa.Array, body: pa.Array, facts: pa.Array) -> pa.Array:
    return pa.array(ENGINE.check_batch(operation, body, facts_column=facts, want="verdict")).field("verdict")


def chunks(operation: pa.ChunkedArray, body: pa.ChunkedArray, facts: pa.ChunkedArray) -> pa.Array:
    answers = pa.chunked_array(ENGINE.check_batch(operation, body, facts_column=facts, want="verdict"))
    return answers.combine_chunks().field("verdict")


def with_duckdb(path: str) -> None:
    with duckdb.connect() as connection:
        text = duckdb.sqltype("VARCHAR")
        connection.create_function("verdict", chunks, [text] * 3, text, type="arrow", null_handling="special")
        connection.sql(
            f"SELECT verdict(operation, body, facts) AS verdict, count(*) FROM '{path}' GROUP BY ALL"
        ).fetchall()


def with_datafusion(path: str) -> None:
    session = datafusion.SessionContext()
    session.register_parquet("traffic", path)
    text = pa.string_view()
    session.register_udf(datafusion.udf(verdict, [text] * 3, pa.string(), "immutable", "verdict"))
    session.sql("SELECT verdict(operation, body, facts) AS verdict, count(*) FROM traffic GROUP BY 1").collect()


ENGINES: dict[str, Callable[[str], None]] = {
    "pyarrow, `tally`": with_pyarrow,
    "Polars, `tally`": with_polars,
    "DuckDB, verdicts": with_duckdb,
    "DataFusion, verdicts": with_datafusion,
}


def cpu(run: Callable[[], object]) -> float:
    """Processor seconds of the fastest of some rounds, in this process."""
    return min(timed(run) for _ in range(ROUNDS))


def timed(run: Callable[[], object]) -> float:
    before = time.process_time()
    run()
    return time.process_time() - before


def of_command(*arguments: str) -> float:
    """Processor seconds of the fastest of some rounds of a command."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(arguments, stdout=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(ROUNDS))


def of_engines(log: pathlib.Path, command: str | None) -> Iterator[str]:
    """What counting the verdicts of a log's requests costs."""
    places = {"method_at": "/method", "path_at": "/url", "body_at": "/body"}
    sent = pa.table(paylint.log_requests(pa.array(log.read_text().splitlines()), facts_at={"now": "/time"}, **places))
    sent = sent.filter(sent["operation"].is_valid())
    path, rows = log.with_name("traffic.parquet"), len(sent)
    pq.write_table(sent, path)
    yield f"""\
From Python {sys.version.split()[0]}, over {rows:,} requests of the sample traffic (`examples/traffic`), each with
facts of its own, in processor time of all threads, reading the file included. The best of {ROUNDS} rounds.

| | processor seconds a million requests |
|---|---:|"""
    seconds = {}
    if command:
        options = [f"--{name.replace('_', '-')}={place}" for name, place in places.items()]
        seconds["the command, NDJSON, `--summary`"] = of_command(
            command, "batch", "--log", *options, "--fact=now@/time", "--summary", "--jobs=1", str(log)
        )
    seconds |= {name: cpu(lambda run=run: run(str(path))) for name, run in ENGINES.items()}
    for name, taken in seconds.items():
        yield f"| {name} | {taken * 1e6 / rows:.2f} |"


def main(rows: int, command: str | None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "access.ndjson"
        make.write_log(rows, str(log))
        sections = [
            "## Python and data engines",
            "",
            *of_engines(log, command),
        ]
    return "\n".join(sections) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=400_000, help="how many lines")
    parser.add_argument("--command", help="the command `paylint`")
    parser.add_argument("page", nargs="?", type=pathlib.Path, help="the file to write")
    arguments = parser.parse_args()
    page = main(arguments.rows, arguments.command)
    if arguments.page:
        arguments.page.write_text(page)
    print(page, end="")
