<?php

declare(strict_types=1);

namespace Paylint\Exception;

/**
 * Every exception of this package. No message shows a value of a body, of facts or of a policy, and traces
 * don't hold them (PHP 8.2; for 8.1 set zend.exception_ignore_args=On), so you can log exceptions.
 */
interface PaylintException extends \Throwable
{
}
