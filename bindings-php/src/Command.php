<?php

declare(strict_types=1);

namespace Paylint;

use Paylint\Exception\InvalidArgument;
use Paylint\Exception\LibraryUnavailable;

/**
 * The command `paylint ask`, for PHP without FFI: one process answers one question after another.
 *
 * @internal
 */
final class Command extends Backend
{
    /** @var list<CommandProcess> the idle processes: one, unless a signal handler needed another */
    private array $idle = [];

    private int $questions = 0;

    private function __construct(private readonly string $path, string $why)
    {
        parent::__construct("the command $path, because $why");
    }

    /**
     * Finds the command: in PAYLINT_COMMAND, next to the package, or in PATH.
     *
     * @param string $why why it isn't the library
     */
    public static function find(string $why): self
    {
        $named = (string) \getenv('PAYLINT_COMMAND');
        $folders = [\dirname(__DIR__) . '/bin', ...\explode(\PATH_SEPARATOR, (string) \getenv('PATH'))];
        $paths = $named === ''
            ? \array_map(static fn (string $folder): string => "$folder/paylint", $folders)
            : [$named];
        foreach (['proc_open', 'proc_terminate'] as $function) {
            if (!\function_exists($function)) {
                throw new LibraryUnavailable("$why\nNor can the command paylint be run: $function is disabled");
            }
        }
        foreach ($paths as $path) {
            if (@\is_file($path) && \is_executable($path)) {
                return new self($path, $why);
            }
        }
        throw new LibraryUnavailable("$why\nNor can the command paylint be run: " . ($named === ''
            ? 'it is neither in ' . $folders[0] . ' nor in PATH, and PAYLINT_COMMAND is not set'
            : "PAYLINT_COMMAND names $named, which is not a file that can be executed"));
    }

    public function engine(#[\SensitiveParameter] array $layers): object
    {
        $policies = [];
        foreach ($layers as $layer) {
            $isJson = Json::is($layer);
            if (!$isJson && !\preg_match('/^[a-z-]+$/D', $layer)) {
                throw new InvalidArgument('invalid policy: neither JSON nor the name of a preset');
            }
            $policies[] = $isJson ? $layer : Json::write($layer);
        }
        $engine = (object) ['policy' => '[' . \implode(',', $policies) . ']'];
        $this->ask($engine, '{"ask":"notes"}');

        return $engine;
    }

    public function facts(#[\SensitiveParameter] string $json): object
    {
        if (!Json::is($json)) {
            throw new InvalidArgument('invalid facts: not JSON');
        }
        $this->ask(null, '{"ask":"facts","facts":[' . $json . ']}');

        return new \stdClass();
    }

    public function check(#[\SensitiveParameter] object $engine, #[\SensitiveParameter] Request $request): string
    {
        return $this->ask($engine, $request->question('check'));
    }

    public function accepts(#[\SensitiveParameter] object $engine, #[\SensitiveParameter] Request $request): bool
    {
        return \json_decode($this->check($engine, $request), flags: \JSON_THROW_ON_ERROR)->verdict === 'accept';
    }

    public function ask(#[\SensitiveParameter] ?object $engine, #[\SensitiveParameter] string $question): string
    {
        $id = '{"id":' . ++$this->questions . ',';
        $policy = $engine === null ? '' : "\"policy\":$engine->policy,";
        // On one line: in JSON, a line break can only be white space.
        $line = \strtr($id . $policy . \substr($question, 1), "\r\n", '  ') . "\n";
        do {
            // After an exception the process isn't idle again, since its answer may still be unread.
            $waiting = \array_pop($this->idle);
            $process = $waiting ?? new CommandProcess($this->path);
            $answer = $process->answer($line);
            $isAnswer = \str_starts_with($answer, $id);
            if (!$isAnswer && $waiting === null) {
                throw new LibraryUnavailable("the command $this->path writes something else than an answer");
            }
        } while (!$isAnswer);
        $this->idle[] = $process;
        $prefix = $id . '"answer":';

        return \str_starts_with($answer, $prefix) ? \substr($answer, \strlen($prefix), -1) : self::fail($answer);
    }
}
