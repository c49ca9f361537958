<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** The facts can't be used; the message names the member and says why. */
final class InvalidFacts extends \InvalidArgumentException implements PaylintException
{
}
