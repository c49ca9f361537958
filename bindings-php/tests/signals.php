<?php

/**
 * Tests that each check gets its own report: php signals.php autoload.php
 *
 * While checks run, a signal handler checks something else or throws, and a fork checks at the same time.
 */

declare(strict_types=1);

namespace Paylint\Tests;

use Paylint\Engine;
use Paylint\Verdict;

require $argv[1];

/** Every body has its own total, which identifies its report, and is more than a pipe holds. */
function isRight(Engine $engine, int $total): bool
{
    $order = "{\"client\":{\"email\":\"a@mail.example\"},\"products\":[{\"title\":\"Cup\",\"price\":$total}]}";

    return $engine->check('order', \str_repeat(' ', 66_000) . $order)->total === (string) $total;
}

/** Runs code in a fork, and returns its number. */
function fork(\Closure $code): int
{
    $child = \pcntl_fork();
    if ($child === 0) {
        // Skips PHP's shutdown, which is the parent's.
        \posix_kill(\posix_getpid(), $code() ? \SIGTERM : \SIGKILL);
    }

    return $child;
}

/** Makes checks while signals come, and returns how many were wrong. */
function underSignals(Engine $engine, int $signals, int $microseconds, \Closure $handler): int
{
    $mayCome = false;
    \pcntl_async_signals(true);
    \pcntl_signal(\SIGUSR1, static function () use ($handler, &$mayCome): void {
        if ($mayCome) {
            $mayCome = false;
            $handler();
        }
    }, false);
    $parent = \posix_getpid();
    $sender = fork(static function () use ($parent, $signals, $microseconds): bool {
        for ($i = 0; $i < $signals; $i++) {
            \posix_kill($parent, \SIGUSR1);
            \usleep($microseconds);
        }

        return true;
    });
    $wrong = $checks = 0;
    while (\pcntl_waitpid($sender, $status, \WNOHANG) === 0) {
        try {
            $mayCome = true;
            $wrong += isRight($engine, 2 * ++$checks) ? 0 : 1;
            $mayCome = false;
        } catch (\DomainException) {
        }
    }
    echo "$checks checks under signals, $wrong wrong\n";

    return $wrong;
}

$engine = new Engine();
$within = 0;
// An exception of the program's own, as a signal handler may throw while the report is read, stays what it is.
$wrong = 1;
$loader = static fn (string $class) => $class === Verdict::class ? throw new \DomainException() : null;
\spl_autoload_register($loader, prepend: true);
try {
    isRight($engine, 1);
} catch (\DomainException) {
    $wrong = 0;
}
\spl_autoload_unregister($loader);
// Loads all classes.
$wrong += isRight($engine, 1) ? 0 : 1;
$wrong += underSignals($engine, 4000, 300, static function () use ($engine, &$within, &$wrong): void {
    $wrong += isRight($engine, 2 * ++$within + 1) ? 0 : 1;
});
echo "$within checks by the handler\n";

// Throws only while PHP waits for the command: elsewhere PHP 8.2 itself doesn't always survive it.
$stopped = 0;
if (Engine::backend() !== 'libpaylint') {
    $wrong += underSignals($engine, 50, 50_000, static function () use (&$stopped): void {
        $interrupted = \debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS, 3)[2]['function'] ?? '';
        if (\in_array($interrupted, ['fgets', 'answer'], true)) {
            $stopped++;
            throw new \DomainException();
        }
    });
    echo "$stopped checks stopped\n";
    $wrong += $stopped > 0 ? 0 : 1;
}

$many = static function (int $first) use ($engine): bool {
    for ($i = 0; $i < 100; $i++) {
        if (!isRight($engine, $first + 3 * $i)) {
            return false;
        }
    }

    return true;
};
$child = fork(static fn (): bool => $many(1));
$areRight = $many(2);
\pcntl_waitpid($child, $status);
exit($areRight && \pcntl_wtermsig($status) === \SIGTERM && $wrong === 0 && $within > 0 ? 0 : 1);
