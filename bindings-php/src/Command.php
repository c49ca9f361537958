<?php

declare(strict_types=1);

namespace Paylint;

use Paylint\Exception\InvalidBody;
use Paylint\Exception\InvalidFacts;
use Paylint\Exception\InvalidPolicy;
use Paylint\Exception\LibraryUnavailable;
use Paylint\Exception\UnknownOperation;

/**
 * The command paylint, for PHP without FFI: a process for each engine, which reads cases and writes reports.
 *
 * @internal
 */
final class Command extends Backend
{
    /** The process of the default policy, by which facts are tried. */
    private ?CommandProcess $default = null;

    private function __construct(private readonly string $path)
    {
    }

    /** The command that PAYLINT_COMMAND names, that is beside the package, or that PATH leads to. */
    public static function find(): ?self
    {
        if (!\function_exists('proc_open')) {
            return null;
        }
        $named = \getenv('PAYLINT_COMMAND');
        $folders = [\dirname(__DIR__) . '/bin', ...\explode(\PATH_SEPARATOR, (string) \getenv('PATH'))];
        $paths = $named === false || $named === ''
            ? \array_map(static fn (string $folder): string => "$folder/paylint", $folders)
            : [$named];
        foreach ($paths as $path) {
            if (@\is_file($path) && \is_executable($path)) {
                return new self($path);
            }
        }

        return null;
    }

    public function engine(#[\SensitiveParameter] array $layers): CommandProcess
    {
        $engine = new CommandProcess($this->path, $layers, \array_map(self::isName(...), $layers));
        try {
            $this->ask($engine, ['operation' => 'reversal']);
        } catch (LibraryUnavailable $error) {
            // An invalid policy ends the process, which says why.
            \preg_match('/invalid policy: .*|unknown policy/', $error->getMessage(), $found);
            throw match ($found[0] ?? null) {
                null => $error,
                'unknown policy' => new InvalidPolicy(self::UNKNOWN_PRESET),
                default => new InvalidPolicy($found[0]),
            };
        }

        return $engine;
    }

    public function facts(#[\SensitiveParameter] string $json): object
    {
        $facts = \json_decode($json);
        if ($facts === null && $json !== 'null') {
            throw new InvalidFacts('invalid facts: not JSON');
        }
        $this->default ??= $this->engine([]);
        // On one line, where a line break can only be white space.
        $facts = (object) ['json' => \strtr($json, "\r\n\t", '   ')];
        $this->ask($this->default, ['operation' => 'reversal'], $facts->json);

        return $facts;
    }

    public function check(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $standing,
        ?Facts $changing,
    ): string {
        \assert($engine instanceof CommandProcess);
        $case = ['operation' => $operation, 'raw_base64' => \base64_encode($body)];

        return $this->ask($engine, $case, self::laidOver($standing?->handle->json, $changing?->handle->json));
    }

    public function accepts(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $standing,
        ?Facts $changing,
    ): bool {
        return \str_starts_with(
            $this->check($engine, $operation, $body, $standing, $changing),
            '{"verdict":"accept"',
        );
    }

    public function fixes(object $engine, string $operation, #[\SensitiveParameter] string $body, ?Facts $facts): string
    {
        throw new LibraryUnavailable('fixes need libpaylint: the command that runs instead only checks');
    }

    public function apply(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $facts,
        bool $alsoUnsafe,
    ): string {
        throw new LibraryUnavailable('fixes need libpaylint: the command that runs instead only checks');
    }

    /** @param array<string, string> $case */
    private function ask(
        CommandProcess $engine,
        #[\SensitiveParameter] array $case,
        #[\SensitiveParameter] ?string $facts = null,
    ): string {
        $line = \rtrim(\json_encode($case, \JSON_THROW_ON_ERROR | \JSON_INVALID_UTF8_SUBSTITUTE), '}');
        $answer = $engine->answer($line . ($facts === null ? '}' : ",\"facts\":$facts}"));
        if (!\str_starts_with($answer, '{"error":')) {
            return $answer;
        }
        $error = \json_decode($answer, true, flags: \JSON_THROW_ON_ERROR)['error'];
        throw match (true) {
            \str_starts_with($error, 'unknown operation') => new UnknownOperation(self::UNKNOWN_OPERATION),
            \str_starts_with($error, 'invalid facts') => new InvalidFacts($error),
            \str_starts_with($error, 'invalid policy') => new InvalidPolicy($error),
            default => new InvalidBody($error),
        };
    }

    /** Facts with others laid over them, by top-level member. */
    private static function laidOver(
        #[\SensitiveParameter] ?string $standing,
        #[\SensitiveParameter] ?string $changing,
    ): ?string {
        if ($standing === null || $changing === null) {
            return $changing ?? $standing;
        }
        $facts = (array) \json_decode($changing) + (array) \json_decode($standing);

        return Json::text((object) $facts, InvalidFacts::class);
    }
}
