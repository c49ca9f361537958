<?php

declare(strict_types=1);

namespace Paylint;

/** The result of checking a request. */
final class Report implements \JsonSerializable
{
    public readonly Verdict $verdict;

    /** The HTTP status that the gateway would answer with: 200, 400 or 403. */
    public readonly int $status;

    public readonly string $operation;

    /** The scenario, if the operation has one. */
    public readonly ?string $scenario;

    /** @var list<string> the active capabilities of an order or a payout */
    public readonly array $capabilities;

    /** The sum of an order's products, as a decimal; null if it can't be computed. */
    public readonly ?string $total;

    /** Whether findings were left out because a level had more than the policy keeps. */
    public readonly bool $truncated;

    /** @var list<Unchecked> the rules that can't be decided, each with the facts that are missing */
    public readonly array $unchecked;

    /** @var list<Obligation> what you must do besides sending the request */
    public readonly array $obligations;

    /** The last moment at which the operation's time rule holds if no other fact changes. */
    public readonly ?\DateTimeImmutable $validUntil;

    /** @var list<Finding> everything that is wrong, in the order of the rules and then of the document */
    public readonly array $findings;

    /** @internal */
    public function __construct(#[\SensitiveParameter] private readonly string $json)
    {
        $all = \json_decode($json, true, flags: \JSON_THROW_ON_ERROR);
        $this->verdict = Verdict::from($all['verdict']);
        $this->status = $all['status'];
        $this->operation = $all['operation'];
        $this->scenario = $all['scenario'];
        $this->capabilities = $all['capabilities'];
        $this->total = $all['total'];
        $this->truncated = $all['truncated'];
        $this->validUntil = self::time($all['valid_until']);
        $this->findings = \array_map(static fn (array $it): Finding => new Finding(
            $it['rule'],
            Level::from($it['level']),
            $it['basis'],
            $it['source'],
            $it['path'],
            $it['message'],
            $it['params'],
        ), $all['findings']);
        $this->unchecked = \array_map(
            static fn (array $it): Unchecked => new Unchecked($it['rule'], Level::from($it['level']), $it['needs']),
            $all['unchecked'],
        );
        $this->obligations = \array_map(
            static fn (array $it): Obligation => new Obligation($it['kind'], self::time($it['by']), $it['needs']),
            $all['obligations'],
        );
    }

    /** Whether the verdict is accept. */
    public function isAccepted(): bool
    {
        return $this->verdict === Verdict::Accept;
    }

    /** The verdict and, a line each, the findings, or the unchecked rules if these alone reject. */
    public function summary(): string
    {
        $verdict = "the $this->operation is {$this->verdict->value}ed";
        $lines = \array_map(
            static fn (Finding $it): string => "{$it->level->value}[$it->rule] $it->path: $it->message",
            $this->findings,
        );
        $denied = \array_filter($this->findings, static fn (Finding $it): bool => $it->level === Level::Deny);
        if (!$this->isAccepted() && $denied === []) {
            foreach ($this->unchecked as $it) {
                // A rule about an unknown total needs no fact.
                $why = $it->needs === [] ? ": the total isn't known" : ' without ' . \implode(', ', $it->needs);
                $lines[] = "{$it->level->value}[$it->rule] can't be decided$why";
            }
        }

        return \implode("\n  ", [$lines === [] ? $verdict : "$verdict:", ...$lines]);
    }

    /**
     * The findings at a JSON Pointer, such as '/client/zip_code'.
     *
     * @return list<Finding>
     */
    public function at(string $path): array
    {
        return \array_values(\array_filter($this->findings, static fn (Finding $it): bool => $it->path === $path));
    }

    /** The canonical JSON, which is the same, byte for byte, in every binding of paylint. */
    public function toJson(): string
    {
        return $this->json;
    }

    public function jsonSerialize(): mixed
    {
        return \json_decode($this->json);
    }

    private static function time(?string $time): ?\DateTimeImmutable
    {
        return $time === null ? null : new \DateTimeImmutable($time);
    }
}
