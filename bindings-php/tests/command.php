<?php

/** For PHPUnit where libpaylint can't be used: the command runs instead, and says so once. */

declare(strict_types=1);

use Paylint\Backend;
use Paylint\Command;

require __DIR__ . '/bootstrap.php';

$said = [];
set_error_handler(static function (int $level, string $message) use (&$said): bool {
    $said[] = $message;

    return true;
}, E_USER_NOTICE);
$backend = Backend::get();
Backend::get();
restore_error_handler();
if (!$backend instanceof Command || count($said) !== 1 || !str_contains($said[0], 'running the command paylint')) {
    throw new LogicException('the command does not run, or says nothing');
}
