<?php

declare(strict_types=1);

namespace Paylint;

/**
 * For every known member of a request, whether it may be given and whether it must be, in document order.
 *
 * @implements \IteratorAggregate<string, Field>
 */
final class Fields implements \Countable, \IteratorAggregate, \JsonSerializable
{
    public readonly string $operation;

    /** Whether all members were looked at; see docs/fields.md for the bounds. */
    public readonly bool $complete;

    /** @var array<string, Field> */
    private readonly array $fields;

    /**
     * @param string $json what toJson() gave, also by an earlier program or in another language
     *
     * @throws \JsonException if it isn't JSON
     */
    public function __construct(private readonly string $json)
    {
        $all = \json_decode($json, true, flags: \JSON_THROW_ON_ERROR);
        $this->operation = $all['operation'];
        $this->complete = $all['complete'];
        $fields = [];
        foreach ($all['fields'] as $it) {
            $state = FieldState::from($it['state']);
            $fields[$it['path']] = new Field(
                $it['path'],
                $it['type'],
                $state,
                $it['under'],
                $it['rules'],
                $it['needs'],
            );
        }
        $this->fields = $fields;
    }

    /** The member at a JSON Pointer, such as '/client/zip_code'; null if none is known there. */
    public function at(string $path): ?Field
    {
        return $this->fields[$path] ?? null;
    }

    /** The canonical JSON, which is the same, byte for byte, in every binding of paylint. */
    public function toJson(): string
    {
        return $this->json;
    }

    public function jsonSerialize(): mixed
    {
        return \json_decode($this->json);
    }

    public function count(): int
    {
        return \count($this->fields);
    }

    /** By their paths. */
    public function getIterator(): \ArrayIterator
    {
        return new \ArrayIterator($this->fields);
    }
}
