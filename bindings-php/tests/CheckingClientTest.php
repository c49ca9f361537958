<?php

declare(strict_types=1);

namespace Paylint\Tests;

use GuzzleHttp\Psr7\HttpFactory;
use GuzzleHttp\Psr7\PumpStream;
use Nyholm\Psr7\Factory\Psr17Factory;
use Paylint\Engine;
use Paylint\Exception\PaylintException;
use Paylint\Exception\RequestRefused;
use Paylint\Facts;
use Paylint\Http\CheckingClient;
use Paylint\Http\Observation;
use PHPUnit\Framework\TestCase;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Client\RequestExceptionInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Log\LoggerInterface;
use Psr\Log\LoggerTrait;

final class CheckingClientTest extends TestCase implements ClientInterface, LoggerInterface
{
    use LoggerTrait;

    private const ORDERS = 'https://gate.example/api/v0.6/orders/';
    private const GOOD = '{"client":{"email":"a@mail.example"},"products":[{"title":"Cup","price":12.5}]}';
    private const BAD = '{"client":{"email":"a@mail.example"},"products":[{"title":"Cup","price":0}]}';
    private const SECRET = '4111111111111111';

    private HttpFactory|Psr17Factory $factory;

    /** @var list<RequestInterface> what the wrapped client was given */
    private array $sent = [];

    /** What was logged. */
    private string $log = '';

    public function log(mixed $level, mixed $message, array $context = []): void
    {
        $this->log .= "$level $message\n";
    }

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        $this->sent[] = $request;

