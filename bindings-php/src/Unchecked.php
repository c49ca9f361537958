<?php

declare(strict_types=1);

namespace Paylint;

/** A rule that can't be decided because facts are missing. */
final class Unchecked
{
    /** @param list<string> $needs the missing facts that would decide it */
    public function __construct(
        public readonly string $rule,
        public readonly Level $level,
        public readonly array $needs,
    ) {
    }
}
