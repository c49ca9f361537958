<?php

declare(strict_types=1);

namespace Paylint;

/**
 * A handle of libpaylint, which is freed when nothing refers to it any more.
 *
 * @internal
 */
final class Handle
{
    /** @param \Closure(\FFI\CData): void $free */
    public function __construct(public readonly \FFI\CData $pointer, private readonly \Closure $free)
    {
    }

    public function __destruct()
    {
        ($this->free)($this->pointer);
    }

    private function __clone()
    {
    }
}
