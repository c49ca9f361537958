"""Makes the access log of a made-up gateway, with a JSON object on each line.

    python examples/traffic/access_log.py 10000 access.ndjson

Each line has `time`, `request_id`, `order_id`, `method`, `url`, `status`, `ms` and `body`. The same
count gives the same lines. Some shops retry what went through, so now and then more is refunded than
was captured, and this gateway lets it pass.
"""

import argparse
import datetime
import json
import random
from typing import Any

BEGIN = datetime.datetime(2025, 11, 1, tzinfo=datetime.UTC)
GOODS = [("Terracotta pot", 12.5), ("Garden table", 390), ("Potting soil", 7.95), ("Tent", 219.99)]

Sent = tuple[datetime.datetime, str, str, str, dict[str, Any] | None]


def life(random: random.Random, number: int) -> list[Sent]:
    """The requests of an order: time, id, method, path, and body."""
    at = BEGIN + datetime.timedelta(seconds=random.randrange(30 * 86_400))
    name = f"o-{number:05}"
    sent: list[Sent] = []

    def send(method: str, path: str, body: dict[str, Any] | None = None) -> None:
        nonlocal at
        sent.append((at, name, method, path, body))
        at += datetime.timedelta(seconds=random.randrange(600, 90_000))

    title, price = random.choice(GOODS)
    quantity = random.randint(1, 3)
    total = paid = round(price * quantity, 2)
    order: dict[str, Any] = {
        "client": {"email": f"shopper{number}@mail.example"},
        "products": [{"title": title, "price": price, "quantity": quantity}],
        "currency": "EUR",
    }
    is_two_step = random.random() < 0.4
    if is_two_step:
        order["skip_capture"] = True
    send("POST", "/api/v0.6/orders/", order)
    send("GET", f"/api/v0.6/orders/{name}/")
    if is_two_step:
        paid = round(total * random.choice([1, 1, 0.8]), 2)
        send("POST", f"/api/v0.6/orders/{name}/capture/", {"total": paid})
    refund = f"/api/v0.6/orders/{name}/refund/"
    chance = random.random()
    if chance < 0.15:
        part = round(paid / 2, 2)
        send("POST", refund, {"amount": part})
        if chance < 0.03:
            # The order's full amount, although less was captured or part of it was refunded.
            send("POST", refund, {"amount": total})
    elif chance < 0.25:
        send("POST", refund)
        if chance < 0.17:
            send("POST", refund)
    return sent


def lines(count: int) -> list[str]:
    """This many lines, in order of time."""
    chooser = random.Random(count)
    sent: list[Sent] = []
    number = 0
    while len(sent) < count:
        number += 1
        sent += life(chooser, number)
    sent = sorted(sent[:count], key=lambda it: it[:2])
    return [
        json.dumps(
            {
                "time": at.isoformat().replace("+00:00", "Z"),
                "request_id": f"r-{place:06}",
                "order_id": name,
                "method": method,
                "url": path,
                "status": 200,
                "ms": chooser.randint(8, 90),
                "body": body,
            },
            separators=(",", ":"),
        )
        for place, (at, name, method, path, body) in enumerate(sent)
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("file")
    arguments = parser.parse_args()
    with open(arguments.file, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines(arguments.count))
