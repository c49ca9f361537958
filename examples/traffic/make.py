"""Makes the access log of a made-up shop's gateway: over eight weeks, with the mistakes that a shop makes.

    python examples/traffic/make.py 10000 access.ndjson

A line is a JSON object with `time`, `request_id`, `order_id`, `method`, `url`, `status`, `ms` and `body`. The same count
gives the same requests.
"""

import argparse
import datetime
import json
import random
from collections.abc import Iterator
from itertools import chain, count, islice
from typing import Any

BEGIN = datetime.datetime(2026, 9, 1, tzinfo=datetime.UTC)
DAYS = 56

Body = dict[str, Any]
Request = tuple[datetime.datetime, str, str, str, Body | None]

GOODS = [
    ("Terracotta pot 30 cm", 1250),
    ("Potting soil 20 l", 795),
    ("Watering can, galvanised", 3400),
    ("Merino scarf, grey", 4990),
    ("Gift wrapping", 350),
    ("Tent, two persons", 21999),
    ("Garden table, teak", 39000),
]
CITIES = [("LV", "Riga", "LV-1010"), ("EE", "Tallinn", "10111"), ("DE", "Bonn", "53111"), ("GB", "Leeds", "LS1 5HN")]


def new_order(chance: random.Random, day: int, title: str, price: int, quantity: int) -> Body:
    """An order with the mistakes that a shop makes."""
    client = {"email": f"shopper{chance.randrange(10_000)}@mail.example"}
    product = {"title": title, "price": price / 100, "quantity": quantity}
    body: Body = {
        "client": client,
        "products": [product],
        "currency": chance.choice(["EUR", "EUR", "EUR", "GBP", "SEK"]),
    }
    if chance.random() < 0.2:
        country, city, zip_code = chance.choice(CITIES)
        client |= {"country": country, "city": city, "address": "Park Row 4", "zip_code": zip_code}
    if chance.random() < 0.02:
        product["price"] = 0
    if chance.random() < 0.03:
        client["email"] = "shopper.mail.example"
    # A release of the shop misspelt a member, and was rolled back.
    if 20 <= day < 27 and chance.random() < 0.3:
        body["skip_captur"] = True
    # From the fifth week on, telephone orders also save cards, which the source neither allows nor forbids.
    if chance.random() < 0.12:
        body["setup_future_use"] = "one-click"
        if day >= 28 and chance.random() < 0.4:
            body["is_moto"] = True
    return body


def life(chance: random.Random, name: str) -> Iterator[Request]:
    """The requests about an order: time, name, method, path and body.

    Some shops retry what went through, so now and then more is refunded than was captured.
    """
    at = BEGIN + datetime.timedelta(seconds=chance.randrange(DAYS * 86_400))
    title, price = chance.choice(GOODS)
    quantity = chance.randint(1, 3)
    total = paid = round(price * quantity / 100, 2)
    body = new_order(chance, (at - BEGIN).days, title, price, quantity)
    orders, order = "/api/v0.6/orders/", f"/api/v0.6/orders/{name}/"
    sent: list[tuple[str, str, Body | None]] = [("POST", orders, body), ("GET", order, None)]
    if chance.random() < 0.4:
        body["skip_capture"] = True
        paid = round(total * chance.choice([1, 1, 0.8]), 2)
        sent.append(("POST", order + "capture/", {"total": paid}))
    half = round(paid / 2, 2)
    (refunds,) = chance.choices([[], [half], [half, total], [None], [None, None]], [75, 12, 3, 8, 2])
    sent += [("POST", order + "refund/", None if amount is None else {"amount": amount}) for amount in refunds]
    for method, path, sent_body in sent:
        yield at, name, method, path, sent_body
        at += datetime.timedelta(seconds=chance.randrange(600, 90_000))


def write_log(number: int, path: str) -> None:
    """Writes an access log, in order of time."""
    chance = random.Random(number)
    lives = (life(chance, f"o-{order:05}") for order in count(1))
    sent = sorted(islice(chain.from_iterable(lives), number), key=lambda request: request[:2])
    with open(path, "w") as file:
        for line, (at, name, method, url, body) in enumerate(sent):
            request = {"request_id": f"r-{line:06}", "order_id": name, "method": method, "url": url}
            answer = {"status": 200, "ms": chance.randint(8, 90)}
            file.write(json.dumps({"time": at.isoformat(), **request, **answer, "body": body}) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="how many requests")
    parser.add_argument("path", help="the log to write")
    arguments = parser.parse_args()
    write_log(arguments.count, arguments.path)
