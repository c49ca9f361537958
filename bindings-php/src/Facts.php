<?php

declare(strict_types=1);

namespace Paylint;

/**
 * Facts: what you know about a request beyond its body, such as the merchant or the current time. Make them once and
 * use them for any number of checks; they never change. A header can be a token, so nothing shows facts, and they can't
 * be written as JSON or serialized.
 */
final class Facts implements \JsonSerializable
{
    use Concealed;

    /**
     * @param string|array<string, mixed>|\stdClass|\JsonSerializable $facts as an array, or as JSON text; a time
     *     in an array may be a DateTimeInterface
     *
     * @throws Exception\InvalidArgument if they can't be used
     */
    public function __construct(#[\SensitiveParameter] string|array|\stdClass|\JsonSerializable $facts = [])
    {
        $json = $facts === [] ? '{}' : Json::text(Json::withTimes($facts), 'facts');
        $this->conceal([$json, Backend::get()->facts($json)]);
    }

    /**
     * Returns facts as they are, and makes them from anything else.
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
        return $this->concealed()[0];
    }

    /** @internal */
    public function handle(): object
    {
        return $this->concealed()[1];
    }

    public function jsonSerialize(): never
    {
        throw new \LogicException("facts can't be written as JSON: they may hold a secret");
    }
}
