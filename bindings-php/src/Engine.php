<?php

declare(strict_types=1);

namespace Paylint;

/**
 * A compiled policy: how strict to be. Make it once and use it for any number of requests.
 *
 * A body is the JSON text that you send, or an array or object to be written as JSON. Facts are Facts, an array or JSON
 * text. The methods throw InvalidArgument; a rejected request is not an exception.
 */
final class Engine
{
    use Concealed;

    /**
     * The policy is a preset's name, JSON text, an array or object, or a list of these with the last on top; null is
     * the default policy.
     *
     * @param string|array<mixed>|\stdClass|\JsonSerializable|null $policy
     *
     * @throws Exception\InvalidArgument if it can't be used
     */
    public function __construct(#[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $policy = null)
    {
        $layers = \is_array($policy) && \array_is_list($policy) ? $policy : [$policy ?? 'default'];
        $texts = \array_map(static fn ($layer): string => Json::text($layer, 'policy'), $layers);
        $this->conceal(Backend::get()->engine($texts));
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
        $request = new Request($operation, $body, $facts, $changing);

        return new Report(Backend::get()->check($this->concealed(), $request));
    }

    /** Whether the gateway can accept a request. Takes less time than a report. */
    public function accepts(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
        #[\SensitiveParameter] Facts|array|string|null $changing = null,
    ): bool {
        $request = new Request($operation, $body, $facts, $changing);

        return Backend::get()->accepts($this->concealed(), $request);
    }

    /**
     * The answer to a rejected request: problem details (RFC 9457) as JSON; null if it is accepted.
     *
     * @param Facts|array<string, mixed>|string|null $changing facts of this request only
     */
    public function problem(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
        #[\SensitiveParameter] Facts|array|string|null $changing = null,
    ): ?string {
        $request = new Request($operation, $body, $facts, $changing);
        $problem = $this->answer($request->question('problem'));

        return $problem === 'null' ? null : $problem;
    }

    /**
     * The members that may or must be given, for a form or an editor; docs/fields.md explains it.
     *
     * @return array{operation: string, complete: bool, fields: list<array<string, mixed>>}
     */
    public function fields(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
    ): array {
        $request = new Request($operation, $body, $facts);

        return self::decoded($this->answer($request->question('fields')));
    }

    /**
     * The changes that make the findings go away; docs/fixes.md explains them.
     *
     * @return array{fixes: list<array<string, mixed>>, unfixable: list<array{rule: string, path: string}>}
     */
    public function fixes(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
    ): array {
        $request = new Request($operation, $body, $facts);

        return self::decoded($this->answer($request->question('fixes')));
    }

    /**
     * Makes the safe changes, and returns the body as text. Bytes that no change touches stay as they are; '' means
     * that there is no body any more.
     *
     * @param bool $alsoUnsafe also make changes that a person must confirm
     */
    public function apply(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
        bool $alsoUnsafe = false,
    ): string {
        $question = (new Request($operation, $body, $facts))->question('apply', ['unsafe' => $alsoUnsafe]);
        $body = self::decoded($this->answer($question));

        return $body['raw'] ?? \base64_decode($body['raw_base64'], true);
    }

    /**
     * Adds up an order's requests so far to the facts `order` of the next one. The events are an array, or its JSON
     * text: first the order or the payout, then the captures, refunds, reversals and chargebacks that were accepted.
     *
     * @param string|list<array<string, mixed>> $events
     *
     * @return array<string, mixed> without the members that don't follow
     *
     * @throws Exception\InvalidArgument if they can't follow each other, or an amount isn't valid
     */
    public function history(#[\SensitiveParameter] string|array $events): array
    {
        $events = Json::text(Json::withTimes($events), 'history');
        if (!Json::is($events)) {
            throw new Exception\InvalidArgument('invalid history: not JSON');
        }

        return self::decoded($this->answer(Json::question(['ask' => 'history'], ['events' => $events])));
    }

    /**
     * Answers a question, whose member `ask` names it: `['ask' => 'brand', 'digits' => '37']`; docs/languages.md lists
     * them.
     *
     * @param array<string, mixed> $question
     */
    public function ask(#[\SensitiveParameter] array $question): mixed
    {
        if (\array_is_list($question)) {
            throw new Exception\InvalidArgument('invalid question: expected an object, found array');
        }
        $json = Json::text(Json::withTimes($question), 'question');

        return self::decoded($this->answer($json));
    }

    /**
     * The operation of an HTTP request's method and path, even if they have a mistake but clearly mean it, and what is
     * wrong with them. The card post and the card webhook have no fixed path.
     *
     * @return array{operation: ?string, problem: ?string}
     */
    public static function route(string $method, #[\SensitiveParameter] string $path): array
    {
        $question = Json::question(['ask' => 'route', 'method' => $method, 'path' => $path]);

        return self::decoded(Backend::get()->ask(null, $question));
    }

    /** Says what runs the engine, libpaylint or the command, and why. For a page about a server's setup. */
    public static function backend(): string
    {
        return Backend::get()->name;
    }

    private function answer(#[\SensitiveParameter] string $question): string
    {
        return Backend::get()->ask($this->concealed(), $question);
    }

    private static function decoded(string $answer): mixed
    {
        return \json_decode($answer, true, flags: \JSON_THROW_ON_ERROR);
    }
}
