<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** There is no operation of this name. */
final class UnknownOperation extends \InvalidArgumentException implements PaylintException
{
}
