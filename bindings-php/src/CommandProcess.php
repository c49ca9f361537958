<?php

declare(strict_types=1);

namespace Paylint;

use Paylint\Exception\LibraryUnavailable;

/**
 * A running `paylint batch` with one policy and one kind of answer.
 *
 * @internal
 */
final class CommandProcess
{
    /** @var resource */
    private mixed $process;

    /** @var array<int, resource> */
    private array $pipes = [];

    private string $said = '';

    /**
     * @param list<string> $layers
     * @param list<bool>   $areNames which of the layers are names of presets
     */
    public function __construct(string $path, #[\SensitiveParameter] array $layers, array $areNames, string $want)
    {
        $command = [$path, 'batch', '--jobs', '1', '--want', $want];
        $streams = [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']];
        $texts = [];
        foreach ($layers as $index => $layer) {
            // Not on the command line, which others can see.
            $number = \count($streams);
            \array_push($command, '--policy', $areNames[$index] ? $layer : "/dev/fd/$number");
            if (!$areNames[$index]) {
                $streams[] = ['pipe', 'r'];
                $texts[$number] = $layer;
            }
        }
        $process = @\proc_open($command, $streams, $this->pipes);
        if ($process === false) {
            throw new LibraryUnavailable('the command paylint could not be started');
        }
        $this->process = $process;
        foreach ($texts as $number => $text) {
            @\fwrite($this->pipes[$number], $text);
            \fclose($this->pipes[$number]);
        }
    }

    /** The answer to a line. */
    public function answer(#[\SensitiveParameter] string $line): string
    {
        @\fwrite($this->pipes[0], "$line\n");
        $answer = \fgets($this->pipes[1]);
        if ($answer === false) {
            \stream_set_blocking($this->pipes[2], true);
            $said = $this->said . \stream_get_contents($this->pipes[2]);
            throw new LibraryUnavailable("the command paylint has ended: $said");
        }

        return \rtrim($answer, "\n");
    }

    /** What the command has said on standard error so far. */
    public function said(): string
    {
        \stream_set_blocking($this->pipes[2], false);
        $this->said .= \stream_get_contents($this->pipes[2]);

        return $this->said;
    }

    public function __destruct()
    {
        foreach (\array_filter($this->pipes, \is_resource(...)) as $pipe) {
            \fclose($pipe);
        }
        \proc_close($this->process);
    }
}
