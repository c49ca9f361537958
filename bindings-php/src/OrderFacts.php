<?php

declare(strict_types=1);

namespace Paylint;

/**
 * What follows from what was sent for an order: the facts `order` of its next request. A member is null if it doesn't
 * follow. Pass the whole on as facts: `['order' => $orderFacts]`.
 */
final class OrderFacts implements \JsonSerializable
{
    public readonly string $scenario;

    /** @var list<string>|null */
    public readonly ?array $capabilities;

    /** What was ordered, as a decimal. */
    public readonly ?string $amount;

    public readonly ?string $captured;

    public readonly ?string $refunded;

    /** The amount of the last event, if that is a Partial Refund. */
    public readonly ?string $lastRefund;

    public readonly ?string $currency;

    public readonly ?\DateTimeImmutable $paidAt;

    public readonly ?bool $reversed;

    public readonly ?bool $chargeback;

    /** Whether the order had a billing address. */
    public readonly ?bool $billingAddress;

    /**
     * @param string $json what toJson() gave, also by an earlier program or in another language
     *
     * @throws \JsonException if it isn't JSON
     */
    public function __construct(private readonly string $json)
    {
        $all = \json_decode($json, true, flags: \JSON_THROW_ON_ERROR);
        $this->scenario = $all['scenario'];
        $this->capabilities = $all['capabilities'] ?? null;
        $this->amount = $all['amount'] ?? null;
        $this->captured = $all['captured'] ?? null;
        $this->refunded = $all['refunded'] ?? null;
        $this->lastRefund = $all['last_refund'] ?? null;
        $this->currency = $all['currency'] ?? null;
        $this->paidAt = isset($all['paid_at']) ? new \DateTimeImmutable($all['paid_at']) : null;
        $this->reversed = $all['reversed'] ?? null;
        $this->chargeback = $all['chargeback'] ?? null;
        $this->billingAddress = $all['billing_address'] ?? null;
    }

    /** The same, byte for byte, in every binding of paylint. */
    public function toJson(): string
    {
        return $this->json;
    }

    public function jsonSerialize(): mixed
    {
        return \json_decode($this->json);
    }
}
