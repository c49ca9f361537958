<?php

declare(strict_types=1);

namespace Paylint;

use Paylint\Exception\LibraryUnavailable;

/**
 * A running `paylint ask`.
 *
 * @internal
 */
final class CommandProcess
{
    /** @var resource */
    private mixed $process;

    /** @var array<int, resource> */
    private array $pipes = [];

    /** The process that started it. A fork shares the pipes, and mustn't use them. */
    private readonly int $owner;

    private bool $isNew = true;

    public function __construct(string $path)
    {
        $process = @\proc_open([$path, 'ask'], [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $this->pipes);
        if ($process === false) {
            throw new LibraryUnavailable("the command $path could not be started");
        }
        $this->process = $process;
        $this->owner = (int) \getmypid();
    }

    /**
     * Sends a line, and returns the answer.
     *
     * @return string '' if there is none, because another process started it, or it has ended
     *
     * @throws LibraryUnavailable if it has never answered
     */
    public function answer(#[\SensitiveParameter] string $line): string
    {
        if ($this->owner !== \getmypid()) {
            return '';
        }
        $answer = '';
        if ($this->write($line)) {
            do {
                // A signal can end the wait early.
                $answer .= \fgets($this->pipes[1]);
            } while (!\str_ends_with($answer, "\n") && !\feof($this->pipes[1]));
        }
        if (\str_ends_with($answer, "\n")) {
            $this->isNew = false;

            return \rtrim($answer, "\n");
        }
        if ($this->isNew) {
            $said = \stream_get_contents($this->pipes[2]);
            throw new LibraryUnavailable("the command paylint doesn't answer: $said");
        }

        return '';
    }

    private function write(#[\SensitiveParameter] string $text): bool
    {
        // PHP warns of a pipe that is broken, and not of a signal that interrupts the write.
        $isBroken = false;
        \set_error_handler(static function (int $level, string $text, string $file) use (&$isBroken): bool {
            return $isBroken = $file === __FILE__;
        });
        try {
            for ($at = 0; $at < \strlen($text) && !$isBroken; $at += (int) $written) {
                $written = \fwrite($this->pipes[0], \substr($text, $at));
            }
        } finally {
            \restore_error_handler();
        }

        return !$isBroken;
    }

    public function __destruct()
    {
        // Its input doesn't end while a fork has it open, too.
        if ($this->owner === \getmypid()) {
            \proc_terminate($this->process);
        }
    }
}
