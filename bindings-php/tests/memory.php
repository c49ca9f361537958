<?php

/** Checks a million requests, and fails if they take more memory than the first hundred thousand. */

declare(strict_types=1);

use Paylint\Engine;
use Paylint\Exception\InvalidArgument;
use Paylint\Facts;

require $argv[1];

function resident(): int
{
    preg_match('/^VmRSS:\s+(\d+) kB/m', (string) file_get_contents('/proc/self/status'), $found);

    return (int) $found[1];
}

function checks(int $count): void
{
    $engine = new Engine();
    $facts = new Facts(['merchant' => ['avs_permission' => false]]);
    $order = ['client' => ['email' => 'a@mail.example'], 'products' => [['title' => 'Cup', 'price' => 0]]];
    for ($i = 0; $i < $count; $i++) {
        $engine->accepts('order', $order, $facts);
        if ($i % 10 === 0) {
            $engine->check('order', $order, ['merchant' => ['avs_permission' => true]], $facts);
            $engine->apply('order', $order);
            try {
                $engine->history([['operation' => 'refund']]);
            } catch (InvalidArgument) {
            }
        }
        if ($i % 1000 === 0) {
            try {
                $engine = new Engine($i % 2000 === 0 ? 'strict' : '{"levels":{"no.rule":"deny"}}');
            } catch (InvalidArgument) {
            }
            $engine->fields('order', $order);
        }
    }
}

checks(100_000);
$before = resident();
checks(1_000_000);
$more = resident() - $before;
echo "memory after 1,000,000 more requests: $more kB more than $before kB\n";
exit($more > 512 ? 1 : 0);
