package io.github.paylint;

import java.util.Locale;
import java.util.Optional;

/** What a request asks the gateway to do, or the webhook that the gateway sends. */
public enum Operation {
    ORDER,
    CAPTURE,
    REFUND,
    REVERSAL,
    PAYOUT_A2A,
    PAYOUT_B2P,
    PAYOUT_P2P,
    PAYOUT_OG,
    PAYOUT_SDWO,
    CLIENT,
    TAX,
    PAYMENT,
    CARD_WEBHOOK;

    /**
     * The operation of an HTTP method and a path, which may have a version before it and a query behind it. The card
     * post and the card webhook have no fixed path.
     */
    public static Optional<Operation> route(String method, String path) {
        return Optional.ofNullable(Backends.get().route(method, path));
    }

    /** The name in JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
