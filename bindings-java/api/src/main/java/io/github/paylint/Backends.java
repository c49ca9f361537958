package io.github.paylint;

import io.github.paylint.spi.Backend;
import io.github.paylint.spi.BackendProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The backend of this program: the first that can be loaded. */
final class Backends {
    /** Chosen when this class is first used. */
    private static final Choice CHOICE = choose();

    /** A backend, or why there is none. */
    private record Choice(Backend backend, String unavailable) {}

    private Backends() {}

    static Backend get() {
        if (CHOICE.backend == null) {
            throw new LibraryUnavailableException(CHOICE.unavailable);
        }
        return CHOICE.backend;
    }

    private static Choice choose() {
        var reasons = new ArrayList<String>();
        for (var provider : providers(reasons)) {
            try {
                var backend = provider.load();
                if (!reasons.isEmpty()) {
                    System.getLogger("io.github.paylint").log(System.Logger.Level.WARNING,
                            "paylint runs as WebAssembly, which is slower, because " + reasons.get(0));
                }
                return new Choice(backend, null);
            } catch (LibraryUnavailableException error) {
                reasons.add(error.getMessage());
            }
        }
        if (reasons.isEmpty()) {
            reasons.add("there is no engine: add the artefact paylint or paylint-wasm to the dependencies");
        }
        return new Choice(null, String.join("; ", reasons));
    }

    private static List<BackendProvider> providers(List<String> reasons) {
        var found = new ArrayList<BackendProvider>();
        var all = ServiceLoader.load(BackendProvider.class, Backends.class.getClassLoader()).iterator();
        while (true) {
            try {
                if (!all.hasNext()) {
                    break;
                }
                found.add(all.next());
            } catch (UnsupportedClassVersionError error) {
                reasons.add("libpaylint is called with Java 22 or later, and this is " + Runtime.version().feature()
                        + ": take the artefact paylint-wasm");
            }
        }
        found.sort(Comparator.comparingInt(BackendProvider::priority).reversed());
        return found;
    }
}
