<?php

/**
 * The report of each case, or `error`, one on each line: php reports.php cases.tsv
 *
 * The fields of a case are separated by tabs: id, operation, body in base64 or `-`, facts or `-`, policy or `-`.
 */

declare(strict_types=1);

use Paylint\Engine;
use Paylint\Exception\PaylintException;

require __DIR__ . '/../autoload.php';

$orNone = static fn (string $text): ?string => $text === '-' ? null : $text;
foreach (new SplFileObject($argv[1]) as $line) {
    if ($line === '') {
        continue;
    }
    [, $operation, $body, $facts, $policy] = explode("\t", rtrim($line, "\n"));
    try {
        $body = $body === '-' ? null : base64_decode($body, true);
        echo (new Engine($orNone($policy)))->check($operation, $body, $orNone($facts))->toJson(), "\n";
    } catch (PaylintException) {
        echo "error\n";
    }
}
