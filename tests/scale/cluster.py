"""A Spark cluster on this machine: a master and workers, each a process of its own, on 127.0.0.1."""

import atexit
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import NamedTuple, Self, TypeVar

import pyspark
from pyspark.sql import SparkSession

HOME = pathlib.Path(pyspark.__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")
T = TypeVar("T")

# Spark looks these up in the environment of the driver, too. Without the first it listens on other interfaces.
os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_HOME": str(HOME), "PYSPARK_PYTHON": sys.executable}

# As Ctrl-C does, so that `with` blocks end their clusters: Python itself would end without that.
signal.signal(signal.SIGTERM, signal.default_int_handler)


class Process(NamedTuple):
    """A process, as `/proc` shows it."""

    pid: int
    command: str
    session: int
    cpu_seconds: float
    peak_bytes: int

    @classmethod
    def all(cls) -> Iterator[Self]:
        """The processes of this machine."""
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                # The name stands in parentheses and can hold anything; what follows are numbers.
                stat = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_text().replace("\0", " ")
                status = (folder / "status").read_text()
            except OSError:
                continue  # It has ended.
            peak = re.search(r"VmHWM:\s+(\d+) kB", status)
            if stat[0] != "Z" and peak:
                # utime, stime, and those of the children that were waited for.
                ticks = sum(int(field) for field in stat[11:15])
                yield cls(int(folder.name), command, int(stat[3]), ticks / TICKS, int(peak[1]) * 1024)


class Node:
    """A master or a worker, with every process that it starts."""

    def __init__(self, log: pathlib.Path, kind: str, *arguments: str) -> None:
        self.log = log
        command = [HOME / "bin/spark-class", f"org.apache.spark.deploy.{kind}", "--host", "127.0.0.1", *arguments]
        with log.open("wb") as output:
            # In a session of its own, so that what it starts can be found and ended with it.
            self.process = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)

    def wait_for(self, pattern: str, seconds: float = 120) -> str:
        """Waits until a line of the log matches, and returns the match."""
        found = poll(lambda: re.search(pattern, self.log.read_text(errors="replace")), seconds)
        if not found:
            raise TimeoutError(f"{self.log}: nothing matches {pattern!r} after {seconds} s")
        return found.group()

    def processes(self) -> list[Process]:
        """The node's processes: its own, executors, and their Python workers."""
        return [process for process in Process.all() if process.session == self.process.pid]

    def kill(self) -> None:
        """Ends all of them at once, as a machine that loses power does."""
        while left := self.processes():
            for process in left:
                # It may be quicker.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGKILL)
            self.process.poll()
            time.sleep(0.05)
        self.process.wait()


class Cluster:
    """A master and some workers. Leaving its `with` block ends them."""

    def __init__(self, folder: pathlib.Path, workers: int = 3) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.nodes: list[Node] = []
        self.workers: list[Node] = []
        atexit.register(self.close)
        try:
            master = self._start("master", "master.Master", "--port", "0", "--webui-port", "0")
            self.url = master.wait_for(r"spark://127\.0\.0\.1:\d+")
            for number in range(workers):
                room = ["--cores", "1", "--memory", "1g", "--work-dir", str(folder / f"worker{number}")]
                self.workers.append(
                    self._start(f"worker{number}", "worker.Worker", *room, "--webui-port", "0", self.url)
                )
            for worker in self.workers:
                worker.wait_for("Successfully registered with master")
        except BaseException:
            self.close()
            raise

    def _start(self, name: str, kind: str, *arguments: str) -> Node:
        node = Node(self.folder / f"{name}.log", kind, *arguments)
        self.nodes.append(node)
        return node

    def session(self, **settings: str) -> SparkSession:
        """A session with an executor on every worker."""
        ours = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.executor.memory": "512m",
            "spark.sql.shuffle.partitions": "8",
            # Bodies can reach the files of a shuffle.
            "spark.io.encryption.enabled": "true",
        }
        builder = SparkSession.builder.master(self.url).appName("paylint")
        for name, value in (ours | settings).items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        return session

    def cpu_seconds(self) -> float:
        """What all workers have used so far."""
        return sum(process.cpu_seconds for worker in self.workers for process in worker.processes())

    def python_peak(self) -> int:
        """The most memory that a Python process of a worker has had, in bytes."""
        processes = (process for worker in self.workers for process in worker.processes())
        return max((process.peak_bytes for process in processes if "pyspark.daemon" in process.command), default=0)

    def close(self) -> None:
        """Ends every process of the cluster."""
        for node in reversed(self.nodes):
            node.kill()
        atexit.unregister(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def poll(question: Callable[[], T | None], seconds: float) -> T | None:
    """Asks until there is an answer, or the time is over."""
    end = time.monotonic() + seconds
    while not (answer := question()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer
