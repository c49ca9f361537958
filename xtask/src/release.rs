//! Builds of what a release publishes.

use crate::shell::{self, Result, say, script};
use crate::site;

/// Builds everything that a release has, in target/release-files, and uses each file in an empty project of its kind; then
/// the site, in target/site. Publishes nothing: .github/workflows/release.yml does, what a pushed tag `vVERSION` builds.
pub(crate) fn run() -> Result {
    say("the files of a release, in target/release-files");
    shell::run(&mut script("release.sh"))?;
    say("each file in an empty project of its kind");
    shell::run(&mut script("release-check.sh"))?;
    say("the site, in target/site");
    site::run(&site::Arguments { check: false })
}
