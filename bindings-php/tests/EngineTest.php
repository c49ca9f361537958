<?php

declare(strict_types=1);

namespace Paylint\Tests;

use Paylint\Engine;
use Paylint\Exception\InvalidArgument;
use Paylint\Facts;
use Paylint\Json;
use Paylint\Level;
use Paylint\PHPUnit\PaylintAssertions;
use Paylint\Report;
use Paylint\Verdict;
use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Framework\TestCase;

final class EngineTest extends TestCase
{
    use PaylintAssertions;

    private const ORDER = ['client' => ['email' => 'a@mail.example'], 'products' => [['title' => 'Cup', 'price' => 0]]];
    private const MISSPELT = '{"client":{"email":"a@mail.example"},"products":[{"title":"Cup","price":2}],'
        . '"langauge":"lv"}';

    public function testAReportIsTyped(): void
    {
        $report = (new Engine())->check('order', self::ORDER);

        self::assertSame(Verdict::Reject, $report->verdict);
        self::assertFalse($report->isAccepted());
        self::assertSame([400, 'order', 'one_step', '0'], [
            $report->status, $report->operation, $report->scenario, $report->total,
        ]);
        [$finding] = $report->at('/products/0/price');
        self::assertSame(['product.price_minimum', Level::Deny], [$finding->rule, $finding->level]);
        self::assertSame(['minimum' => '0.01', 'actual' => '0'], $finding->params);
        self::assertSame([], $report->at('/products'));
        self::assertSame(['merchant.avs_permission'], $report->unchecked[0]->needs);
        self::assertSame($report->toJson(), \json_encode($report, \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE));
    }

    public function testAnObligationHasItsDeadline(): void
    {
        $order = ['products' => [['title' => 'Cup', 'price' => 5]], 'skip_capture' => true] + self::ORDER;
        $facts = ['now' => '2026-11-20T10:15:00Z', 'merchant' => ['hold_days' => 7]];
        $due = [];
        foreach ((new Engine())->check('order', $order, $facts)->obligations as $it) {
            $due[$it->kind] = $it->by?->format('c');
        }
        self::assertSame('2026-11-27T10:15:00+00:00', $due['capture']);
    }

    public function testTheBackendSaysWhyItIsTheCommand(): void
    {
        $isLibrary = \is_file((string) \getenv('PAYLINT_LIBRARY'));
        $name = $isLibrary ? 'libpaylint' : 'the command .*paylint, because libpaylint was not found.*';
        self::assertMatchesRegularExpression("/^$name$/s", Engine::backend());
    }

    public function testAPolicyIsANameTextAnArrayOrLayers(): void
    {
        $deny = ['levels' => ['field.misspelt' => 'deny']];
        $text = \json_encode($deny, \JSON_PRETTY_PRINT);
        foreach ([$deny, $text, [$deny], ['shop-members', $deny], ['shop-members', $text]] as $it) {
            self::assertFalse((new Engine($it))->accepts('order', self::MISSPELT));
        }
        $warn = ['levels' => ['field.misspelt' => 'warn']];
        foreach ([null, [], 'default', '{}', 'shop-members', [$deny, $warn]] as $it) {
            self::assertTrue((new Engine($it))->accepts('order', self::MISSPELT));
        }
    }

    public function testAnInvalidPolicySaysWhatIsWrong(): void
    {
        $presets = '(presets are default, checkout, shop-members, strict)';
        foreach (
            [
                'invalid policy: levels.no.rule: unknown rule "no.rule"' => ['levels' => ['no.rule' => 'deny']],
                "invalid policy: unknown preset \"lenient\" $presets" => 'lenient',
                "invalid policy: unknown preset, whose name is not shown $presets" => \str_repeat('a', 65),
            ] as $message => $policy
        ) {
            self::assertThrows($message, static fn () => new Engine($policy));
        }
        $this->expectException(InvalidArgument::class);
        $this->expectExceptionMessageMatches('/JSON/');
        new Engine('');
    }

