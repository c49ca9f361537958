package io.github.paylint;

/** A policy can't be used. The message names the member and says why. */
public final class InvalidPolicyException extends PaylintException {
    private static final long serialVersionUID = 1;

    InvalidPolicyException(String message) {
        super(message);
    }
}
