<?php

declare(strict_types=1);

namespace Paylint\Tests;

use Paylint\Engine;
use Paylint\Exception\InvalidArgument;
use Paylint\Exception\PaylintException;
use Paylint\Facts;
use PHPUnit\Framework\TestCase;

/**
 * Runs every case and history that PAYLINT_CASES (tests/examples/expected.rs) has, and expects the same bytes.
 */
final class ConformanceTest extends TestCase
{
    public function testEveryCaseGivesTheSameBytes(): void
    {
        $count = $errors = $arrays = $histories = 0;
        $default = new Engine();
        foreach (self::cases() as $line) {
            [$id, $operation, $body, $facts, $policy, $report, $more] = $line;
            [$fields, $fixes] = [$line[7] ?? null, $line[8] ?? null];
            $body = $body === null ? null : \base64_decode($body, true);
            $count++;
            try {
                $engine = $policy === null ? $default : new Engine($policy);
                if ($operation === 'history') {
                    $histories++;
                    self::assertSame($report, \json_encode($engine->history($body), \JSON_UNESCAPED_SLASHES), $id);
                    continue;
                }
                $facts = $facts === null ? null : new Facts($facts);
                $found = $engine->check($operation, $body, $facts);
            } catch (PaylintException $error) {
                self::assertSame('!', $report, "$id: " . $error->getMessage());
                if ($operation === 'history') {
                    self::assertInstanceOf(InvalidArgument::class, $error, $id);
                    self::assertSame($more, $error->getMessage(), $id);
                }
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
        self::assertGreaterThan(20, $histories);
        \fwrite(\STDERR, "$count cases, $errors of them errors, $arrays also as arrays, $histories histories\n");
    }

    /** @return iterable<list<string|null>> the fields of each case */
    private static function cases(): iterable
    {
        $file = \fopen((string) \getenv('PAYLINT_CASES'), 'rb');
        self::assertNotFalse($file);
        while (($line = \fgets($file)) !== false) {
            $fields = \explode("\t", \rtrim($line, "\n"));
            yield \array_map(static fn (string $it): ?string => $it === '-' ? null : $it, $fields);
        }
    }
}
