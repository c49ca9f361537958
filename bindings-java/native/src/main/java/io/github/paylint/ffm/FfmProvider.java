package io.github.paylint.ffm;

import io.github.paylint.LibraryUnavailableException;
import io.github.paylint.spi.Backend;
import io.github.paylint.spi.BackendProvider;

/** Provides libpaylint. */
public final class FfmProvider implements BackendProvider {
    @Override
    public int priority() {
        return 2;
    }

    @Override
    public Backend load() {
        try {
            return new FfmBackend();
        } catch (ExceptionInInitializerError error) {
            if (error.getCause() instanceof LibraryUnavailableException unavailable) {
                throw unavailable;
            }
            throw error;
        }
    }
}
