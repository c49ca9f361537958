"""What checking a Parquet file costs from Python: in data engines, and beside another validator.

    python benches/python/columns.py [--rows COUNT] [--command PATH] [PAGE]

Counts processor time, of all threads, so that other work on the machine matters little. Prints two tables
in Markdown, or writes them to a file. `--command` is the command `paylint`, which is measured on the same
requests as lines of JSON.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from importlib.metadata import version
from typing import Annotated, Literal

import datafusion
import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pydantic

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


# Another validator, given the types and formats of the members that the sample traffic has. It knows neither facts
# nor what one member means for another.

Text = Annotated[str, pydantic.Field(min_length=1, max_length=255)]


class Client(pydantic.BaseModel, extra="forbid"):
    email: Annotated[str, pydantic.Field(pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$")]
    country: Annotated[str, pydantic.Field(pattern="^[A-Z]{2}$")] | None = None
    city: Text | None = None
    address: Text | None = None
    zip_code: Text | None = None
    original_client: Text | None = None


class Product(pydantic.BaseModel, extra="forbid"):
    title: Text
    price: Annotated[Decimal, pydantic.Field(gt=0, decimal_places=2)]
    quantity: Annotated[int, pydantic.Field(ge=1)] = 1


class Order(pydantic.BaseModel, extra="forbid"):
    client: Client
    products: Annotated[list[Product], pydantic.Field(min_length=1)]
    currency: Annotated[str, pydantic.Field(pattern="^[A-Z]{3}$")]
    language: Literal["en", "lv", "de"] | None = None
    skip_capture: bool | None = None
    setup_future_use: Literal["one-click", "automatic", "recurring"] | None = None
    is_moto: bool | None = None


def with_pydantic(orders: pa.Array) -> int:
    accepted = 0
    for body in orders.to_pylist():
        try:
            Order.model_validate_json(body)
            accepted += 1
        except pydantic.ValidationError as error:
            error.error_count()
    return accepted


def of_paylint(want: str) -> Callable[[pa.Array], object]:
    return lambda orders: ENGINE.check_batch("order", orders, want=want)


PEERS: dict[str, Callable[[pa.Array], object]] = {
    "**paylint**, verdicts": of_paylint("verdict"),
    "**paylint**, every finding": of_paylint("report"),
    f"pydantic {version('pydantic')}": with_pydantic,
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


def of_engines(path: pathlib.Path, rows: int, command: str | None) -> Iterator[str]:
    """What counting the verdicts of a file costs."""
    yield f"""\
From Python {sys.version.split()[0]}, over {rows:,} requests of the sample traffic (`examples/traffic`) with their
facts, in processor time of all threads, reading the file included. The best of {ROUNDS} rounds.

| | processor seconds a million requests |
|---|---:|"""
    seconds = {}
    if command:
        cases = path.with_suffix(".ndjson")
        make.write_cases(rows, str(cases))
        seconds["the command, NDJSON, `--summary`"] = of_command(
            command, "batch", "--summary", "--jobs", "1", str(cases)
        )
    seconds |= {name: cpu(lambda run=run: run(str(path))) for name, run in ENGINES.items()}
    for name, taken in seconds.items():
        yield f"| {name} | {taken * 1e6 / rows:.2f} |"


def of_peers(path: pathlib.Path) -> Iterator[str]:
    """How many orders another validator checks."""
    table = pq.read_table(path, columns=["operation", "body"])
    orders = pa.concat_arrays(table.filter(pc.equal(table["operation"], "order"))["body"].chunks)
    yield f"""
Another validator, over the {len(orders):,} orders among them, as a column in memory. It checks the types and
formats of the members that this traffic has, without facts, and not what one member means for another.

| | orders a processor second | ratio |
|---|---:|---:|"""
    rates = {name: len(orders) / cpu(lambda run=run: run(orders)) for name, run in PEERS.items()}
    first = next(iter(rates.values()))
    for name, rate in rates.items():
        yield f"| {name} | {rate:,.0f} | {rate / first:.2f} |"


def main(rows: int, command: str | None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "traffic.parquet"
        make.write(rows, str(path))
        sections = [
            "## Python and data engines",
            "",
            *of_engines(path, rows, command),
            *of_peers(path),
        ]
    return "\n".join(sections) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=400_000, help="how many requests")
    parser.add_argument("--command", help="the command `paylint`")
    parser.add_argument("page", nargs="?", type=pathlib.Path, help="the file to write")
    arguments = parser.parse_args()
    page = main(arguments.rows, arguments.command)
    if arguments.page:
        arguments.page.write_text(page)
    print(page, end="")
