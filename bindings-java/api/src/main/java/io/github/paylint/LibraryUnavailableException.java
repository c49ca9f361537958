package io.github.paylint;

/** The engine can't be loaded here. The message says what to do. */
public final class LibraryUnavailableException extends PaylintException {
    private static final long serialVersionUID = 1;

    public LibraryUnavailableException(String message) {
        super(message);
    }
}
