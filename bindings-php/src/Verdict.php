<?php

declare(strict_types=1);

namespace Paylint;

/** Whether the gateway can accept a request. */
enum Verdict: string
{
    case Accept = 'accept';
    case Reject = 'reject';
}
