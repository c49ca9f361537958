<?php

declare(strict_types=1);

namespace Paylint;

/**
 * Everything that is wrong with a request, in the order of the rules and then of the document.
 *
 * @implements \IteratorAggregate<int, Finding>
 */
final class Findings implements \Countable, \IteratorAggregate
{
    /** @param list<Finding> $findings */
    public function __construct(private readonly array $findings)
    {
    }

    /**
     * The findings at a JSON Pointer, such as '/client/zip_code'.
     *
     * @return list<Finding>
     */
    public function at(string $path): array
    {
        return \array_values(\array_filter($this->findings, static fn (Finding $it): bool => $it->path === $path));
    }

    /** @return list<Finding> */
    public function all(): array
    {
        return $this->findings;
    }

    public function count(): int
    {
        return \count($this->findings);
    }

    public function getIterator(): \ArrayIterator
    {
        return new \ArrayIterator($this->findings);
    }
}