        return $this->factory->createResponse(201);
    }

    /** @return iterable<string, array{HttpFactory|Psr17Factory}> */
    public static function factories(): iterable
    {
        return ['Guzzle' => [new HttpFactory()], 'Nyholm' => [new Psr17Factory()]];
    }

    /** @dataProvider factories */
    public function testWhatIsAcceptedIsSentAsItIs(HttpFactory|Psr17Factory $factory): void
    {
        $this->factory = $factory;
        $request = $this->request('POST', self::ORDERS, self::GOOD);
        $request->getBody()->seek(7);

        self::assertSame(201, $this->client()->sendRequest($request)->getStatusCode());
        self::assertSame([$request], $this->sent);
        self::assertSame(7, $request->getBody()->tell());
        self::assertSame(self::GOOD, (string) $request->getBody());
    }

    /** @dataProvider factories */
    public function testWhatIsRejectedIsNotSent(HttpFactory|Psr17Factory $factory): void
    {
        $this->factory = $factory;
        $request = $this->request('POST', self::ORDERS, self::BAD);
        // The stream is at its end, as after writing it.
        $request->getBody()->seek(\strlen(self::BAD));
        try {
            $this->client()->sendRequest($request);
            self::fail('it was sent');
        } catch (RequestRefused $error) {
            self::assertInstanceOf(RequestExceptionInterface::class, $error);
            self::assertInstanceOf(PaylintException::class, $error);
            self::assertSame($request, $error->getRequest());
            self::assertCount(1, $error->report->at('/products/0/price'));
            self::assertStringStartsWith(
                "the request wasn't sent: the order is rejected:\n  deny[product.price_minimum] /products/0/price: ",
                $error->getMessage(),
            );
        }
        self::assertSame([], $this->sent);
    }

    public function testEveryRequestIsObservedOrToldUnchecked(): void
    {
        $observed = $unchecked = [];
        $arguments = [
            'observe' => static function (Observation $it, RequestInterface $request) use (&$observed): void {
                $observed[] = [\str_replace(\gmdate('Y-m-d\TH:i:s\Z', $it->at), '…', (string) $it), $request];
            },
            'onUnchecked' => static function (string $why, RequestInterface $request) use (&$unchecked): void {
                $unchecked[] = [$why, $request];
            },
            'logger' => $this,
        ];
        $warnings = '[["field.misspelt","/langauge","warn"],["http.trailing_slash","","warn"],'
            . '["http.version_prefix","","warn"]]';
        $misspelt = \str_replace('{"client"', '{"langauge":"lv","client"', self::GOOD);
        foreach (
            [
                [self::ORDERS, self::BAD, 'reject', '[["product.price_minimum","/products/0/price","deny"]]', 'null'],
                ['/orders', $misspelt, 'accept', $warnings, 201],
                ['/api/v0.6//orders/', self::GOOD, 'reject', '[["http.path","","deny"]]', 201],
                [self::ORDERS, self::GOOD, 'accept', '[]', 201],
                ['/reports/', self::BAD, null, null, null],
            ] as $at => [$path, $body, $verdict, $findings, $status]
        ) {
            $observed = $unchecked = [];
            $request = $this->request('POST', $path, $body);
            try {
                $this->client(...$arguments, reportOnly: $at > 0)->sendRequest($request);
                self::assertGreaterThan(0, $at);
            } catch (RequestRefused) {
                self::assertSame(0, $at);
            }
            $line = '{"operation":"order","at":"…",'
                . "\"verdict\":\"$verdict\",\"findings\":$findings,\"status\":$status}";
            self::assertSame($verdict === null ? [] : [[$line, $request]], $observed, $path);
            self::assertCount($verdict === null ? 1 : 0, $unchecked, $path);
            self::assertCount($at, $this->sent);
        }
        self::assertStringContainsString("doesn't show this endpoint", $unchecked[0][0]);
        foreach (['warning paylint: the order is rejected', 'field.misspelt', 'info paylint: not checked: '] as $part) {
            self::assertStringContainsString($part, $this->log);
        }
    }

    public function testFailingCallbackChangesNoOutcome(): void
    {
        // A path as frameworks write it.
        \set_error_handler(static fn (int $level, string $text) => throw new \ErrorException($text, $level));
        $log = \ini_set('error_log', '/dev/null');
        $write = static fn (): int => \file_put_contents('/nowhere/observed.ndjson', '');
        $failing = $this->createStub(LoggerInterface::class);
        $failing->method('log')->willThrowException(new \DomainException());
        try {
            foreach (
                [
                    ['observe' => $write, 'logger' => $this],
                    ['observe' => $write],
                    ['changing' => static fn () => throw new \DomainException(), 'logger' => $failing],
                ] as $callbacks
            ) {
                $client = $this->client(...$callbacks, onUnchecked: $write, reportOnly: true);
                $client->sendRequest($this->request('POST', self::ORDERS, self::GOOD));
                $client->sendRequest($this->request('POST', '/reports/', self::GOOD));
            }
            $failed = 'error paylint: a callback, or the logger, failed: file_put';
            self::assertSame(2, \substr_count($this->log, $failed));
            $this->expectException(RequestRefused::class);
            $this->client(observe: $write)->sendRequest($this->request('POST', self::ORDERS, self::BAD));
        } finally {
            \ini_set('error_log', (string) $log);
            \restore_error_handler();
            self::assertCount(6, $this->sent);
        }
    }

    public function testReportOnlySendsWhatCannotBeChecked(): void
    {
        $request = $this->request('POST', self::ORDERS, self::GOOD);
        $changing = static fn (): array => ['terminals' => 1];
        foreach ([[], ['changing' => $changing]] as $at => $arguments) {
            $encoded = $at === 0 ? $request->withHeader('Content-Encoding', 'gzip') : $request;
            foreach ([true, false] as $reportOnly) {
                $told = $this->sent = [];
                $client = $this->client(
                    ...$arguments,
                    reportOnly: $reportOnly,
                    onUnchecked: static function (string $why) use (&$told): void {
                        $told[] = $why;
                    },
                );
                try {
                    $client->sendRequest($encoded);
                    self::assertTrue($reportOnly);
                } catch (PaylintException $error) {
                    self::assertFalse($reportOnly);
                    self::assertSame([$error->getMessage()], $told);
                }
                self::assertStringStartsWith(['the body has a Content-Encoding', 'invalid facts'][$at], $told[0]);
                self::assertCount($reportOnly ? 1 : 0, $this->sent);
            }
        }
    }

    public function testABodyThatCanBeReadOnceIsReplaced(): void
    {
        $parts = \str_split(self::GOOD, 10);
        $once = new PumpStream(static function () use (&$parts): string|false {
            return \array_shift($parts) ?? false;
        });
        $request = $this->request('POST', self::ORDERS, '')->withBody($once);
        $this->client()->sendRequest($request);
        self::assertSame(self::GOOD, (string) $this->sent[0]->getBody());
        self::assertSame($request->getHeaders(), $this->sent[0]->getHeaders());
    }

    public function testOtherEndpointsArePassedOnUnread(): void
    {
        $unread = new PumpStream(static fn (): string => self::fail('it was read'));
        $this->factory = new HttpFactory();
        foreach (
            [
                ['GET', self::ORDERS . 'e70e3f4a/'],
                ['POST', self::ORDERS . 'e70e3f4a/cancel/'],
                ['POST', 'https://gate.example/api/v0.6/products/'],
            ] as [$method, $url]
        ) {
            $request = $this->factory->createRequest($method, $url)->withBody($unread);
            $this->client()->sendRequest($request);
            self::assertSame($request, \array_pop($this->sent));
        }
    }

    public function testFactsAreYoursAndThoseOfTheRequest(): void
    {
        $order = ['scenario' => 'one_step', 'amount' => '20', 'refunded' => '15', 'currency' => 'EUR'];
        $refund = $this->request('POST', self::ORDERS . '42/refund/', '{"amount":10}');
        $this->client()->sendRequest($refund);
        $rule = fn (mixed ...$facts): array => $this->rules($this->client(...$facts), $refund);
        self::assertSame(['refund.exceeds_remaining'], $rule(facts: new Facts(['order' => $order])));
        self::assertSame(
            ['refund.exceeds_remaining'],
            $rule(changing: static function (RequestInterface $request, string $operation) use ($order): array {
                self::assertSame('/api/v0.6/orders/42/refund/', $request->getUri()->getPath());
                self::assertSame('refund', $operation);

                return ['order' => $order];
            }),
        );
        // The time is known, unless you pass another.
        $paid = ['order' => ['refunded' => '0', 'paid_at' => '2001-11-20T10:00:00Z'] + $order];
        self::assertSame(['refund.too_old'], $rule(facts: $paid));
        self::assertSame([], $rule(facts: $paid, changing: static fn (): array => ['now' => '2001-11-21T10:00:00Z']));
    }

    public function testHeadersCountIfTheKeyIsAmongThem(): void
    {
        $rules = fn (array $headers): array => $this->rules(
            $this->client(),
            \array_reduce(
                \array_keys($headers),
                static fn (RequestInterface $it, string $name) => $it->withHeader($name, $headers[$name]),
                $this->request('POST', self::ORDERS, self::GOOD)->withoutHeader('Authorization'),
            ),
        );
        self::assertSame([], $rules([]));
        self::assertSame([], $rules(['Authorization' => 'Bearer key', 'Content-Type' => 'application/json']));
        self::assertSame(['http.authorization'], $rules(['Authorization' => 'key']));
        self::assertSame(['http.authorization'], $rules(['Authorization' => ['Bearer key', 'Bearer other']]));
    }

    public function testTheReadmeShowsHowToUseIt(): void
    {
        $readme = (string) \file_get_contents(\dirname(__DIR__) . '/README.md');
        \preg_match_all('/^```php\n(.*?)^```$/ms', $readme, $shown);
        [$client, $log, $request] = [$this, $this, $this->request('POST', self::ORDERS, '')];
        eval($shown[1][1]);
        self::assertStringContainsString("the request wasn't sent: the order is rejected:", $this->log);
        eval($shown[1][2]);
        $curl = \function_exists('curl_init')
            ? \curl_init()
            : eval('final class CurlHandle {} return new CurlHandle();');
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessageMatches('/^the order is rejected:/');
        \post($curl, self::ORDERS, '{}');
    }

    public function testNoExceptionShowsAValue(): void
    {
        $body = '{"client":{"email":"' . self::SECRET . '@mail.example"},"card":"' . self::SECRET . '","products":[]}';
        $request = $this->request('POST', self::ORDERS, $body)->withHeader('Authorization', 'Token ' . self::SECRET);
        $calls = [
            fn () => $this->client()->sendRequest($request),
            fn () => $this->client(changing: static fn (): array => [
                'request' => ['headers' => ['Authorization' => self::SECRET, 'X' => 5]],
            ])->sendRequest($request),
            fn () => $this->client(facts: ['now' => self::SECRET]),
        ];
        foreach ($calls as $call) {
            try {
                $call();
                self::fail('nothing was thrown');
            } catch (PaylintException $error) {
                self::assertStringNotContainsString(self::SECRET, $error->getMessage());
                $ours = static fn (array $it): bool => (bool) \preg_match('/^Paylint.(?!Tests)/', $it['class'] ?? '');
                if (\PHP_VERSION_ID >= 80200) {
                    $frames = \array_filter($error->getTrace(), $ours);
                    self::assertStringNotContainsString(self::SECRET, \print_r($frames, true));
                }
                if ($error instanceof RequestRefused) {
                    self::assertStringNotContainsString(self::SECRET, \print_r($error, true));
                    self::assertStringNotContainsString(self::SECRET, \json_encode($error->report));
                }
            }
        }
        // The wrapped client's secret.
        $this->sent = [$request];
        self::assertStringNotContainsString(self::SECRET, \print_r($this->client(), true));
    }

    protected function setUp(): void
    {
        $this->factory = new HttpFactory();
    }

    private function client(mixed ...$arguments): CheckingClient
    {
        return new CheckingClient($this, new Engine(), $this->factory, ...$arguments);
    }

    private function request(string $method, string $url, string $body): RequestInterface
    {
        return $this->factory->createRequest($method, $url)
            ->withHeader('Authorization', 'Bearer key')
            ->withHeader('Content-Type', 'application/json; charset=utf-8')
            ->withBody($this->factory->createStream($body));
    }

    /** @return list<string> the rules for which a request is refused */
    private function rules(CheckingClient $client, RequestInterface $request): array
    {
        try {
            $client->sendRequest($request);
        } catch (RequestRefused $error) {
            $denied = \array_filter($error->report->findings, static fn ($it) => $it->level->value === 'deny');

            return \array_map(static fn ($it): string => $it->rule, \array_values($denied));
        }

        return [];
    }
}
