<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** The events can't be a history; the message names the place and says why. */
final class InvalidHistory extends \InvalidArgumentException implements PaylintException
{
}
