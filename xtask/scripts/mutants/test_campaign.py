"""What is kept of a campaign, and how switches are written."""

import contextlib
import io
import pathlib
import tempfile
import unittest
from unittest import mock

import campaign
import switches

SOURCE = """
pub fn least(a: u8, b: u8) -> u8 {
    // Äußerst klein
    if a < b && !(b == 0) { a } else { b }
}
const fn half(a: u8) -> u8 {
    a / 2
}
fn word(count: &mut u8, a: u8) -> &'static str {
    *count += 1;
    match a {
        0 => "none",
        _ if a > 9 => "many",
        1..=3 | 4 if a != 2 => "few",
        _ => "some",
    }
}
"""


def mutant(genre, text, replacement, within=SOURCE, word=None):
    """A mutant of the first place where a text stands; of a word of it, if one is named."""
    start = within.index(text) + (text.index(word) if word else 0)
    end = start + len(word or text)

    def place(at):
        line = within[:at].split("\n")
        return {"line": len(line), "column": len(line[-1]) + 1}

    return {"genre": genre, "replacement": replacement, "span": {"start": place(start), "end": place(end)}}


class Switches(unittest.TestCase):
    def written(self, *mutants):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "file.rs")
            file.write_text(SOURCE)
            source = switches.Source(file)
        alive = {number for number, it in enumerate(mutants, 1) if source.add(number, it)}
        return source.written(alive).decode().replace("crate::mutant::runs", "runs")

    def test_an_expression_stands_beside_its_mutants(self):
        written = self.written(
            mutant("BinaryOperator", "a < b", "==", word="<"),
            mutant("BinaryOperator", "a < b", ">", word="<"),
            mutant("BinaryOperator", "a < b && ", "||", word="&&"),
            mutant("UnaryOperator", "!(b == 0)", "", word="!"),
            mutant("BinaryOperator", "*count += 1", "-=", word="+="),
        )
        inner = "(if runs(1) { a == b } else if runs(2) { a > b } else {a < b})"
        right = "(if runs(4) { (b == 0) } else {!(b == 0)})"
        both = f"(if runs(3) {{ a < b || !(b == 0) }} else {{{inner} && {right}}})"
        self.assertIn(f"if {both} {{ a }} else {{ b }}", written)
        self.assertIn("(if runs(5) { *count -= 1 } else {*count += 1});", written)

    def test_a_function_returns_another_value_first(self):
        body = "if a < b && !(b == 0) { a } else { b }"
        written = self.written(mutant("FnValue", body, "0"), mutant("FnValue", body, "1"))
        self.assertIn("if runs(1) { return 0; } if runs(2) { return 1; } " + body, written)

    def test_an_arm_is_not_taken_and_a_guard_is_true_or_false(self):
        written = self.written(
            mutant("MatchArm", '0 => "none",', ""),
            mutant("MatchArm", '1..=3 | 4 if a != 2 => "few",', ""),
            mutant("MatchArmGuard", "a > 9", "true"),
            mutant("MatchArmGuard", "a > 9", "false"),
        )
        self.assertIn('0 if !runs(1) => "none"', written)
        self.assertIn('1..=3 | 4 if (!runs(2) && (a != 2)) => "few"', written)
        self.assertIn('_ if (runs(3) || !runs(4) && (a > 9)) => "many"', written)

    def test_what_the_compiler_evaluates_stays_as_it_is(self):
        self.assertEqual(self.written(mutant("BinaryOperator", "a / 2", "%", word="/")), SOURCE)

    def test_errors_are_about_the_mutant_whose_text_they_point_at(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "file.rs")
            file.write_text(SOURCE)
            source = switches.Source(file)
        source.add(1, mutant("BinaryOperator", "a < b", "==", word="<"))
        source.add(2, mutant("BinaryOperator", "a < b", ">", word="<"))
        at = source.written({1, 2}).index(b"a > b")
        [wrap] = source.wraps.values()
        self.assertEqual(wrap.within(at, at + 5), {2})


class Kept(unittest.TestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.file = pathlib.Path(folder, "known")

    def test_a_run_goes_on_where_another_was_stopped(self):
        known = campaign.Known(self.file)
        known.keep({"name": "a", "how": "caught", "by": "tests/api"})
        known.keep({"name": "b", "how": "survived", "outlived": ["tests/api 1"]})
        known.file.close()
        with self.file.open("a") as file:
            file.write('{"name": "c", "how": "cau')
        again = campaign.Known(self.file)
        self.assertTrue(again.is_settled("a"))
        self.assertFalse(again.is_settled("b"))
        self.assertEqual(again.outlived("b"), {"tests/api 1"})
        self.assertFalse(again.is_settled("c"))
        again.keep({"name": "b", "how": "survived", "outlived": ["tests/api 2"]})
        again.keep({"name": "c", "how": "caught", "by": "tests/api"})
        again.file.close()
        last = campaign.Known(self.file)
        self.addCleanup(last.file.close)
        self.assertEqual(last.outlived("b"), {"tests/api 1", "tests/api 2"})
        self.assertTrue(last.is_settled("c"))

    def test_the_result_is_of_all_shards(self):
        known = campaign.Known(self.file)
        self.addCleanup(known.file.close)
        mutants = [
            {"name": name, "file": f"core/src/{file}"}
            for name, file in [("a", "lib.rs"), ("b", "rules/http.rs"), ("c", "rules/a/b.rs"), ("d", "lib.rs")]
        ]
        for name, how in [("a", "caught"), ("b", "survived"), ("c", "unviable")]:
            known.keep({"name": name, "how": how})
        with contextlib.redirect_stdout(io.StringIO()) as out:
            campaign.report(mutants, known)
        self.assertEqual(
            out.getvalue().splitlines(),
            [
                "| where | mutants | don't compile | caught | run over time | survive | left |",
                "|---|---:|---:|---:|---:|---:|---:|",
                "| `core/src/*.rs` | 2 |  | 1 |  |  | 1 |",
                "| `core/src/rules` | 2 | 1 |  |  | 1 |  |",
                "| all | 4 | 1 | 1 |  | 1 | 1 |",
                "b",
                "result: 3 of 4 mutants tried: 1 caught, 1 don't compile, 0 run over time, 1 survive",
            ],
        )

    def test_only_what_is_left_of_a_shard_is_tried(self):
        known = campaign.Known(self.file)
        for name, how in [("a", "caught"), ("b", "survived"), ("c", "unviable"), ("d", "overdue")]:
            known.keep({"name": name, "how": how})
        known.file.close()
        mutants = [{"name": name, "file": "core/src/lib.rs"} for name in "abcdef"]
        for shard, left in [("0/1", "bef"), ("0/3", ""), ("1/3", "be"), ("2/3", "f")]:
            with (
                mock.patch.object(campaign, "listed", return_value=mutants),
                mock.patch.object(campaign, "that_count", side_effect=list),
                mock.patch.object(campaign, "try_shard") as tried,
                contextlib.redirect_stdout(io.StringIO()),
            ):
                campaign.run(self.file.parent, shard, [])
            # Compiling takes minutes, so nothing is, if nothing is left.
            self.assertEqual(tried.call_count, 1 if left else 0)
            for call in tried.call_args_list:
                self.assertEqual("".join(it["name"] for it in call.args[2]), left)


if __name__ == "__main__":
    unittest.main()
