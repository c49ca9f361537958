//! The fuzzer's seeds, including inputs that once failed, checked without the fuzzer.

use std::fs;

use paylint_tests::fuzz::TARGETS;
use paylint_tests::workspace;

#[test]
fn every_seed_passes() {
    for (name, target) in TARGETS {
        let mut count = 0;
        for entry in
            fs::read_dir(workspace::path("fuzz/seeds").join(name)).expect("the target's seeds")
        {
            let path = entry.expect("a seed").path();
            println!("{}", path.display()); // shown if it fails
            target(&fs::read(path).expect("an input"));
            count += 1;
        }
        assert!(count > 0, "{name} has no seeds");
    }
}
