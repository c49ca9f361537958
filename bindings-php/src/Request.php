<?php

declare(strict_types=1);

namespace Paylint;

/**
 * A request to check, and its facts.
 *
 * @internal
 */
final class Request
{
    /** The number of its operation. */
    public readonly int $number;

    public readonly string $body;

    /** @var list<Facts|null> each laid over the previous ones */
    public readonly array $facts;

    public function __construct(
        public readonly string $operation,
        #[\SensitiveParameter] string|array|\stdClass|\JsonSerializable|null $body,
        #[\SensitiveParameter] Facts|array|string|null ...$facts,
    ) {
        $this->body = $body === null ? '' : Json::text($body, 'body');
        $this->facts = \array_map(Facts::of(...), $facts);
        $this->number = Backend::get()->operation($operation);
    }

    /**
     * A question about it.
     *
     * @param array<string, mixed> $more
     */
    public function question(string $ask, array $more = []): string
    {
        $members = ['ask' => $ask, 'operation' => $this->operation, 'raw_base64' => \base64_encode($this->body)];
        $facts = \array_map(static fn (Facts $facts): string => $facts->toJson(), \array_filter($this->facts));

        return Json::question($members + $more, ['facts' => '[' . \implode(',', $facts) . ']']);
    }
}
