//! The inputs that the fuzzer found worth keeping, checked again without it.

use std::fs;
use std::path::Path;

use paylint_tests::fuzz::TARGETS;

#[test]
fn every_input_of_the_corpora_passes() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
        let mut count = 0;
        for entry in fs::read_dir(folder).expect("the target's corpus") {
            let path = entry.expect("an entry of the corpus").path();
            println!("{}", path.display()); // shown if it fails
            target(&fs::read(path).expect("an input"));
            count += 1;
        }
        assert!(count >= 20, "{name}: only {count} inputs");
    }
}
