<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** The policy can't be used; the message names the member and says why. */
final class InvalidPolicy extends \InvalidArgumentException implements PaylintException
{
}
