<?php

declare(strict_types=1);

namespace Paylint;

/** A violation of a rule at a place. */
final class Finding
{
    /**
     * @param string               $rule    the rule's name
     * @param string               $basis   stated, inferred, convention, integrity or custom
     * @param string|null          $source  the section of the gateway's documentation, or the standard
     * @param string               $path    where it is, as a JSON Pointer; '' is the whole body. For a missing member
     *                                      it is where the member should be.
     * @param string               $message what is wrong, in one English sentence
     * @param array<string, mixed> $params  the values behind the message; decimals are strings
     */
    public function __construct(
        public readonly string $rule,
        public readonly Level $level,
        public readonly string $basis,
        public readonly ?string $source,
        public readonly string $path,
        public readonly string $message,
        public readonly array $params,
    ) {
    }
}