    public function testFactsAreLaidOverOthers(): void
    {
        $shop = new Facts(['merchant' => ['avs_permission' => false]]);
        $engine = new Engine();
        $check = static fn (mixed ...$facts): Report => $engine->check('order', self::MISSPELT, ...$facts);
        $needs = static fn (mixed ...$facts): int => \count($check(...$facts)->unchecked);
        self::assertSame(0, $needs($shop));
        self::assertSame(0, $needs('{"merchant":{"avs_permission":false}}'));
        self::assertSame(2, $needs($shop, ['merchant' => ['country' => 'LV']]));
        self::assertSame(2, $needs());
        self::assertSame(2, $needs(new Facts()));
    }

    public function testAmountsKeepTheirDigits(): void
    {
        $before = \ini_set('serialize_precision', '17');
        foreach (['0.1' => 0.1, '12.5' => 12.50, '10' => 10.0, '12' => 12] as $text => $price) {
            $order = ['products' => [['title' => 'Ä/ 1', 'price' => $price]]];
            self::assertSame(
                '{"products":[{"title":"Ä/ 1","price":' . $text . '}]}',
                Json::text($order, 'body'),
            );
        }
        $sum = ['amount' => 0.1 + 0.2];
        self::assertSame('{"amount":0.30000000000000004}', Json::text($sum, 'body'));
        self::assertSame('17', \ini_set('serialize_precision', (string) $before));
    }

    public function testWhatJsonCannotSayIsRefused(): void
    {
        $engine = new Engine();
        $resource = \fopen('php://memory', 'rb');
        $deep = [];
        for ($depth = 0; $depth < 600; $depth++) {
            $deep = ['a' => $deep];
        }
        foreach (
            [
                'Inf and NaN cannot be JSON encoded' => ['products' => [['price' => \NAN]]],
                'Malformed UTF-8 characters, possibly incorrectly encoded' => ['client' => ['name' => "\xE4"]],
                'Type is not supported' => ['file' => $resource],
                'Maximum stack depth exceeded' => $deep,
            ] as $message => $body
        ) {
            $message = "invalid body: can't be written as JSON: $message";
            self::assertThrows($message, static fn () => $engine->check('order', $body));
        }
    }

    public function testALongBodyComesBackChanged(): void
    {
        $engine = new Engine();
        $order = static fn (string $title): string => '{"client":{"email":"a@mail.example"},'
            . '"products":[{"title":"' . $title . '","price":"2.50"}]}';
        // A member that is given back in more bytes than the buffer has at first.
        $long = $order(\str_repeat('ä', 30000));
        self::assertSame(\str_replace('"2.50"', '2.5', $long), $engine->apply('order', $long));
        self::assertSame('', $engine->apply('reversal', '{ }'));
    }

    public function testAHistoryIsAddedUp(): void
    {
        $engine = new Engine();
        $at = new \DateTimeImmutable('2026-11-18T09:00:00.25+02:00');
        $body = ['products' => [['title' => 'Cup', 'price' => 12.5]], 'currency' => 'EUR'] + self::ORDER;
        $events = [
            ['operation' => 'order', 'at' => $at, 'body' => $body],
            ['operation' => 'refund', 'at' => $at->modify('+1 day'), 'body' => ['amount' => 2.50]],
        ];
        $order = $engine->history($events);
        self::assertSame(['one_step', '12.5', '2.5', '2.5'], [
            $order['scenario'], $order['amount'], $order['refunded'], $order['last_refund'],
        ]);
        self::assertEquals($at, new \DateTimeImmutable($order['paid_at']));

        $message = 'invalid history: [1].body.amount: is missing';
        $events[1]['body'] = ['total' => 1];
        self::assertThrows($message, static fn () => $engine->history($events));
    }

    public function testARequestLineLeadsToAnOperation(): void
    {
        self::assertSame(['operation' => 'order', 'problem' => null], Engine::route('POST', '/api/v0.6/orders/'));
        self::assertSame('refund', Engine::route('POST', '/orders/42/refund/?a=b')['operation']);
        self::assertStringContainsString("order's id", Engine::route('POST', '/api/v0.6/orders/refund/')['problem']);
        self::assertNull(Engine::route('', "/\xFF")['operation']);
    }

