//! Writes the JSON Schema of questions and answers: `cargo run -p paylint-tests --example answers > answers.json`.

fn main() {
    println!("{}", paylint::door::schema());
}
