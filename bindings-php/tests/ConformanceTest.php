<?php

declare(strict_types=1);

namespace Paylint\Tests;

use Paylint\Backend;
use Paylint\Command;
use Paylint\Engine;
use Paylint\Exception\PaylintException;
use Paylint\Facts;
use PHPUnit\Framework\TestCase;

/** Runs every case that PAYLINT_CASES (tests/examples/expected.rs) has, and expects the same bytes. */
final class ConformanceTest extends TestCase
{
    public function testEveryCaseGivesTheSameBytes(): void
    {
        $count = $errors = $arrays = 0;
        foreach (self::cases() as [$id, $operation, $body, $facts, $policy, $report, $more, $fixes, $applied]) {
            $count++;
            try {
                $engine = new Engine($policy ?? []);
                $facts = $facts === null ? null : new Facts($facts);
                $found = $engine->check($operation, $body, $facts);
            } catch (PaylintException $error) {
                self::assertSame('!', $report, "$id: " . $error->getMessage());
                // This package's message has help where the expected one is short.
                self::assertStringStartsWith($more, $error->getMessage(), $id);
                $errors++;
                continue;
            }
            self::assertSame($report, $found->toJson(), $id);
            self::assertSame($found->isAccepted(), $engine->accepts($operation, $body, $facts), $id);
            self::assertSame($found->toJson(), $engine->check($operation, $body, null, $facts)->toJson(), $id);
            // The command only checks.
            if ($fixes !== null && !Backend::get() instanceof Command) {
                self::assertSame($fixes, $engine->fixesJson($operation, $body, $facts), $id);
                $both = [
                    $engine->apply($operation, $body, $facts),
                    $engine->apply($operation, $body, $facts, true),
                ];
                self::assertSame($applied, \array_map(\base64_encode(...), $both), $id);
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

    /** @return iterable<array{string, string, ?string, ?string, ?string, string, string, ?string, list<string>}> */
    private static function cases(): iterable
    {
        $file = \fopen((string) \getenv('PAYLINT_CASES'), 'rb');
        self::assertNotFalse($file);
        while (($line = \fgets($file)) !== false) {
            $fields = \explode("\t", \rtrim($line, "\n"));
            [$id, $operation, $body, $facts, $policy, $report, $more] = $fields;
            $orNone = static fn (string $text): ?string => $text === '-' ? null : $text;
            $body = $body === '-' ? null : \base64_decode($body, true);
            yield [
                $id, $operation, $body, $orNone($facts), $orNone($policy), $report, $more,
                $fields[8] ?? null, \array_slice($fields, 9),
            ];
        }
    }
}
