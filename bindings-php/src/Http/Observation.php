<?php

declare(strict_types=1);

namespace Paylint\Http;

use Paylint\Json;
use Paylint\Report;

/**
 * A verdict and the answer to its request. As a string it is a line of JSON as `paylint calibrate` reads it, without
 * anything of the two bodies.
 */
final class Observation implements \Stringable
{
    /** @param int|null $status that of the answer; null where there was none, since it wasn't sent or failed */
    public function __construct(public readonly Report $report, public readonly ?int $status)
    {
    }

    public function __toString(): string
    {
        $rules = [];
        foreach ($this->report->findings as $finding) {
            $rules[$finding->rule] = $finding->level;
        }

        return Json::write([
            'operation' => $this->report->operation,
            'verdict' => $this->report->verdict,
            'rules' => (object) $rules,
            'status' => $this->status,
        ] + ($this->report->truncated ? ['truncated' => true] : []));
    }
}
