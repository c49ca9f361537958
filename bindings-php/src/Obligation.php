<?php

declare(strict_types=1);

namespace Paylint;

/** Something that you must do besides sending the request. */
final class Obligation
{
    /**
     * @param string                  $kind  three_ds (3-D Secure authentication) or capture (capturing the order later)
     * @param \DateTimeImmutable|null $by    the deadline, if there is one
     * @param list<string>            $needs the missing facts that it depends on; empty if it is certain
     */
    public function __construct(
        public readonly string $kind,
        public readonly ?\DateTimeImmutable $by,
        public readonly array $needs,
    ) {
    }
}
