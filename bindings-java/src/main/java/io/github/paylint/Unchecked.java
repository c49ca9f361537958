package io.github.paylint;

import java.util.List;

/**
 * A rule that can't be decided because facts are missing.
 *
 * @param rule the rule
 * @param level what a violation would be
 * @param needs the missing facts that would decide it
 */
public record Unchecked(String rule, Level level, List<String> needs) {}
