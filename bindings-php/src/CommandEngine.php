<?php

declare(strict_types=1);

namespace Paylint;

/**
 * A policy for the command: a process for each kind of answer, started when it is first asked for.
 *
 * @internal
 */
final class CommandEngine
{
    /** @var array<string, CommandProcess> */
    private array $processes = [];

    /**
     * @param list<string> $layers
     * @param list<bool>   $areNames which of the layers are names of presets
     */
    public function __construct(
        private readonly string $path,
        #[\SensitiveParameter] private readonly array $layers,
        private readonly array $areNames,
    ) {
    }

    /** The process that answers with what `paylint batch --want` names. */
    public function process(string $want): CommandProcess
    {
        return $this->processes[$want] ??= new CommandProcess($this->path, $this->layers, $this->areNames, $want);
    }
}
