<?php

/** Checks requests.ndjson, and prints the findings. */

require 'vendor/autoload.php';

$engine = new Paylint\Engine(['checkout', 'shop-members']);
foreach (file(__DIR__ . '/requests.ndjson') as $line) {
    // Decoding and encoding the body again would change its digits.
    preg_match('/"operation": "(\w+)"(?:, "body": (.*))?}$/', $line, $case);
    $report = $engine->check($case[1], $case[2] ?? null);
    echo json_decode($line)->id, ': ', $report->verdict->value, "\n";
    foreach ($report->findings as $finding) {
        echo "  {$finding->level->value} $finding->path: $finding->message\n";
    }
}
