"""The sources of the core with its mutants compiled in, each behind a switch.

A mutant of an expression stands beside it, `(if runs(7) { a > b } else { a < b })`; one of a function is a
return at its beginning. Which one runs is said by the variable MUTANT.

What the compiler evaluates, as in a `const fn`, can't have a switch. Mutants that don't compile are taken out
again until the rest does.
"""

import json
import os
import pathlib
import subprocess

import tree_sitter
import tree_sitter_rust

RUST = tree_sitter.Language(tree_sitter_rust.language())
# Evaluated by the compiler.
CONSTANT = {"const_item", "static_item", "const_block", "array_type", "type_arguments", "macro_definition"}
MODULE = """
//! Which mutant runs: `MUTANT` names it. `MUTANTS_REACHED` names a file for those that are reached.
extern crate std;
use std::io::Write;
use std::string::String;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

static CHOSEN: LazyLock<usize> =
    LazyLock::new(|| std::env::var("MUTANT").map_or(0, |it| it.parse().expect("a number")));
static NOTES: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("MUTANTS_REACHED").ok());
static REACHED: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

#[inline]
pub(crate) fn runs(number: usize) -> bool {
    if let Some(file) = NOTES.as_ref()
        && !REACHED[number].swap(true, Ordering::Relaxed)
    {
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(file).expect("a file");
        file.write_all(std::format!("{number}\\n").as_bytes()).expect("room for a line");
    }
    *CHOSEN == number
}
"""


