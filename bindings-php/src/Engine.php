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
    use Concealed;

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
        return new Report(Backend::get()->check(
            $this->concealed(),
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
            $this->concealed(),
            $operation,
            self::body($body),
            Facts::of($facts),
            Facts::of($changing),
        );
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
        $problem = $this->request('problem', $operation, $body, [$facts, $changing]);

        return $problem === 'null' ? null : $problem;
    }

    /**
     * For a form or an editor: which members may be given, and which must be; docs/fields.md explains it.
     *
     * @return array{operation: string, complete: bool, fields: list<array<string, mixed>>}
     */
    public function fields(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
    ): array {
        return self::decoded($this->request('fields', $operation, $body, [$facts]));
    }

    /**
     * What to change so that the findings go away; docs/fixes.md explains it.
     *
     * @return array{fixes: list<array<string, mixed>>, unfixable: list<array{rule: string, path: string}>}
     */
    public function fixes(
        string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body = null,
        #[\SensitiveParameter] Facts|array|string|null $facts = null,
    ): array {
        return self::decoded($this->request('fixes', $operation, $body, [$facts]));
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
        $body = self::decoded($this->request('apply', $operation, $body, [$facts], ['unsafe' => $alsoUnsafe]));

        return $body['raw'] ?? \base64_decode($body['raw_base64'], true);
    }

    /**
     * Adds up what was sent for an order: the facts `order` of its next request. The events are an array, or its JSON
     * text: first the order or the payout, then the captures, refunds, reversals and chargebacks that were accepted.
     *
     * @param string|list<array<string, mixed>> $events
     *
     * @return array<string, mixed> a member isn't there if it doesn't follow
     *
     * @throws Exception\InvalidHistory if they can't follow each other, or an amount isn't valid
     */
    public function history(#[\SensitiveParameter] string|array $events): array
    {
        $events = Json::text(Json::withTimes($events), Exception\InvalidHistory::class);
        if (!Json::is($events)) {
            throw new Exception\InvalidHistory('invalid history: not JSON');
        }

        return self::decoded($this->ask(Json::question('history', json: ['events' => $events])));
    }

    /**
     * Notes for the policy's author: it uses a rule's old name, or names a rule that is deprecated.
     *
     * @return list<string>
     */
    public function notes(): array
    {
        return $this->answer('notes');
    }

    /**
     * What the engine decides by, to tell engines apart.
     *
     * @return array{rules: string, policy: string, label: ?string}
     */
    public function fingerprints(): array
    {
        return $this->answer('fingerprints');
    }

    /**
     * All rules with their levels, those of the policy among them.
     *
     * @return list<array<string, mixed>>
     */
    public function catalogue(): array
    {
        return $this->answer('catalogue');
    }

    /**
     * A rule, by its name or an old one.
     *
     * @return array<string, mixed>
     */
    public function rule(string $name): array
    {
        return $this->answer('rule', ['rule' => $name]);
    }

    /**
     * Every member of an operation's body: its type, what it is, an example.
     *
     * @return list<array<string, mixed>>
     */
    public function members(string $operation): array
    {
        return $this->answer('members', ['operation' => $operation]);
    }

    /** The JSON Schema of an operation's body, of `facts`, or of a `policy`. */
    public function schema(string $name): string
    {
        return $this->ask(Json::question('schema', ['schema' => $name]));
    }

    /**
     * Which features go together; of some, also what can be added to them.
     *
     * @return array<string, list<mixed>>
     */
    public static function matrix(string ...$features): array
    {
        return self::known('matrix', $features === [] ? [] : ['features' => $features]);
    }

    /**
     * The policies that have a name.
     *
     * @return array<string, array<string, mixed>>
     */
    public static function presets(): array
    {
        return self::known('presets');
    }

    /**
     * The names of operations, features, facts and questions.
     *
     * @return array<string, list<string>>
     */
    public static function names(): array
    {
        return self::known('names');
    }

    /**
     * The operation that the method and the path of an HTTP request ask for, also if they do so but for a mistake, and
     * what is wrong with them. The card post and the card webhook have no fixed path.
     *
     * @return array{operation: ?string, problem: ?string}
     */
    public static function route(string $method, #[\SensitiveParameter] string $path): array
    {
        return self::known('route', ['method' => $method, 'path' => $path]);
    }

    /**
     * The network of a card of whose number these digits are typed so far; null if it isn't known yet.
     *
     * @return array{brand: string, lengths: list<int>, code_length: int}|null
     */
    public static function brand(#[\SensitiveParameter] string $digits): ?array
    {
        return self::known('brand', ['digits' => $digits]);
    }

    /** What runs the engine: libpaylint, or the command, and why. For a page that says how a server is set up. */
    public static function backend(): string
    {
        return Backend::get()->name;
    }

    /**
     * @param list<Facts|array<string, mixed>|string|null> $facts
     * @param array<string, mixed>                         $more
     */
    private function request(
        string $ask,
        string $operation,
        #[\SensitiveParameter] mixed $body,
        #[\SensitiveParameter] array $facts,
        array $more = [],
    ): string {
        $facts = \array_map(Facts::of(...), $facts);

        return $this->ask(Json::request($ask, $operation, self::body($body), $facts, $more));
    }

    private function ask(#[\SensitiveParameter] string $question): string
    {
        return Backend::get()->ask($this->concealed(), $question);
    }

    /** @param array<string, mixed> $members */
    private function answer(string $ask, array $members = []): mixed
    {
        return self::decoded($this->ask(Json::question($ask, $members)));
    }

    /** @param array<string, mixed> $members */
    private static function known(string $ask, #[\SensitiveParameter] array $members = []): mixed
    {
        return self::decoded(Backend::get()->ask(null, Json::question($ask, $members)));
    }

    private static function decoded(string $answer): mixed
    {
        return \json_decode($answer, true, flags: \JSON_THROW_ON_ERROR);
    }

    private static function body(
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body,
    ): string {
        return $body === null ? '' : Json::text($body, Exception\InvalidBody::class);
    }
}
