<?php

declare(strict_types=1);

namespace Paylint\Exception;

use Paylint\Report;
use Psr\Http\Client\RequestExceptionInterface;
use Psr\Http\Message\RequestInterface;

/** A request was not sent, because the gateway can't accept it. The message lists what is wrong. */
final class RequestRefused extends \RuntimeException implements PaylintException, RequestExceptionInterface
{
    public function __construct(
        #[\SensitiveParameter] private readonly RequestInterface $request,
        public readonly Report $report,
    ) {
        parent::__construct("the request wasn't sent: " . $report->summary());
    }

    public function getRequest(): RequestInterface
    {
        return $this->request;
    }

    /** Leaves out the request, which has the gateway's key and the body. */
    public function __debugInfo(): array
    {
        return ['message' => $this->message, 'file' => $this->file, 'line' => $this->line, 'report' => $this->report];
    }
}
