<?php

declare(strict_types=1);

namespace Paylint\Exception;

/**
 * A policy, facts, a body, a history, a question or an operation can't be used. The message says which, and what is
 * wrong with it.
 */
final class InvalidArgument extends \InvalidArgumentException implements PaylintException
{
}