class Source:
    """A file, and what is put around parts of it."""

    def __init__(self, path):
        self.text = pathlib.Path(path).read_bytes()
        self.root = tree_sitter.Parser(RUST).parse(self.text).root_node
        self.lines = [0]
        for line in self.text.split(b"\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.wraps = {}

    def offset(self, place):
        """cargo-mutants counts lines and characters from 1."""
        line = self.text[self.lines[place["line"] - 1] : self.lines[place["line"]]]
        return self.lines[place["line"] - 1] + len(line.decode()[: place["column"] - 1].encode())

    def node(self, start, end, *kinds):
        """The smallest node of these kinds around a range."""
        node = self.root.descendant_for_byte_range(start, end)
        return next((it for it in around(node) if it.type in kinds), None)

    def add(self, number, mutant):
        """Puts a switch where a mutant is; false if none can be there."""
        start, end = (self.offset(mutant["span"][it]) for it in ("start", "end"))
        node = self.root.descendant_for_byte_range(start, end)
        found = place(self, mutant, start, end)
        if found is None or any(is_constant(it) for it in around(node)):
            return False
        (start, end), form, text = found
        wrap = self.wraps.setdefault((start, end, form.rank), Wrap(start, end, form))
        wrap.mutants[number] = text
        return True

    def written(self, alive):
        """The text with the switches of these mutants."""
        steps = []
        for wrap in self.wraps.values():
            if wrap.write(alive):
                length, rank = wrap.end - wrap.start, wrap.form.rank
                # What encloses the most comes first before it, and last behind it.
                steps.append((wrap.start, True, -length, rank, wrap))
                if length > 0:
                    steps.append((wrap.end, False, length, -rank, wrap))
        out, here = bytearray(), 0
        for at, is_start, *_, wrap in sorted(steps, key=lambda it: it[:4]):
            out += self.text[here:at]
            here = at
            if is_start:
                wrap.low = len(out)
            out += wrap.before if is_start else wrap.after
            wrap.high = len(out)
        return bytes(out + self.text[here:])


def around(node):
    while node is not None:
        yield node
        node = node.parent


def is_constant(node):
    """Whether the compiler evaluates this."""
    modifiers = [it for it in node.children if it.type == "function_modifiers"]
    return node.type in CONSTANT or any(word.type == "const" for it in modifiers for word in it.children)


def runs(number):
    return b"crate::mutant::runs(%d)" % number


class Wrap:
    """Mutants of the same expression, or of the same function."""

    def __init__(self, start, end, form):
        self.start, self.end, self.form = start, end, form
        self.mutants = {}

    def write(self, alive):
        """Makes what stands before and behind; false if there is nothing."""
        self.before, self.texts = bytearray(self.form.opening), {}
        for number, text in self.mutants.items():
            if number in alive:
                begin = len(self.before)
                self.before += self.form.switch(number, text, not self.texts)
                self.texts[number] = begin, len(self.before)
        self.before += self.form.middle
        self.after = self.form.closing
        return bool(self.texts)

    def within(self, start, end):
        """The mutants whose texts a place in the written file touches."""
        texts = ((it, self.low + a, self.low + b) for it, (a, b) in self.texts.items())
        return {number for number, a, b in texts if a < max(end, start + 1) and start < b}


class Early:
    """A function returns another value."""

    rank, opening, middle, closing = 0, b"", b"", b""

    def switch(self, number, text, is_first):
        return b"if " + runs(number) + b" { return " + text + b"; } "


class Arm:
    """An arm is never taken, since its pattern has a condition."""

    rank, middle = 1, b""

    def __init__(self, has_guard):
        self.has_guard = has_guard
        self.opening, self.middle, self.closing = (b"(", b" && (", b"))") if has_guard else (b" if ", b"", b"")

    def switch(self, number, text, is_first):
        return b"!" + runs(number)


class Guard:
    """A condition is true, or false."""

    rank, opening, middle, closing = 2, b"(", b"(", b"))"

    def switch(self, number, text, is_first):
        return runs(number) + b" || " if text == b"true" else b"!" + runs(number) + b" && "


class Instead:
    """Another expression."""

    rank, opening, middle, closing = 3, b"(", b" else {", b"})"

    def switch(self, number, text, is_first):
        return (b"" if is_first else b" else ") + b"if " + runs(number) + b" { " + text + b" }"


def place(source, mutant, start, end):
    """What a mutant is put around, in which form, and its text; None if it can't be."""
    text = mutant["replacement"].encode()
    match mutant["genre"]:
        case "FnValue":
            return (start, end), Early(), text
        case "MatchArmGuard":
            return (start, end), Guard(), text
        case "MatchArm":
            arm = source.node(start, end, "match_arm")
            pattern = arm.child_by_field_name("pattern")
            condition = pattern.child_by_field_name("condition")
            if condition is None:
                return (pattern.end_byte, pattern.end_byte), Arm(False), b""
            return (condition.start_byte, condition.end_byte), Arm(True), b""
        case "UnaryOperator":
            node = source.node(start, end, "unary_expression")
        case "BinaryOperator":
            node = source.node(start, end, "binary_expression", "compound_assignment_expr")
        case _:
            return None
    # Of a chain with `let`, for example, the operator is none of these.
    if node is None or start not in (it.start_byte for it in node.children):
        return None
    begin = node.start_byte
    return (begin, node.end_byte), Instead(), node.text[: start - begin] + text + node.text[end - begin :]


class Switched:
    """A copy of the project with a switch for each mutant that can have one."""

    def __init__(self, folder, mutants):
        self.tree, self.target = folder / "switched", folder / "switched-target"
        self.mutants, self.sources, self.alive = mutants, {}, set()
        for mutant in mutants:
            if mutant["file"] not in self.sources:
                self.sources[mutant["file"]] = Source(mutant["file"])

    def cargo(self, command, *arguments):
        """What cargo says about the copy, in lines of JSON."""
        # The tests use every feature of the core.
        packages = ["-p=paylint", "-p=paylint-tests"]
        return subprocess.run(
            ["cargo", command, "-q", *packages, "--message-format=json", *arguments],
            cwd=self.tree,
            # Warnings are of no interest here, and an overflow is found when it runs.
            env=os.environ | {"CARGO_TARGET_DIR": str(self.target), "RUSTFLAGS": "--cap-lints=allow"},
            capture_output=True,
            text=True,
        )

    def write(self):
        for path, source in self.sources.items():
            text = source.written(self.alive)
            if path == "core/src/lib.rs":
                text += b"\nmod mutant;\n"
            if (self.tree / path).read_bytes() != text:
                (self.tree / path).write_bytes(text)

    def errors(self):
        """What the compiler has against the files as they are written."""
        checked = self.cargo("check")
        said = [json.loads(line) for line in checked.stdout.splitlines()]
        said = [it["message"] for it in said if it["reason"] == "compiler-message"]
        errors = [it for it in said if it["level"] == "error" and it["spans"]]
        if checked.returncode != 0 and not errors:
            raise SystemExit(checked.stderr)
        return errors

    def add(self, known=None):
        """Adds the mutants, and takes out again those that don't compile, if they aren't known."""
        for number, mutant in enumerate(self.mutants, 1):
            if self.sources[mutant["file"]].add(number, mutant):
                self.alive.add(number)
        self.alive &= known or self.alive
        while True:
            self.write()
            errors = self.errors()
            if not errors:
                break
            wrong = set().union(*map(self.about, errors)) & self.alive
            if not wrong:
                raise SystemExit(errors[0]["rendered"])
            self.alive -= wrong

    def about(self, error):
        """The mutants that an error of the compiler is about."""
        spans = sorted(error["spans"], key=lambda it: not it["is_primary"])
        spans = [(it, self.sources[it["file_name"]]) for it in spans if it["file_name"] in self.sources]
        for span, source in spans:
            start, end = span["byte_start"], span["byte_end"]
            wraps = [it for it in source.wraps.values() if it.texts]
            if found := set().union(*(it.within(start, end) for it in wraps)):
                return found
        # Of none's own text, so of those that it is inside.
        for span, source in spans:
            wraps = [it for it in source.wraps.values() if it.texts]
            wraps = [it for it in wraps if it.low <= span["byte_start"] and span["byte_end"] <= it.high]
            if wraps:
                return set(min(wraps, key=lambda it: it.high - it.low).texts)
        return set()

    def compile_tests(self):
        compiled = self.cargo("test", "--no-run")
        if compiled.returncode != 0:
            raise SystemExit(compiled.stderr)
        return compiled.stdout


def build(folder, mutants, say):
    """Writes and compiles the copy; what was found out about it before is kept."""
    switched = Switched(folder, mutants)
    subprocess.run(["bash", "xtask/scripts/copy.sh", switched.tree], check=True)
    module = MODULE.replace("COUNT", str(len(mutants) + 1))
    (switched.tree / "core/src/mutant.rs").write_text(module)
    say("looking for what doesn't compile behind a switch")
    kept = folder / "switched.json"
    if kept.exists():
        switched.add(set(json.loads(kept.read_text())))
    else:
        switched.add()
        kept.write_text(json.dumps(sorted(switched.alive)))
    switched.numbers = {mutants[number - 1]["name"]: number for number in switched.alive}
    say(f"compiling {len(switched.alive)} of {len(mutants)} mutants behind switches")
    return switched
