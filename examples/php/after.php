<?php

/** Starts the payment of an order: sends it to the gateway, and redirects the shopper to the page for the card. */
function process_payment(Order $order): array
{
    $products = [];
    foreach ($order->get_items() as $item) {
        $products[] = ['title' => $item['name'], 'price' => $item['price'], 'quantity' => $item['quantity']];
    }
    $body = json_encode([
        'number' => $order->get_order_number(),
        'language' => get_locale(),
        'currency' => $order->get_currency(),
        'success_redirect' => 'https://shop.example/paid/',
        'failure_redirect' => 'https://shop.example/cart/',
        'client' => ['email' => $order->get_billing_email(), 'original_client' => find_client($order)],
        'products' => $products,
    ]);
    $engine = new Paylint\Engine(['checkout', 'shop-members']);
    $report = $engine->check('order', $body);
    if (!$report->isAccepted()) {
        log_for_the_shop($report->summary());
        return ['result' => 'failure', 'messages' => "We can't take this order online. Please call us."];
    }
    $answer = remote_post('/api/v0.6/orders/', $body);
    if ($answer['status'] >= 400) {
        return ['result' => 'failure', 'messages' => 'Payment failed, please try again.'];
    }
    return ['result' => 'success', 'redirect' => $answer['redirect']];
}