    public function testOtherQuestionsHaveTheirAnswers(): void
    {
        $engine = new Engine(['label' => 'ours']);
        self::assertSame('ours', $engine->ask(['ask' => 'fingerprints'])['label']);
        $amex = ['brand' => 'amex', 'lengths' => [15], 'code_length' => 4];
        self::assertSame($amex, $engine->ask(['ask' => 'brand', 'digits' => '37 82']));
        $problem = $engine->problem('order', self::ORDER);
        self::assertSame(400, \json_decode((string) $problem)->status);
        self::assertNull($engine->problem('reversal'));
        $list = 'invalid question: expected an object, found array';
        self::assertThrows($list, static fn () => $engine->ask(['brand']));
        foreach ([['ask' => 'rule', 'rule' => 'no.rule'], ['ask' => 'rule', 'rule' => \NAN]] as $question) {
            try {
                $engine->ask($question);
                self::fail('nothing was thrown');
            } catch (InvalidArgument) {
            }
        }
    }

    public function testASummaryNamesWhatCannotBeDecided(): void
    {
        $report = (new Engine(['unchecked' => 'reject']))->check('order', self::MISSPELT);
        self::assertStringStartsWith("the order is rejected:\n  warn[field.misspelt] ", $report->summary());
        $line = "\n  deny[avs.zip_code_required] can't be decided without merchant.avs_permission";
        self::assertStringContainsString($line, $report->summary());
        self::assertSame('the reversal is accepted', (new Engine())->check('reversal')->summary());
    }

    public function testNoExceptionShowsAValue(): void
    {
        $secret = '4111111111111111';
        $engine = new Engine();
        $body = ['card' => ['number' => $secret, 'x' => \NAN]];
        foreach (
            [
                static fn () => $engine->check('order', $body),
                static fn () => new Facts([
                    'request' => ['headers' => ['Authorization' => $secret, 'b' => 5]],
                ]),
                static fn () => new Engine([\json_encode(['levels' => ['avs.*' => $secret]])]),
                static fn () => $engine->history(
                    [['operation' => 'order', 'at' => $secret, 'body' => $secret]],
                ),
                static fn () => $engine->check('orders', '{"card":"' . $secret . '"}'),
            ] as $call
        ) {
            try {
                $call();
                self::fail('nothing was thrown');
            } catch (InvalidArgument $error) {
                self::assertStringNotContainsString($secret, $error->getMessage());
                // PHP 8.1 can keep arguments out of traces only altogether.
                $ours = static fn (array $it): bool => (bool) \preg_match('/^Paylint.(?!Tests)/', $it['class'] ?? '');
                $frames = \array_filter($error->getTrace(), $ours);
                self::assertNotSame([], $frames);
                if (\PHP_VERSION_ID >= 80200) {
                    self::assertStringNotContainsString($secret, \print_r($frames, true));
                }
                self::assertNull($error->getPrevious());
            }
        }
    }

    public function testNothingShowsFactsAndPolicies(): void
    {
        $secret = '4111111111111111';
        $facts = new Facts(['request' => ['headers' => ['Authorization' => $secret]]]);
        $engine = new Engine(['label' => $secret]);
        foreach ([$facts, $engine] as $it) {
            \ob_start();
            \var_dump($it, (array) $it);
            $shown = \ob_get_clean() . \print_r($it, true) . \var_export($it, true) . \print_r((array) $it, true);
            self::assertStringNotContainsString($secret, $shown);
            foreach ([\serialize(...), static fn (object $it) => clone $it] as $copy) {
                try {
                    $copy($it);
                    self::fail('it was copied');
                } catch (\LogicException | \Error $error) {
                    self::assertStringNotContainsString($secret, (string) $error);
                }
            }
        }
        self::assertSame('{}', \json_encode($engine));
        $this->expectException(\LogicException::class);
        $this->expectExceptionMessage("facts can't be written as JSON: they may hold a secret");
        \json_encode(['shop' => $facts]);
    }

    public function testTheAssertionsListWhatIsWrong(): void
    {
        $report = (new Engine())->check('order', self::ORDER);
        self::assertFinding('product.price_minimum', '/products/0/price', $report);
        self::assertAccepted((new Engine())->check('order', self::MISSPELT));
        $this->expectException(AssertionFailedError::class);
        $this->expectExceptionMessage("the order is rejected:\n  deny[product.price_minimum] /products/0/price: ");
        self::assertAccepted($report);
    }

    private static function assertThrows(string $message, \Closure $call): void
    {
        try {
            $call();
        } catch (InvalidArgument $error) {
            self::assertSame($message, $error->getMessage());

            return;
        }
        self::fail("not thrown: $message");
    }
}
