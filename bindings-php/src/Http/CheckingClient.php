<?php

declare(strict_types=1);

namespace Paylint\Http;

use Paylint\Engine;
use Paylint\Exception\InvalidArgument;
use Paylint\Exception\PaylintException;
use Paylint\Exception\RequestRefused;
use Paylint\Facts;
use Paylint\Report;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Log\LoggerInterface;

/**
 * A PSR-18 client that checks the requests of another one. It throws RequestRefused instead of sending one that the
 * gateway can't accept. A path that nearly leads to an operation, such as `//orders/`, is checked as that operation, so
 * that the rules `http.path` and `http.trailing_slash` report it. Requests to other endpoints are sent unchecked, and
 * so are card posts, whose endpoint has no fixed path; `onUnchecked` is called for them.
 *
 * Besides the facts that you pass, it knows the time (`now`) and the request's method, path and headers. It uses the
 * headers only if `Authorization` is among them; otherwise the other client adds it later.
 */
final class CheckingClient implements ClientInterface
{
    private readonly ?Facts $facts;

    private readonly ?\Closure $changing;

    private readonly ?\Closure $observe;

    private readonly ?\Closure $onUnchecked;

    /**
     * @param StreamFactoryInterface           $streams  makes the stream of a body that could be read only once
     * @param Facts|array<string, mixed>|null  $facts    what you know
     * @param callable(RequestInterface, string): array<string, mixed>|null $changing
     *     is passed a request and its operation, and returns the facts of this request only
     * @param bool                                              $reportOnly sends rejected requests all the same
     * @param callable(Observation, RequestInterface): void|null $observe
     * is called for every checked request, once there is an answer or there can't be one
     * @param callable(string, RequestInterface): void|null     $onUnchecked
     * is called with the reason and the request if one wasn't checked
     * @param LoggerInterface|null                              $logger
     * gets a line for every request that is rejected, has warnings or isn't checked
     */
    public function __construct(
        private readonly ClientInterface $client,
        private readonly Engine $engine,
        private readonly StreamFactoryInterface $streams,
        #[\SensitiveParameter] Facts|array|null $facts = null,
        ?callable $changing = null,
        private readonly bool $reportOnly = false,
        ?callable $observe = null,
        ?callable $onUnchecked = null,
        private readonly ?LoggerInterface $logger = null,
    ) {
        $this->facts = Facts::of($facts);
        $this->changing = $changing === null ? null : $changing(...);
        $this->observe = $observe === null ? null : $observe(...);
        $this->onUnchecked = $onUnchecked === null ? null : $onUnchecked(...);
    }

    public function sendRequest(#[\SensitiveParameter] RequestInterface $request): ResponseInterface
    {
        $report = $response = null;
        try {
            $report = $this->check($request);
        } catch (PaylintException $error) {
            $this->unchecked('warning', $error->getMessage(), $request);
            if (!$this->reportOnly) {
                throw $error;
            }
        }
        try {
            if ($report?->isAccepted() === false && !$this->reportOnly) {
                throw new RequestRefused($request, $report);
            }

            return $response = $this->client->sendRequest($request);
        } finally {
            if ($report !== null) {
                $this->told(new Observation($report, $response?->getStatusCode(), \time()), $request);
            }
        }
    }

    /** The report of a request, whose body can be read again afterwards; null if it leads to no operation. */
    private function check(#[\SensitiveParameter] RequestInterface &$request): ?Report
    {
        ['operation' => $operation, 'problem' => $problem]
            = Engine::route($request->getMethod(), $request->getUri()->getPath());
        if ($operation === null) {
            $this->unchecked('info', $problem, $request);

            return null;
        }
        if (!\in_array(\strtolower($request->getHeaderLine('Content-Encoding')), ['', 'identity'], true)) {
            throw new InvalidArgument("the body has a Content-Encoding, which isn't decoded");
        }
        [$request, $body] = $this->read($request);

        return $this->engine->check($operation, $body, $this->facts, $this->factsOf($request, $operation));
    }

    private function told(Observation $observation, #[\SensitiveParameter] RequestInterface $request): void
    {
        $report = $observation->report;
        if (!$report->isAccepted() || \count($report->findings) > 0) {
            $this->log('warning', $report->summary(), ['status' => $observation->status]);
        }
        $this->shielded(fn () => $this->observe?->__invoke($observation, $request));
    }

    private function unchecked(string $level, string $why, #[\SensitiveParameter] RequestInterface $request): void
    {
        $this->log($level, "not checked: $why");
        $this->shielded(fn () => $this->onUnchecked?->__invoke($why, $request));
    }

    /** @param array<string, mixed> $context */
    private function log(string $level, string $text, array $context = []): void
    {
        $this->shielded(fn () => $this->logger?->log($level, "paylint: $text", $context));
    }

    /** Calls a callback, or the logger. If that throws, it is logged and changes no outcome. */
    private function shielded(#[\SensitiveParameter] \Closure $call): void
    {
        try {
            $call();
        } catch (\Throwable $error) {
            $text = 'paylint: a callback, or the logger, failed: ' . $error->getMessage();
            try {
                $this->logger === null ? \error_log($text) : $this->logger->error($text);
            } catch (\Throwable) {
            }
        }
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

        try {
            return ($this->changing === null ? [] : ($this->changing)($request, $operation)) + $facts;
        } catch (\Throwable $error) {
            throw $this->reportOnly ? new InvalidArgument('invalid facts: changing failed') : $error;
        }
    }

    /** Shows nothing, because a client can hold a key. */
    public function __debugInfo(): array
    {
        return [];
    }
}
