<?php

declare(strict_types=1);

namespace Paylint;

/** A member of a request, and whether it may or must be given. */
final class Field
{
    /**
     * @param string       $path  where it is or would be, as a JSON Pointer
     * @param string       $type  the expected JSON type
     * @param string|null  $under the outermost absent object or array that it would be in
     * @param list<string> $rules the rules that make it so; if it is given, those with findings at it
     * @param list<string> $needs the missing facts that the state depends on
     */
    public function __construct(
        public readonly string $path,
        public readonly string $type,
        public readonly FieldState $state,
        public readonly ?string $under,
        public readonly array $rules,
        public readonly array $needs,
    ) {
    }
}
