//! What a release publishes.

use crate::Result;
use crate::shell::{self, script};

/// Builds what a release publishes, into target/release-files, with checksums. Publishes nothing.
pub(crate) fn run() -> Result {
    shell::run(&mut script("release.sh"))
}
