package io.github.paylint;

import java.util.Locale;

/** A kind of request to the gateway, or the webhook that the gateway sends. */
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

    /** The operation with this name in JSON. */
    static Operation of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** The name in JSON. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
