<?php

declare(strict_types=1);

namespace Paylint;

/**
 * Who answers: libpaylint, or where it can't be used, the command.
 *
 * @internal
 */
abstract class Backend
{
    protected const UNKNOWN_OPERATION = 'unknown operation; docs/operations.md lists them';

    private static ?self $instance = null;

    /** The library, loaded when it is first asked for; or the command, with a notice that says so once. */
    public static function get(): self
    {
        if (self::$instance === null) {
            try {
                self::$instance = new Library();
            } catch (Exception\LibraryUnavailable $error) {
                self::$instance = Command::find() ?? throw $error;
                \trigger_error(
                    'paylint: running the command paylint, which is slower, because ' . $error->getMessage(),
                    \E_USER_NOTICE,
                );
            }
        }

        return self::$instance;
    }

    /** @param list<string> $layers presets' names, or JSON */
    abstract public function engine(#[\SensitiveParameter] array $layers): object;

    /** @return list<string> notes for the policy's author */
    abstract public function policyNotes(object $engine): array;

    abstract public function facts(#[\SensitiveParameter] string $json): object;

    abstract public function check(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $standing,
        ?Facts $changing,
    ): string;

    abstract public function accepts(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $standing,
        ?Facts $changing,
    ): bool;

    /** @param 'fields'|'fixes' $what */
    abstract public function answer(
        string $what,
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $facts,
    ): string;

    abstract public function apply(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $facts,
        bool $alsoUnsafe,
    ): string;

    abstract public function orderFacts(object $engine, #[\SensitiveParameter] string $events): string;

    /** The operation of an HTTP request; null if it has none. */
    abstract public function route(string $method, #[\SensitiveParameter] string $path): ?string;
}
