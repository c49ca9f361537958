<?php

/** Lets three shoppers pay: `php try.php before.php`, `php try.php after.php`. */

require 'vendor/autoload.php';
require __DIR__ . '/' . basename($argv[1]);

/** An order of the shop. */
final class Order
{
    public function __construct(private array $items)
    {
    }

    public function get_items(): array
    {
        return $this->items;
    }

    public function get_order_number(): string
    {
        return '1042';
    }

    public function get_currency(): string
    {
        return 'EUR';
    }

    public function get_billing_email(): string
    {
        return 'helen@garden.example';
    }
}

function get_locale(): string
{
    return 'en';
}

/** The gateway's number of the client. */
function find_client(Order $order): string
{
    return '0b3f6a3e-52a7-4d0c-9c58-0d6f3a1f5c11';
}

function log_for_the_shop(string $text): void
{
    echo '  the log: ', str_replace("\n", "\n  ", $text), "\n";
}

/** A gateway that says no more than gateways do. */
function remote_post(string $path, string $body): array
{
    foreach (json_decode($body)->products as $product) {
        if ($product->price < 0.01) {
            echo "  the gateway answers 400 Bad Request\n";
            return ['status' => 400];
        }
    }
    return ['status' => 201, 'redirect' => 'https://gate.example/pay/'];
}

$scarf = ['name' => 'Scarf', 'price' => 45.5, 'quantity' => 2];
foreach (
    [
        'two scarves' => [$scarf],
        'two scarves, gift-wrapped for free' => [$scarf, ['name' => 'Gift wrap', 'price' => 0, 'quantity' => 1]],
        'two scarves and a coupon' => [$scarf, ['name' => 'Coupon', 'price' => -5, 'quantity' => 1]],
    ] as $title => $items
) {
    echo "$title:\n";
    $shown = process_payment(new Order($items));
    echo '  the shopper sees ', $shown['redirect'] ?? $shown['messages'], "\n";
}
