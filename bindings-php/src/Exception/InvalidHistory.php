<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** The history can't be used; the message names the event and says why. */
final class InvalidHistory extends \InvalidArgumentException implements PaylintException
{
}
