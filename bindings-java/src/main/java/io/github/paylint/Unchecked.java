package io.github.paylint;

import java.util.List;

/**
 * A rule that can't be decided because facts are missing.
 *
 * @param rule the rule
 * @param level the level of a violation
 * @param needs the missing facts that would decide it
 */
public record Unchecked(String rule, Level level, List<String> needs) {}
