/** Runs the engine as libpaylint, by Java's foreign function interface. */
module io.github.paylint.ffm {
    requires transitive io.github.paylint;

    provides io.github.paylint.spi.BackendProvider with io.github.paylint.ffm.FfmProvider;
}
