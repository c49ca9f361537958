<?php

declare(strict_types=1);

namespace Paylint;

use Paylint\Exception\LibraryUnavailable;

/**
 * The engine's implementation: libpaylint or, where it can't be used, the command.
 *
 * @internal
 */
abstract class Backend
{
    private static ?self $instance = null;

    /** @var array<string, int>|null the numbers of the operations, which begin at 1 */
    private ?array $operations = null;

    /** @param string $name its description, and why it isn't the library */
    protected function __construct(public readonly string $name)
    {
    }

    public static function get(): self
    {
        return self::$instance ??= self::find();
    }

    private static function find(): self
    {
        try {
            return new Library();
        } catch (LibraryUnavailable $error) {
            return Command::find($error->getMessage());
        }
    }

    /**
     * Compiles a policy.
     *
     * @param list<string> $layers presets' names, or JSON
     */
    abstract public function engine(#[\SensitiveParameter] array $layers): object;

    /** Reads facts. */
    abstract public function facts(#[\SensitiveParameter] string $json): object;

    /** The report as JSON. */
    abstract public function check(object $engine, #[\SensitiveParameter] Request $request): string;

    abstract public function accepts(object $engine, #[\SensitiveParameter] Request $request): bool;

    /** The answer to a question, both JSON. Without an engine, the policy is the default one. */
    abstract public function ask(?object $engine, #[\SensitiveParameter] string $question): string;

    /** The number of an operation. */
    public function operation(string $name): int
    {
        if ($this->operations === null) {
            $names = \json_decode($this->ask(null, '{"ask":"names"}'), true, flags: \JSON_THROW_ON_ERROR);
            $this->operations = \array_map(static fn (int $at): int => $at + 1, \array_flip($names['operations']));
        }

        return $this->operations[$name]
            ?? throw new Exception\InvalidArgument('unknown operation; docs/operations.md lists them');
    }

    /** Throws the exception for an answer that is an error. */
    protected static function fail(string $answer): never
    {
        throw new Exception\InvalidArgument(\json_decode($answer, flags: \JSON_THROW_ON_ERROR)->error);
    }
}
