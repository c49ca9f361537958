<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** The body can't be written as JSON; the message says where. */
final class InvalidBody extends \InvalidArgumentException implements PaylintException
{
}
