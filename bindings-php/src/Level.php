<?php

declare(strict_types=1);

namespace Paylint;

/** How strict the policy is about a rule. */
enum Level: string
{
    case Allow = 'allow';
    case Warn = 'warn';
    case Deny = 'deny';
}
