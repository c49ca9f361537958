<?php

declare(strict_types=1);

namespace Paylint\Tests;

use Paylint\Library;
use PHPUnit\Framework\TestCase;

final class LibraryTest extends TestCase
{
    public function testWhatIsCalledIsDeclaredAsInTheHeader(): void
    {
        $plain = static fn (string $code): string => \preg_replace(
            ['#/\*.*?\*/|//[^\n]*#s', '/PAYLINT_MUST_USE/', '/\s+/', '/([{;]) /'],
            ['', '', ' ', "$1\n"],
            $code,
        );
        $header = $plain((string) \file_get_contents((string) \getenv('PAYLINT_HEADER')));
        $declared = \explode("\n", $plain(Library::DECLARATIONS));
        self::assertGreaterThan(10, \count($declared));
        foreach ($declared as $line) {
            // A status is an int32_t.
            $line = \preg_replace('/^int32_t (paylint_(?!abi))/', 'paylint_status $1', \trim($line));
            self::assertStringContainsString($line, $header);
        }
        self::assertStringContainsString('#define PAYLINT_ABI ' . Library::ABI . ' ', $header);
    }
}
