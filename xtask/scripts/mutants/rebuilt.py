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
    ["-p=paylint", "--test=outcomes"],
    ["-p=paylint", "--lib"],
    ["-p=paylint-tests", "--test=catalogue"],
    ["-p=paylint-tests", "--test=conformance", "--test=table", "--test=api"],
    ["-p=paylint-tests", "--lib", "--tests"],
]
# Tests that take longer, in seconds and optimised, wait until all the others have passed, or aren't tried.
QUICK, LONGEST = 0.2, 3


class Trees:
    """A copy of the project for each processor."""

    def __init__(self, folder, tests, say):
        self.free = queue.Queue()
        self.digests = {it.program.key: it.program.version for it in tests}
        # The tests of a program: those that are quick at once, and then each of the others.
        self.groups = {it.program.key: [[]] for it in tests}
        for test in tests:
            groups = self.groups[test.program.key]
            if test.seconds <= QUICK:
                groups[0].append(test.name)
            elif test.seconds <= LONGEST:
                groups.append([test.name])
        for number in range(suite.PROCESSORS):
            tree, build = folder / f"tree-{number}", folder / f"build-{number}"
            # A run that was stopped may have left a mutant there, and half of what was compiled of it.
            shutil.rmtree(tree, ignore_errors=True)
            subprocess.run(["bash", "xtask/scripts/copy.sh", tree], check=True)
            clean = ["cargo", "clean", "-q", f"--target-dir={build}", "-p=paylint", "-p=paylint-tests"]
            subprocess.run(clean, cwd=tree, check=True)
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
            for names in self.groups.get(program.key, []):
                if not passes(program, names):
                    names[:] = [it for it in names if passes(program, [it])]

    def attempt(self, mutant, known):
        """What comes of a mutant."""
        tree, build = self.free.get()
        try:
            with changed(tree, mutant):
                return self.stages(tree, build, known.outlived(mutant["name"]))
        finally:
            self.free.put((tree, build))

    def stages(self, tree, build, outlived):
        tried = {}
        for stage in STAGES:
            compiled = compile_tests(tree, build, stage, subprocess.DEVNULL)
            if compiled.returncode != 0:
                # If it's the tests that don't, they notice the change.
                return {"how": "unviable"} if stage is STAGES[0] else {"how": "caught", "by": "compiler"}
            for program in suite.programs(compiled.stdout):
                if program.key in self.groups and self.digests[program.key] not in outlived | tried.keys():
                    tried[self.digests[program.key]] = program
                    if caught := caught_by(program, self.groups[program.key][:1]):
                        return caught
        for program in tried.values():
            if caught := caught_by(program, self.groups[program.key][1:]):
                return caught
        return {"how": "survived", "outlived": sorted(tried)}


def caught_by(program, groups):
    """What the tests of a program say of a mutant, if it is anything."""
    for names in groups:
        passed = passes(program, names)
        if not passed:
            return {"how": "overdue" if passed is None else "caught", "by": program.key}
    return None


def passes(program, names):
    return program.run(names, 60) if names else True


def compile_tests(tree, build, stage, errors):
    """Compiles test programs; cargo says which, in lines of JSON."""
    return subprocess.run(
        ["cargo", "test", "-q", "--no-run", "--message-format=json", *CONFIG, *stage],
        cwd=tree,
        env=os.environ | {"CARGO_TARGET_DIR": str(build)},
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        # Ctrl-C is for this program: what it ended would look as if it didn't compile.
        start_new_session=True,
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
