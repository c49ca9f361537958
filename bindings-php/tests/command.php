<?php

/** For PHPUnit where libpaylint can't be used: the command runs instead. */

declare(strict_types=1);

use Paylint\Engine;

require __DIR__ . '/bootstrap.php';

if (!preg_match('/^the command .*paylint, because libpaylint was not found/', Engine::backend())) {
    throw new LogicException('the command does not run: ' . Engine::backend());
}
