<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** libpaylint can't be used from this PHP; the message says what to do. */
final class LibraryUnavailable extends \RuntimeException implements PaylintException
{
}
