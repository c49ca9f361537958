<?php

declare(strict_types=1);

namespace Paylint\PHPUnit;

use Paylint\Report;

/**
 * Assertions for a PHPUnit TestCase.
 *
 * @mixin \PHPUnit\Framework\Assert
 */
trait PaylintAssertions
{
    /** Asserts that a request is accepted; if not, the failure lists what is wrong. */
    public static function assertAccepted(Report $report): void
    {
        self::assertTrue($report->isAccepted(), $report->summary());
    }

    /** Asserts that a rule is violated at a JSON Pointer. */
    public static function assertFinding(string $rule, string $path, Report $report): void
    {
        $found = [];
        foreach ($report->findings as $finding) {
            $found[] = "$finding->rule at $finding->path";
        }
        self::assertContains("$rule at $path", $found);
    }
}
