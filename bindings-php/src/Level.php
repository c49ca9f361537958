<?php

declare(strict_types=1);

namespace Paylint;

/** The level that a policy gives a rule. */
enum Level: string
{
    case Allow = 'allow';
    case Warn = 'warn';
    case Deny = 'deny';
}
