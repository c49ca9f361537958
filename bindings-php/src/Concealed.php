<?php

declare(strict_types=1);

namespace Paylint;

/**
 * For objects with secret state, such as a token in a header. The state is kept outside them, so no dump, export or
 * cast shows it.
 *
 * @internal
 */
trait Concealed
{
    /** @var \WeakMap<self, mixed>|null */
    private static ?\WeakMap $states = null;

    private function conceal(#[\SensitiveParameter] mixed $state): void
    {
        self::$states ??= new \WeakMap();
        self::$states[$this] = $state;
    }

    private function concealed(): mixed
    {
        return self::$states[$this];
    }

    public function __serialize(): array
    {
        throw new \LogicException(self::class . " can't be serialized: it may hold a secret");
    }

    private function __clone()
    {
    }
}
