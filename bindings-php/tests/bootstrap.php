<?php

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Paylint\\')) {
        require __DIR__ . '/../src/' . strtr(substr($class, 8), '\\', '/') . '.php';
    }
});
