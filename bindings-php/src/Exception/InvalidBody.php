<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** The body can't be written as JSON, or it has a Content-Encoding, which isn't decoded. */
final class InvalidBody extends \InvalidArgumentException implements PaylintException
{
}
