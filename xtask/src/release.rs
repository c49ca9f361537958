//! What a release publishes.

use crate::shell::{self, Result, say, script};
use crate::site;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Build and check everything that would be published, in target/release-files
    #[arg(long)]
    dry_run: bool,
}

/// How to publish. Nothing here does it: a version can't be taken back.
const BY_HAND: &str = "\
Publishing is done by hand, because a published version can't be taken back. In this order, from a
clean checkout of the commit that passed its tests, for version VERSION:

    # CHANGELOG.md has a section for VERSION, with its day and the figures of the long tests
    cargo xtask release --dry-run
    # the tag makes .github/workflows/release.yml draft the release on GitHub, with the same files
    git tag --sign vVERSION --message 'paylint VERSION' && git push origin vVERSION

    # with cargo 1.90 or later
    cargo publish -p paylint -p paylint-arrow -p paylint-tower
    npm publish target/release-files/paylint-VERSION.tgz
    twine upload target/release-files/paylint-VERSION*.whl target/release-files/paylint-VERSION.tar.gz
    # Packagist reads a repository: commit what paylint-php-VERSION.tar.gz has to that of the PHP package
    # the Go module's tag is on a commit of its own, which has its WebAssembly module, and a LICENSE that pkg.go.dev finds
    git switch --detach vVERSION
    cp target/release-files/libpaylint-VERSION.wasm bindings-go/libpaylint.wasm
    cat LICENSE-MIT LICENSE-APACHE >bindings-go/LICENSE
    git add --force bindings-go/libpaylint.wasm bindings-go/LICENSE && git commit --message 'libpaylint.wasm VERSION'
    git tag --sign bindings-go/vVERSION --message 'paylint VERSION for Go' && git push origin bindings-go/vVERSION
    git switch -
    gh release edit vVERSION --draft=false
    # target/site is the static site, for any web server

Nothing has been built or published.";

/// With `--dry-run` builds what a release publishes, and checks each file in an empty project of its
/// kind; without, says how to publish. Publishes nothing.
pub(crate) fn run(arguments: &Arguments) -> Result {
    if !arguments.dry_run {
        println!("{}", BY_HAND.replace("VERSION", env!("CARGO_PKG_VERSION")));
        return Ok(());
    }
    say("the files of a release, in target/release-files");
    shell::run(&mut script("release.sh"))?;
    say("each file in an empty project of its kind");
    shell::run(&mut script("release-check.sh"))?;
    say("the site, in target/site");
    site::run(&site::Arguments { check: false })
}
