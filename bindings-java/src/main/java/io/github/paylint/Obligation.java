package io.github.paylint;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Something that you must do besides sending the request.
 *
 * @param kind three_ds (3-D Secure authentication) or capture (capturing the order later)
 * @param by the deadline, if there is one
 * @param needs the missing facts that it depends on; empty if it is certain
 */
public record Obligation(String kind, Optional<Instant> by, List<String> needs) {}
