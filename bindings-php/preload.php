<?php

/**
 * For opcache.preload: with ffi.enable=preload, only preloaded code may call libpaylint. See "Web servers" in
 * README.md.
 */

declare(strict_types=1);

foreach (['Handle', 'Concealed', 'Facts', 'Json', 'Request', 'Backend', 'Library'] as $class) {
    opcache_compile_file(__DIR__ . "/src/$class.php");
}
