<?php

/** For PHPUnit: the package as installed by Composer, and Debian's implementations of PSR-7. */

declare(strict_types=1);

require getenv('PAYLINT_AUTOLOAD');
require_once 'Psr/Http/Client/autoload.php';
require_once 'GuzzleHttp/Psr7/autoload.php';
require_once 'Nyholm/Psr7/autoload.php';
require_once 'Psr/Log/autoload.php';
