<?php

declare(strict_types=1);

namespace Paylint;

/**
 * A compiled policy: how strict to be. Make it once and use it for any number of requests.
 *
 * A body is the JSON text that you send, or an array or object to be written as JSON. Facts are Facts, an array or JSON
 * text. The methods throw InvalidBody, InvalidFacts and UnknownOperation; a rejected request is not an exception.
 */
final class Engine
{
    private readonly object $handle;

    /**
     * The policy is a preset's name, JSON text, an array or object, or a list of these, of which the last is on top;
     * null is the default policy.
     *
     * @param string|array<mixed>|\stdClass|\JsonSerializable|null $policy
     *
     * @throws Exception\InvalidPolicy
     */
    public function __construct(#[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $policy = null)
    {
        $layers = \is_array($policy) && \array_is_list($policy) ? $policy : [$policy ?? 'default'];
        $texts = \array_map(static fn ($it): string => Json::text($it, Exception\InvalidPolicy::class), $layers);
        $this->handle = Backend::get()->engine($texts);
    }

    /**
     * Checks a request.
     *
     * @param string                                 $operation such as 'order' or 'refund'
     * @param Facts|array<string, mixed>|string|null $facts     what you know
     * @param Facts|array<string, mixed>|string|null $changing  facts of this request only, laid over the others by
     *                                                          top-level member
     */
    public function check(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
        #[\SensitiveParameter] Facts|array|string|null $changing = null,
    ): Report {
        return new Report(Backend::get()->check(
            $this->handle,
            $operation,
            self::body($body),
            Facts::of($facts),
            Facts::of($changing),
        ));
    }

    /** Whether the gateway can accept a request. Takes less time than a report. */
    public function accepts(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
        #[\SensitiveParameter] Facts|array|string|null $changing = null,
    ): bool {
        return Backend::get()->accepts(
            $this->handle,
            $operation,
            self::body($body),
            Facts::of($facts),
            Facts::of($changing),
        );
    }

    /** For a form or an editor: which members may be given, and which must be. */
    public function fields(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
    ): Fields {
        return new Fields(Backend::get()->answer(
            'fields',
            $this->handle,
            $operation,
            self::body($body),
            Facts::of($facts),
        ));
    }

    /**
     * What to change so that the findings go away.
     *
     * @return array{fixes: list<array<string, mixed>>, unfixable: list<array<string, mixed>>}
     */
    public function fixes(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
    ): array {
        return \json_decode($this->fixesJson($operation, $body, $facts), true, flags: \JSON_THROW_ON_ERROR);
    }

    /** The same as JSON. */
    public function fixesJson(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
    ): string {
        return Backend::get()->answer(
            'fixes',
            $this->handle,
            $operation,
            self::body($body),
            Facts::of($facts),
        );
    }

    /**
     * Makes the changes that are safe, and returns the body as text. Bytes that no change touches stay as they are; ''
     * means that there is no body any more.
     *
     * @param bool $alsoUnsafe also make changes that a person must confirm
     */
    public function apply(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
        bool $alsoUnsafe = false,
    ): string {
        return Backend::get()->apply(
            $this->handle,
            $operation,
            self::body($body),
            Facts::of($facts),
            $alsoUnsafe,
        );
    }

    /**
     * Adds up what was sent for an order: the facts `order` of its next request. The events are an array, or its JSON
     * text: first the order or the payout, then the captures, refunds, reversals and chargebacks that were accepted.
     *
     * @param string|list<array<string, mixed>> $events
     *
     * @throws Exception\InvalidHistory if they can't follow each other, or an amount isn't valid
     */
    public function orderFacts(#[\SensitiveParameter] string|array $events): OrderFacts
    {
        $json = Json::text(Json::withTimes($events), Exception\InvalidHistory::class);

        return new OrderFacts(Backend::get()->orderFacts($this->handle, $json));
    }

    /**
     * Notes for the policy's author, one per line: it uses a rule's old name, or names a rule that is deprecated. They
     * don't change what the policy does.
     *
     * @return list<string>
     */
    public function policyNotes(): array
    {
        return Backend::get()->policyNotes($this->handle);
    }

    /** The operation that the method and the path of an HTTP request ask for; null if it is none. */
    public static function route(string $method, #[\SensitiveParameter] string $path): ?string
    {
        return Backend::get()->route($method, $path);
    }

    private static function body(
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body,
    ): string {
        return $body === null ? '' : Json::text($body, Exception\InvalidBody::class);
    }

    /** Nothing, because a policy can hold what is yours alone. */
    public function __debugInfo(): array
    {
        return [];
    }
}
