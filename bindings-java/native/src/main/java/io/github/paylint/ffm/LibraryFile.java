package io.github.paylint.ffm;

import io.github.paylint.LibraryUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Optional;

/** Finds libpaylint: where the program says, in this jar, or in the system. */
final class LibraryFile {
    private static final String HELP =
            "put libpaylint into the system, or name its file with -Dpaylint.library or PAYLINT_LIBRARY";

    private LibraryFile() {}

    static SymbolLookup load() {
        try {
            var named = Optional.ofNullable(System.getProperty("paylint.library", System.getenv("PAYLINT_LIBRARY")));
            if (named.isPresent() && !named.get().isEmpty()) {
                return open(Path.of(named.get()).toAbsolutePath(),
                        "it is what -Dpaylint.library or PAYLINT_LIBRARY names");
            }
            try (var library = LibraryFile.class.getResourceAsStream(platform() + "/" + fileName(""))) {
                return library == null ? ofTheSystem() : unpacked(library);
            }
        } catch (IllegalCallerException error) {
            throw new LibraryUnavailableException("native code isn't allowed: start Java with "
                    + "--enable-native-access=" + nameOfModule());
        } catch (IOException error) {
            throw new LibraryUnavailableException("libpaylint can't be unpacked into "
                    + System.getProperty("java.io.tmpdir") + " (" + error.getClass().getSimpleName()
                    + "): set -Djava.io.tmpdir to a folder that can be written, or " + HELP);
        }
    }

    /**
     * Loads the library from a new folder that nobody else can write into, and removes it at once: what is loaded stays
     * in memory. So no other file can take its place, before or later, and nothing is left behind.
     */
    private static SymbolLookup unpacked(InputStream library) throws IOException {
        var onlyMine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        var folder = Files.createTempDirectory("paylint-", onlyMine);
        var file = folder.resolve(fileName(""));
        try {
            Files.copy(library, file);
            return open(file, "if files in " + folder.getParent()
                    + " can't be executed, set -Djava.io.tmpdir to another folder; or " + HELP);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static SymbolLookup open(Path file, String help) {
        try {
            return SymbolLookup.libraryLookup(file, Arena.global());
        } catch (IllegalArgumentException error) {
            throw new LibraryUnavailableException("libpaylint can't be loaded (" + reason(file) + "): " + help);
        }
    }

    /** Why a library can't be loaded, which the lookup doesn't say. */
    private static String reason(Path file) {
        try {
            System.load(file.toString());
            return file.toString();
        } catch (UnsatisfiedLinkError error) {
            return error.getMessage();
        }
    }

    private static SymbolLookup ofTheSystem() {
        for (var name : new String[] {fileName(".0"), fileName("")}) {
            try {
                return SymbolLookup.libraryLookup(name, Arena.global());
            } catch (IllegalArgumentException error) {
                // The next one, then.
            }
        }
        throw new LibraryUnavailableException(
                "libpaylint was not found: this jar has none for " + platform() + ", nor has the system; " + HELP);
    }

    /** As the folders are called in which the jar has the libraries. */
    private static String platform() {
        var arch = System.getProperty("os.arch");
        return system() + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    private static String system() {
        var name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.startsWith("windows") ? "windows" : name.startsWith("mac") ? "macos" : name;
    }

    private static String fileName(String abi) {
        return switch (system()) {
            case "windows" -> "paylint.dll";
            case "macos" -> "libpaylint" + abi + ".dylib";
            default -> "libpaylint.so" + abi;
        };
    }

    private static String nameOfModule() {
        var module = LibraryFile.class.getModule();
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }
}
