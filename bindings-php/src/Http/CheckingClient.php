<?php

declare(strict_types=1);

namespace Paylint\Http;

use Paylint\Engine;
use Paylint\Exception\RequestRefused;
use Paylint\Facts;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * A PSR-18 client that checks what another one sends. What the gateway can't accept isn't sent: RequestRefused is
 * thrown. Requests that lead to no operation are passed on as they are, of which `onUnchecked` is told: to endpoints
 * that paylint has no rules for, with a path that isn't quite right, and card posts, whose endpoint has no fixed path.
 *
 * Besides the facts that you pass, it knows the time (`now`), and of the request its method, path and headers. The
 * headers count only if `Authorization` is among them: if it isn't, the client adds headers when it sends.
 */
final class CheckingClient implements ClientInterface
{
    private readonly ?Facts $facts;

    private readonly ?\Closure $changing;

    private readonly ?\Closure $onReject;

    private readonly ?\Closure $onAccept;

    private readonly ?\Closure $onUnchecked;

    /**
     * @param StreamFactoryInterface           $streams  makes the stream of a body that could be read only once
     * @param Facts|array<string, mixed>|null  $facts    what you know
     * @param callable(RequestInterface, string): array<string, mixed>|null $changing
     *     is passed a request and its operation, and returns the facts of this request only
     * @param callable(\Paylint\Report, RequestInterface): void|null        $onReject
     *     is called for a rejected request, which is then sent all the same
     * @param callable(\Paylint\Report, RequestInterface): void|null        $onAccept
     *     is called for an accepted request, whose report may have warnings
     * @param callable(string, RequestInterface): void|null                 $onUnchecked
     *     is passed why a request wasn't checked, and the request
     */
    public function __construct(
        private readonly ClientInterface $client,
        private readonly Engine $engine,
        private readonly StreamFactoryInterface $streams,
        #[\SensitiveParameter] Facts|array|null $facts = null,
        ?callable $changing = null,
        ?callable $onReject = null,
        ?callable $onAccept = null,
        ?callable $onUnchecked = null,
    ) {
        $this->facts = Facts::of($facts);
        $this->changing = $changing === null ? null : $changing(...);
        $this->onReject = $onReject === null ? null : $onReject(...);
        $this->onAccept = $onAccept === null ? null : $onAccept(...);
        $this->onUnchecked = $onUnchecked === null ? null : $onUnchecked(...);
    }

    public function sendRequest(#[\SensitiveParameter] RequestInterface $request): ResponseInterface
    {
        $route = Engine::route($request->getMethod(), $request->getUri()->getPath());
        $operation = $route['operation'];
        if ($operation === null) {
            $this->onUnchecked?->__invoke($route['problem'], $request);

            return $this->client->sendRequest($request);
        }
        [$request, $body] = $this->read($request);
        $report = $this->engine->check($operation, $body, $this->facts, $this->factsOf($request, $operation));
        if ($report->isAccepted()) {
            $this->onAccept?->__invoke($report, $request);
        } elseif ($this->onReject === null) {
            throw new RequestRefused($request, $report);
        } else {
            ($this->onReject)($report, $request);
        }

        return $this->client->sendRequest($request);
    }

    /**
     * A request's body, and the request as it was before the body was read.
     *
     * @return array{RequestInterface, string}
     */
    private function read(#[\SensitiveParameter] RequestInterface $request): array
    {
        $stream = $request->getBody();
        if (!$stream->isSeekable()) {
            $body = $stream->getContents();

            return [$request->withBody($this->streams->createStream($body)), $body];
        }
        $position = $stream->tell();
        $stream->rewind();
        $body = $stream->getContents();
        $stream->seek($position);

        return [$request, $body];
    }

    /** @return array<string, mixed> */
    private function factsOf(#[\SensitiveParameter] RequestInterface $request, string $operation): array
    {
        $line = ['method' => $request->getMethod(), 'path' => $request->getUri()->getPath()];
        if ($request->hasHeader('Authorization')) {
            $line['headers'] = \array_map(
                static fn (#[\SensitiveParameter] array $values): string => \implode(', ', $values),
                $request->getHeaders(),
            );
        }
        $facts = ['now' => new \DateTimeImmutable(), 'request' => $line];

        return ($this->changing === null ? [] : ($this->changing)($request, $operation)) + $facts;
    }

    /** Nothing, because a client can hold a key. */
    public function __debugInfo(): array
    {
        return [];
    }
}
