<?php

/** For programs without Composer, such as plugins that are shipped as a zip. */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . strtr(substr($class, strlen('Paylint\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'Paylint\\') && is_file($file)) {
        require $file;
    }
});
