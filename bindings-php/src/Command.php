<?php

declare(strict_types=1);

namespace Paylint;

use Paylint\Exception\InvalidBody;
use Paylint\Exception\InvalidFacts;
use Paylint\Exception\InvalidHistory;
use Paylint\Exception\InvalidPolicy;
use Paylint\Exception\LibraryUnavailable;
use Paylint\Exception\UnknownOperation;

/**
 * The command paylint, for PHP without FFI: a process for each engine and kind of answer, which reads cases.
 *
 * @internal
 */
final class Command extends Backend
{
    private const NOTHING = ['operation' => 'reversal'];

    /** The default policy, by which facts are tried and endpoints found. */
    private readonly CommandEngine $default;

    private function __construct(private readonly string $path)
    {
        $this->default = new CommandEngine($path, [], []);
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

    public function engine(#[\SensitiveParameter] array $layers): CommandEngine
    {
        $engine = new CommandEngine($this->path, $layers, \array_map(self::isName(...), $layers));
        try {
            $this->ask($engine, 'report', self::NOTHING);
        } catch (LibraryUnavailable $error) {
            // An invalid policy ends the process, which says why.
            $said = $error->getMessage();
            if (\preg_match('/invalid policy: .*/', $said, $found)) {
                throw new InvalidPolicy($found[0]);
            }
            if (\preg_match('/unknown preset.*\)/', $said, $found)) {
                throw new InvalidPolicy("invalid policy: $found[0]");
            }
            throw $error;
        }

        return $engine;
    }

    /** Whether a policy that is a text is meant as a preset's name. */
    private static function isName(string $policy): bool
    {
        return (bool) \preg_match('/^(?!(null|true|false)$)[a-z][a-z-]*$/D', $policy);
    }

    public function policyNotes(object $engine): array
    {
        // It has answered once, so it has said all that there is to say of its policy.
        \preg_match_all('/^note: (levels\..+)$/m', $engine->process('report')->said(), $notes);

        return $notes[1];
    }

    public function facts(#[\SensitiveParameter] string $json): object
    {
        if (!self::isJson($json)) {
            throw new InvalidFacts('invalid facts: not JSON');
        }
        $facts = (object) ['json' => $json];
        $this->ask($this->default, 'report', self::NOTHING, ['facts' => $json]);

        return $facts;
    }

    public function check(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $standing,
        ?Facts $changing,
    ): string {
        $facts = self::laidOver($standing?->handle->json, $changing?->handle->json);

        return $this->ask($engine, 'report', self::request($operation, $body), ['facts' => $facts]);
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

    public function answer(
        string $what,
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $facts,
    ): string {
        return $this->ask($engine, $what, self::request($operation, $body), ['facts' => $facts?->handle->json]);
    }

    public function apply(
        object $engine,
        string $operation,
        #[\SensitiveParameter] string $body,
        ?Facts $facts,
        bool $alsoUnsafe,
    ): string {
        $want = $alsoUnsafe ? 'fixed-unsafe' : 'fixed';
        $case = self::request($operation, $body);
        $fixed = self::decoded($this->ask($engine, $want, $case, ['facts' => $facts?->handle->json]));

        return $fixed['raw'] ?? \base64_decode($fixed['raw_base64'], true);
    }

    public function orderFacts(object $engine, #[\SensitiveParameter] string $events): string
    {
        if (!self::isJson($events)) {
            throw new InvalidHistory('invalid history: not JSON');
        }

        return $this->ask($engine, 'order', self::NOTHING, ['history' => $events]);
    }

    public function route(string $method, #[\SensitiveParameter] string $path): ?string
    {
        try {
            $report = $this->ask($this->default, 'report', ['http' => [$method, $path]]);
        } catch (UnknownOperation) {
            return null;
        }

        return self::decoded($report)['operation'];
    }

    /** @return array<string, string> */
    private static function request(string $operation, #[\SensitiveParameter] string $body): array
    {
        return ['operation' => $operation, 'raw_base64' => \base64_encode($body)];
    }

    /**
     * @param array<string, mixed>   $case
     * @param array<string, ?string> $json further members, which are JSON already
     */
    private function ask(
        CommandEngine $engine,
        string $want,
        #[\SensitiveParameter] array $case,
        #[\SensitiveParameter] array $json = [],
    ): string {
        $line = \rtrim(\json_encode($case, \JSON_THROW_ON_ERROR | \JSON_INVALID_UTF8_SUBSTITUTE), '}');
        foreach (\array_filter($json, \is_string(...)) as $name => $text) {
            // On one line: in JSON, a line break can only be white space.
            $line .= ",\"$name\":" . \strtr($text, "\r\n\t", '   ');
        }
        $answer = $engine->process($want)->answer("$line}");
        if (!\str_starts_with($answer, '{"error":')) {
            return $answer;
        }
        $error = self::decoded($answer)['error'];
        throw match (true) {
            \str_starts_with($error, 'unknown operation'),
            \str_starts_with($error, 'http: ') => new UnknownOperation(self::UNKNOWN_OPERATION),
            \str_starts_with($error, 'invalid facts') => new InvalidFacts($error),
            \str_starts_with($error, 'invalid history') => new InvalidHistory($error),
            \str_starts_with($error, 'invalid policy') => new InvalidPolicy($error),
            default => new InvalidBody($error),
        };
    }

    /** @return array<string, mixed> */
    private static function decoded(#[\SensitiveParameter] string $answer): array
    {
        return \json_decode($answer, true, flags: \JSON_THROW_ON_ERROR);
    }

    private static function isJson(#[\SensitiveParameter] string $text): bool
    {
        return \json_decode($text) !== null || $text === 'null';
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
