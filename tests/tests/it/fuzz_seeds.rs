//! The inputs that the fuzzer begins with, and those that once failed, checked without it.

use std::fs;
use std::path::Path;

use paylint_tests::fuzz::TARGETS;

#[test]
fn every_seed_passes() {
    for (name, target) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(name);
        let mut count = 0;
        for entry in fs::read_dir(folder).expect("the target's seeds") {
            let path = entry.expect("a seed").path();
            println!("{}", path.display()); // shown if it fails
            target(&fs::read(path).expect("an input"));
            count += 1;
        }
        assert!(count > 0, "{name} has no seeds");
    }
}
