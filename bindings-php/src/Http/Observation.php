<?php

declare(strict_types=1);

namespace Paylint\Http;

use Paylint\Json;
use Paylint\Report;

/**
 * A verdict and the gateway's answer. As a string it is a line of JSON for `paylint calibrate`, with nothing from the
 * two bodies.
 */
final class Observation implements \Stringable
{
    /**
     * @param int|null $status the answer's status; null if the request wasn't sent or failed
     * @param int $at when the request was sent, in seconds since 1970
     */
    public function __construct(
        public readonly Report $report,
        public readonly ?int $status,
        public readonly int $at,
    ) {
    }

    public function __toString(): string
    {
        $findings = [];
        foreach ($this->report->findings as $finding) {
            $findings[] = [$finding->rule, $finding->path, $finding->level];
        }

        return Json::write([
            'operation' => $this->report->operation,
            'at' => \gmdate('Y-m-d\TH:i:s\Z', $this->at),
            'verdict' => $this->report->verdict,
            'findings' => $findings,
            'status' => $this->status,
        ]);
    }
}
