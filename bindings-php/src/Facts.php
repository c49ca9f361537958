<?php

declare(strict_types=1);

namespace Paylint;

/**
 * Facts: what you know about a request and the body can't say, such as the merchant or the current time. Make them once
 * and use them for any number of checks; they never change.
 */
final class Facts
{
    /** @internal */
    public readonly object $handle;

    private readonly string $json;

    /**
     * @param string|array<string, mixed>|\stdClass|\JsonSerializable $facts as an array, or as JSON text; a time
     *     in an array may be a DateTimeInterface
     *
     * @throws Exception\InvalidFacts
     */
    public function __construct(#[\SensitiveParameter] string|array|\stdClass|\JsonSerializable $facts = [])
    {
        $this->json = $facts === [] ? '{}' : Json::text(Json::withTimes($facts), Exception\InvalidFacts::class);
        $this->handle = Backend::get()->facts($this->json);
    }

    /**
     * The facts if they are made already, else made from them.
     *
     * @internal
     */
    public static function of(#[\SensitiveParameter] self|string|array|null $facts): ?self
    {
        return $facts instanceof self || $facts === null ? $facts : new self($facts);
    }

    /** @internal */
    public function toJson(): string
    {
        return $this->json;
    }

    /** Nothing, because a header can be a token. */
    public function __debugInfo(): array
    {
        return [];
    }
}
