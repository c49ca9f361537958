<?php

declare(strict_types=1);

namespace Paylint;

/** Whether a member may be given, and whether it must be. */
enum FieldState: string
{
    case Given = 'given';
    /** A finding at level deny asks for it. */
    case Required = 'required';
    /** Giving it would add a finding at level deny. */
    case Forbidden = 'forbidden';
    /** A warning asks for it. */
    case Advised = 'advised';
    /** Giving it would add a warning. */
    case Discouraged = 'discouraged';
    case Optional = 'optional';
}
