<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** The question can't be answered, because it names an unknown rule, for example. The message says what is wrong. */
final class InvalidQuestion extends \InvalidArgumentException implements PaylintException
{
}
