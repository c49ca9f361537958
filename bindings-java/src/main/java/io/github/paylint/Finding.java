package io.github.paylint;

import java.util.Map;
import java.util.Optional;

/**
 * A violated rule.
 *
 * @param rule the rule, such as {@code product.price_minimum}
 * @param level WARN or DENY
 * @param basis what the rule is based on: stated, inferred, convention, integrity or custom
 * @param source the section of the gateway's document, or the standard, if there is one
 * @param path where it is violated, as a JSON Pointer; empty for the whole body
 * @param message what is wrong and what to do
 * @param params the numbers and names that the message compares
 */
public record Finding(String rule, Level level, String basis, Optional<String> source, String path, String message,
        Map<String, Object> params) {}
