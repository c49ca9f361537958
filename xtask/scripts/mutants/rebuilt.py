"""Mutants that are compiled by themselves, each in the sources of a copy of the project."""

import contextlib
import os
import queue
import shutil
import subprocess

import suite

# Most don't compile, or are caught by little work, so the compiler's counts more.
CONFIG = ["--config=profile.dev.opt-level=0", "--config=profile.test.debug=false"]
# What to compile, one after another, until a test fails.
STAGES = [
    ["-p=paylint", "--lib", "--test=outcomes"],
    ["-p=paylint-tests", "--test=catalogue"],
    ["-p=paylint-tests", "--test=conformance", "--test=table", "--test=api"],
    ["-p=paylint-tests", "--lib", "--tests"],
]
# Tests that take longer, in seconds and optimised, are not tried.
LONGEST = 3


class Trees:
    """A copy of the project for each processor."""

    def __init__(self, folder, tests, say):
        self.free, self.names, self.digests = queue.Queue(), {}, {}
        tests = [it for it in tests if it.seconds <= LONGEST]
        for test in tests:
            self.names.setdefault(test.program.key, []).append(test.name)
            self.digests[test.program.key] = test.program.said
        self.seconds = {key: sum(it.seconds for it in tests if it.program.key == key) for key in self.names}
        for number in range(suite.PROCESSORS):
            tree, build = folder / f"tree-{number}", folder / f"build-{number}"
            # A run that was stopped may have left a mutant there.
            shutil.rmtree(tree, ignore_errors=True)
            subprocess.run(["bash", "xtask/scripts/copy.sh", tree], check=True)
            for stage in STAGES:
                say(f"compiling without a mutant: {' '.join(stage)}")
                compiled = compile_tests(tree, build, stage, None)
                if compiled.returncode != 0:
                    raise SystemExit("the tests don't compile")
                if number == 0:
                    self.drop_failing(suite.programs(compiled.stdout))
            self.free.put((tree, build))

    def drop_failing(self, programs):
        """Leaves out tests that don't pass unoptimised."""
        for program in programs:
            names = self.names.get(program.key, [])
            if names and not self.passes(program, names):
                self.names[program.key] = [it for it in names if self.passes(program, [it])]

    def passes(self, program, names):
        return program.run(names, 60 + 60 * self.seconds[program.key])

    def attempt(self, mutant, known):
        """What comes of a mutant."""
        tree, build = self.free.get()
        try:
            with changed(tree, mutant):
                return self.stages(tree, build, known.outlived(mutant["name"]))
        finally:
            self.free.put((tree, build))

    def stages(self, tree, build, outlived):
        tried = set()
        for stage in STAGES:
            compiled = compile_tests(tree, build, stage, subprocess.DEVNULL)
            if compiled.returncode != 0:
                # If it's the tests that don't, they notice the change.
                return {"how": "unviable"} if stage is STAGES[0] else {"how": "caught", "by": "compiler"}
            programs = [it for it in suite.programs(compiled.stdout) if self.names.get(it.key)]
            for program in sorted(programs, key=lambda it: self.seconds[it.key]):
                if self.digests[program.key] in outlived | tried:
                    continue
                passed = self.passes(program, self.names[program.key])
                if not passed:
                    return {"how": "overdue" if passed is None else "caught", "by": program.key}
                tried.add(self.digests[program.key])
        return {"how": "survived", "outlived": sorted(tried)}


def compile_tests(tree, build, stage, errors):
    """Compiles test programs; cargo says which, in lines of JSON."""
    return subprocess.run(
        ["cargo", "test", "-q", "--no-run", "--message-format=json", *CONFIG, *stage],
        cwd=tree,
        env=os.environ | {"CARGO_TARGET_DIR": str(build)},
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )


@contextlib.contextmanager
def changed(tree, mutant):
    """A copy of the project with a mutant in it."""
    file = tree / mutant["file"]
    before = file.read_bytes()
    subprocess.run(["patch", "-s", file], input=mutant["diff"], text=True, check=True)
    try:
        yield
    finally:
        file.write_bytes(before)
