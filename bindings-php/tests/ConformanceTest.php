<?php

declare(strict_types=1);

namespace Paylint\Tests;

use Paylint\Engine;
use Paylint\Exception\InvalidHistory;
use Paylint\Exception\PaylintException;
use Paylint\Facts;
use PHPUnit\Framework\TestCase;

/**
 * Runs every case that PAYLINT_CASES (tests/examples/expected.rs) has and every history of PAYLINT_HISTORIES
 * (tests/examples/histories.rs), and expects the same bytes.
 */
final class ConformanceTest extends TestCase
{
    public function testEveryCaseGivesTheSameBytes(): void
    {
        $count = $errors = $arrays = 0;
        $default = new Engine();
        foreach (self::lines('PAYLINT_CASES') as $line) {
            [$id, $operation, $body, $facts, $policy, $report, $more] = $line;
            [$fields, $fixes] = [$line[7] ?? null, $line[8] ?? null];
            $body = $body === null ? null : \base64_decode($body, true);
            $count++;
            try {
                $engine = $policy === null ? $default : new Engine($policy);
                $facts = $facts === null ? null : new Facts($facts);
                $found = $engine->check($operation, $body, $facts);
            } catch (PaylintException $error) {
                self::assertSame('!', $report, "$id: " . $error->getMessage());
                // Some of this package's messages continue the expected one with help.
                self::assertStringStartsWith($more, $error->getMessage(), $id);
                $errors++;
                continue;
            }
            self::assertSame($report, $found->toJson(), $id);
            self::assertSame($found->isAccepted(), $engine->accepts($operation, $body, $facts), $id);
            self::assertSame($found->toJson(), $engine->check($operation, $body, null, $facts)->toJson(), $id);
            if ($fixes !== null) {
                self::assertSame(\json_decode($fields, true), $engine->fields($operation, $body, $facts), $id);
                self::assertSame(\json_decode($fixes, true), $engine->fixes($operation, $body, $facts), $id);
                $both = [
                    $engine->apply($operation, $body, $facts),
                    $engine->apply($operation, $body, $facts, true),
                ];
                self::assertSame(\array_slice($line, 9), \array_map(\base64_encode(...), $both), $id);
            }
            $value = \json_decode((string) $body);
            $written = \json_encode($value, \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE);
            if ($value instanceof \stdClass && $written === $body) {
                $arrays++;
                $found = $engine->check($operation, (array) $value === [] ? $value : (array) $value, $facts);
                self::assertSame($report, $found->toJson(), "$id, as an array");
            }
        }
        self::assertGreaterThan(600, $count);
        self::assertGreaterThan(0, $errors);
        self::assertGreaterThan(200, $arrays);
        \fwrite(\STDERR, "$count cases, $errors of them errors, $arrays also as arrays\n");
    }

    public function testEveryHistoryGivesTheSameBytes(): void
    {
        $count = $errors = 0;
        $default = new Engine();
        foreach (self::lines('PAYLINT_HISTORIES') as $line) {
            [$policy, $events, $order] = $line;
            $count++;
            $engine = $policy === null ? $default : new Engine($policy);
            try {
                self::assertSame($order, \json_encode($engine->history($events), \JSON_UNESCAPED_SLASHES), $events);
            } catch (InvalidHistory $error) {
                $errors++;
                self::assertSame([$order, $line[3]], ['!', $error->getMessage()], $events);
            }
        }
        self::assertGreaterThan(40, $count);
        self::assertGreaterThan(0, $errors);
        \fwrite(\STDERR, "$count histories, $errors of them errors\n");
    }

    /** @return iterable<list<string|null>> the fields of each line of a file that a variable names */
    private static function lines(string $variable): iterable
    {
        $file = \fopen((string) \getenv($variable), 'rb');
        self::assertNotFalse($file);
        while (($line = \fgets($file)) !== false) {
            $fields = \explode("\t", \rtrim($line, "\n"));
            yield \array_map(static fn (string $it): ?string => $it === '-' ? null : $it, $fields);
        }
    }
}
