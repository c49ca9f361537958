"""The tests that mutants are tried on: what they are, how long each takes, and which mutants each reaches."""

import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time

PROCESSORS = os.cpu_count() or 1
# What reads the sources instead of running them, or measures them.
LEFT_OUT = {"layers", "linear", "package", "public_api"}
# The ignored test that compares with outcomes written beforehand.
IGNORED = {"every_case_comes_out_as_the_model_says"}
# Tests that take longer, in seconds, are not tried.
LONGEST = 10
# Tests that take less are run together.
QUICK = 0.12
MEMORY = 6 << 30


class Program:
    """A compiled file of tests."""

    def __init__(self, artifact):
        self.name = artifact["target"]["name"]
        self.path = artifact["executable"]
        self.folder = pathlib.Path(artifact["manifest_path"]).parent
        self.package = self.folder.name

    @property
    def key(self):
        return f"{self.package}/{self.name}"

    def digest(self, tree):
        """Of the sources of its tests, and of the cases that they read."""
        about = hashlib.sha256()
        sources = pathlib.Path(self.path + ".d").read_text().split("\n", 1)[0].split(": ")[1].split()
        cases = sorted(str(it) for it in (tree / "tests/cases").iterdir())
        for source in [*sorted(sources), *cases]:
            about.update((tree / source).read_bytes())
        return f"{self.key} {about.hexdigest()[:12]}"

    def list(self, *options):
        listed = self.output("--list", *options)
        return [line.removesuffix(": test") for line in listed.splitlines() if line.endswith(": test")]

    def output(self, *arguments):
        command = [self.path, *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=environment(), stdout=subprocess.PIPE, text=True, check=True
        ).stdout

    def run(self, names, seconds, **variables):
        """How some of its tests end: passed, failed, or None if they don't end in time."""
        arguments = ["-q", "--exact", "--test-threads=1", *names]
        if IGNORED & set(names):
            arguments.append("--include-ignored")
        process = subprocess.Popen(
            [self.path, *arguments],
            cwd=self.folder,
            env=environment() | variables | {"CARGO_MANIFEST_DIR": str(self.folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=restrict,
            start_new_session=True,
        )
        try:
            return process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None


def environment():
    return os.environ | {"RUST_BACKTRACE": "0"}


def restrict():
    """A mutant may ask for all memory that there is."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def programs(messages):
    """The test programs that cargo says it compiled."""
    found = [json.loads(line) for line in messages.splitlines() if line.startswith("{")]
    found = [it for it in found if it.get("executable") and it["profile"]["test"]]
    return [Program(it) for it in found if it["target"]["name"] not in LEFT_OUT]


class Test:
    def __init__(self, program, name):
        self.program, self.name = program, name
        self.has_passed, self.seconds, self.reached = False, 0, frozenset()


def measured(folder, switched, say):
    """All tests that pass with no mutant chosen, with what they take and reach."""
    tests = []
    for program in programs(switched.compile_tests()):
        ignored = set(program.list("--ignored")) - IGNORED
        tests += [Test(program, name) for name in program.list("--include-ignored") if name not in ignored]
    digests = {test.program.key: test.program.digest(switched.tree) for test in tests}
    kept = folder / "tests.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    known = {of: it for of, it in known.items() if of in digests.values()}

    def measure(test):
        entry = known.setdefault(digests[test.program.key], {})
        if test.name not in entry:
            with tempfile.NamedTemporaryFile() as reached:
                begin = time.monotonic()
                has_passed = test.program.run([test.name], 600, MUTANTS_REACHED=reached.name)
                numbers = sorted(set(map(int, reached.read().split())))
                entry[test.name] = [has_passed, round(time.monotonic() - begin, 3), numbers]

    say(f"measuring {len(tests)} tests")
    with concurrent.futures.ThreadPoolExecutor(PROCESSORS) as pool:
        list(pool.map(measure, tests))
    kept.write_text(json.dumps(known))
    for test in tests:
        test.program.version = digests[test.program.key]
        test.has_passed, test.seconds, reached = known[test.program.version][test.name]
        test.reached = frozenset(reached)
        if not test.has_passed:
            say(f"left out, since it fails with switches: {test.program.key} {test.name}")
    return [test for test in tests if test.has_passed and test.seconds <= LONGEST]


def groups(tests):
    """Tests to be run at once: quick ones by program, others by themselves; the quickest first."""
    quick = collections.defaultdict(list)
    for test in tests:
        key = test.program.key if test.seconds < QUICK else (test.program.key, test.name)
        quick[key].append(test)
    return sorted(quick.values(), key=lambda some: sum(test.seconds for test in some))


def attempt(tests, switched, mutant, known):
    """What comes of a mutant that has a switch."""
    number = switched.numbers[mutant["name"]]
    outlived = known.outlived(mutant["name"])
    tests = [it for it in tests if number in it.reached and it.program.version not in outlived]
    for group in groups(tests):
        program, seconds = group[0].program, sum(test.seconds for test in group)
        ended = program.run([it.name for it in group], 20 + 15 * seconds, MUTANT=str(number))
        if not ended:
            return {"how": "overdue" if ended is None else "caught", "by": program.key}
    return {"how": "survived", "outlived": sorted({it.program.version for it in tests})}
