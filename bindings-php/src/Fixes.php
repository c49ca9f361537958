<?php

declare(strict_types=1);

namespace Paylint;

/** What to change in a request so that the findings go away. */
final class Fixes implements \JsonSerializable
{
    /**
     * The findings that have a fix, in the report's order, each with its choices, the best first. A patch is a JSON
     * Patch (RFC 6902); docs/fixes.md says what an applicability means.
     *
     * @var list<array{finding: int, rule: string, path: string,
     *     choices: list<array{applicability: string, patch: list<array<string, mixed>>}>}>
     */
    public readonly array $fixes;

    /** @var list<array{rule: string, path: string}> the findings at level deny that no choice fixes */
    public readonly array $unfixable;

    /**
     * @param string $json what toJson() gave, also by an earlier program or in another language
     *
     * @throws \JsonException if it isn't JSON
     */
    public function __construct(private readonly string $json)
    {
        $all = \json_decode($json, true, flags: \JSON_THROW_ON_ERROR);
        $this->fixes = $all['fixes'];
        $this->unfixable = $all['unfixable'];
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
}
