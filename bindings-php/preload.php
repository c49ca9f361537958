<?php

/**
 * For opcache.preload, where ffi.enable is "preload": what calls libpaylint may do so only if it is loaded before the
 * requests. See "Web servers" in README.md.
 */

declare(strict_types=1);

foreach (['Handle', 'Concealed', 'Facts', 'Json', 'Request', 'Backend', 'Library'] as $class) {
    opcache_compile_file(__DIR__ . "/src/$class.php");
}
