<?php

declare(strict_types=1);

namespace Paylint\Exception;

/** What was asked can't be answered, such as about a rule that nobody knows. The message says what is wrong. */
final class InvalidQuestion extends \InvalidArgumentException implements PaylintException
{
}
