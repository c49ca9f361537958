"""Tries the mutants of a shard, and says what is known of all."""

import collections
import concurrent.futures
import contextlib
import json
import pathlib
import re
import subprocess
import sys
import threading
import tomllib

import rebuilt
import suite
import switches

HOW = {
    "unviable": "don't compile",
    "caught": "caught",
    "overdue": "run over time",
    "survived": "survive",
    "left": "left",
}


class Known:
    """What is known of each mutant, by its name: one line of JSON each time that one was tried."""

    def __init__(self, file):
        self.mutants, self.lock = {}, threading.Lock()
        text = file.read_text() if file.exists() else ""
        for line in text.splitlines():
            # A run that was stopped may have left a part of one.
            with contextlib.suppress(json.JSONDecodeError):
                self.hold(json.loads(line))
        self.file = file.open("a")
        if text and not text.endswith("\n"):
            self.file.write("\n")

    def hold(self, entry):
        before = self.mutants.get(entry["name"], {})
        # A survivor has outlived what it was tried on before, too.
        entry["outlived"] = before.get("outlived", []) + entry.get("outlived", [])
        self.mutants[entry["name"]] = entry

    def keep(self, entry):
        with self.lock:
            self.file.write(json.dumps(entry) + "\n")
            self.file.flush()
            self.hold(entry)

    def is_settled(self, name):
        return self.mutants.get(name, {}).get("how") in ("unviable", "caught", "overdue")

    def outlived(self, name):
        """The test programs, by digest, that a survivor was tried on."""
        return set(self.mutants.get(name, {}).get("outlived", []))


def that_count(mutants):
    """Those that may change something. cargo-mutants leaves out no field of a struct, whatever its settings say."""
    settings = tomllib.loads(pathlib.Path(".cargo/mutants.toml").read_text())
    patterns = [re.compile(it) for it in settings["exclude_re"]]
    return [mutant for mutant in mutants if not any(it.search(mutant["name"]) for it in patterns)]


def listed(files, *options):
    """What cargo-mutants knows of these files."""
    command = ["cargo", "mutants", *(f"--file={it}" for it in files), *options, "--list", "--json", "--colors=never"]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def say(*words):
    print("  -", *words, file=sys.stderr, flush=True)


def try_all(mutants, trial, known):
    """Tries mutants, one on each processor, and keeps what comes of each."""

    def one(mutant):
        known.keep({"name": mutant["name"], **trial(mutant)})

    with concurrent.futures.ThreadPoolExecutor(suite.PROCESSORS) as pool:
        tries = [pool.submit(one, mutant) for mutant in mutants]
        try:
            for done, ended in enumerate(concurrent.futures.as_completed(tries), 1):
                ended.result()
                if done % 100 == 0:
                    say(f"{done} of {len(tries)}")
        finally:
            # Otherwise all the others would be tried before it ends.
            pool.shutdown(wait=False, cancel_futures=True)


def rows(mutants, known):
    """A row for each folder and one for all: of what comes of a mutant, how many there are."""
    counts = collections.defaultdict(collections.Counter)
    for mutant in mutants:
        folder = "/".join(mutant["file"].split("/")[:-1][:3])
        how = known.mutants.get(mutant["name"], {}).get("how", "left")
        for row in (folder if folder != "core/src" else "core/src/*.rs", "all"):
            counts[row]["mutants"] += 1
            counts[row][how] += 1
    return dict(sorted(counts.items(), key=lambda it: (it[0] == "all", it[0])))


def report(mutants, known):
    """Prints the table, the survivors, and the result."""
    counts = rows(mutants, known)
    columns = HOW if counts["all"]["left"] else {how: head for how, head in HOW.items() if how != "left"}
    print("| where | mutants |", " | ".join(columns.values()), "|")
    print("|---|---:" + "|---:" * len(columns) + "|")
    for row, count in counts.items():
        cells = [str(count[how] or "") for how in ("mutants", *columns)]
        print(f"| {row} |" if row == "all" else f"| `{row}` |", " | ".join(cells), "|")
    for mutant in mutants:
        if known.mutants.get(mutant["name"], {}).get("how") == "survived":
            print(mutant["name"])
    count = counts["all"]
    print(
        f"result: {len(mutants) - count['left']} of {len(mutants)} mutants tried: {count['caught']} caught,"
        f" {count['unviable']} don't compile, {count['overdue']} run over time, {count['survived']} survive"
    )


def try_shard(folder, every, todo, known):
    """Tries mutants: each behind a switch if it can have one, else compiled by itself."""
    switched = switches.build(folder, every, say)
    tests = suite.measured(folder, switched, say)
    behind = [mutant for mutant in todo if mutant["name"] in switched.numbers]
    alone = [mutant for mutant in todo if mutant["name"] not in switched.numbers]
    say(f"trying {len(behind)} mutants behind switches")
    try_all(behind, lambda it: suite.attempt(tests, switched, it, known), known)
    say(f"trying {len(alone)} mutants that are compiled by themselves")
    # The copies of the project take minutes to compile.
    if alone:
        trees = rebuilt.Trees(folder, tests, say)
        try_all(alone, lambda it: trees.attempt(it, known), known)


def run(folder, shard, files):
    folder = pathlib.Path(folder)
    # Also those that change nothing, so that a mutant's number stays the same when another is listed as one.
    every = listed(["core/src/**"], "--no-config")
    asked = that_count(listed(files))
    k, n = map(int, shard.split("/"))
    known = Known(folder / "known")
    if todo := [mutant for mutant in asked[k::n] if not known.is_settled(mutant["name"])]:
        try_shard(folder, every, todo, known)
    known.file.close()
    report(asked, known)
