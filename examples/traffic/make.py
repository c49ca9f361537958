"""Makes the traffic of a made-up shop: requests as a Parquet file, or the access log of its gateway.

    python examples/traffic/make.py 20000 traffic.parquet
    python examples/traffic/make.py 10000 access.ndjson

The columns of the first, which needs pyarrow, are `id`, `sent_at`, `operation`, `body` (JSON text) and `facts` (JSON
text: what was known about that request). A line of the log is a JSON object with `time`, `request_id`, `order_id`,
`method`, `url`, `status`, `ms` and `body`. The same count gives the same requests.
"""

import argparse
import datetime
import json
import random
from collections.abc import Callable, Iterator
from itertools import chain, count, islice
from typing import Any

BEGIN = datetime.datetime(2026, 9, 1, tzinfo=datetime.UTC)
DAYS = 56

Body = dict[str, Any]
Request = tuple[str, Body, dict[str, Any]]

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


def order(random: random.Random, day: int) -> Body:
    """An ordinary order, with the mistakes that a shop makes."""
    products = [
        {"title": title, "price": price / 100, "quantity": random.randint(1, 3)}
        for title, price in random.sample(GOODS, random.randint(1, 3))
    ]
    body: Body = {
        "client": {"email": f"shopper{random.randrange(10_000)}@mail.example"},
        "products": products,
        "currency": random.choice(["EUR", "EUR", "EUR", "GBP", "SEK"]),
        "language": random.choice(["en", "lv", "de"]),
    }
    if random.random() < 0.02:
        products[0]["price"] = 0
    if random.random() < 0.03:
        body["client"]["email"] = "shopper.mail.example"
    if random.random() < 0.02:
        body["currency"] = "EURO"
    # A release of the shop misspelt a member, and was rolled back.
    if 20 <= day < 27 and random.random() < 0.3:
        body["skip_captur"] = True
    return body


def plain(random: random.Random, day: int) -> Request:
    return "order", order(random, day), {}


def with_address(random: random.Random, day: int) -> Request:
    country, city, zip_code = random.choice(CITIES)
    body = order(random, day)
    body["client"] |= {"country": country, "city": city, "address": "Park Row 4", "zip_code": zip_code}
    if random.random() < 0.08:
        del body["client"]["zip_code"]
    return "order", body, {"merchant": {"country": "LV", "avs_permission": True}}


def two_step(random: random.Random, day: int) -> Request:
    return "order", order(random, day) | {"skip_capture": True}, {}


def saving(random: random.Random, day: int) -> Request:
    body = order(random, day)
    body["setup_future_use"] = "one-click"
    if random.random() < 0.95:
        body["client"]["original_client"] = f"cl_{random.randrange(100_000)}"
    # From the fifth week on, telephone orders also save cards, which the source neither allows nor forbids.
    if day >= 28 and random.random() < 0.4:
        body["is_moto"] = True
    return "order", body, {"saving_side": "service"}


def refund(random: random.Random, day: int) -> Request:
    amount = random.choice([1250, 3400, 4990, 21999])
    over = 100 if random.random() < 0.05 else 0
    now = BEGIN + datetime.timedelta(days=day)
    paid = now - datetime.timedelta(days=random.randrange(2, 800))
    facts = {
        "now": now.isoformat(),
        "order": {
            "scenario": "one_step",
            "capabilities": [],
            "amount": f"{amount / 100:.2f}",
            "captured": f"{amount / 100:.2f}",
            "refunded": "0",
            "currency": "EUR",
            "paid_at": paid.isoformat(),
            "reversed": False,
            "chargeback": False,
        },
    }
    return "refund", {"amount": (amount + over) / 100}, facts


KINDS: list[tuple[int, Callable[[random.Random, int], Request]]] = [
    (50, plain),
    (18, with_address),
    (12, two_step),
    (12, saving),
    (8, refund),
]


def requests(number: int) -> Iterator[tuple[int, datetime.datetime, str, str, str]]:
    """The rows, in order of time."""
    chance = random.Random(number)
    weights = [weight for weight, _ in KINDS]
    kinds = [kind for _, kind in KINDS]
    for row in range(number):
        at = BEGIN + datetime.timedelta(seconds=row * DAYS * 86_400 // number)
        (kind,) = chance.choices(kinds, weights)
        operation, body, facts = kind(chance, (at - BEGIN).days)
        facts = {"merchant": {"country": "LV", "avs_permission": False}, "terminal": "standard"} | facts
        yield row, at, operation, json.dumps(body), json.dumps(facts)


def write(number: int, path: str) -> None:
    """Writes the rows to a file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = [(name, pa.string()) for name in ("operation", "body", "facts")]
    schema = pa.schema([("id", pa.int64()), ("sent_at", pa.timestamp("us", tz="UTC")), *texts])
    columns = dict(zip(schema.names, zip(*requests(number), strict=True), strict=True))
    pq.write_table(pa.table(columns, schema=schema), path)


def write_cases(number: int, path: str) -> None:
    """Writes the same requests as lines for `paylint batch`."""
    with open(path, "w") as file:
        for row, _, operation, body, facts in requests(number):
            file.write(f'{{"id":{row},"operation":"{operation}","body":{body},"facts":{facts}}}\n')


def life(chance: random.Random, name: str) -> Iterator[tuple[datetime.datetime, str, str, str, Body | None]]:
    """The requests about an order: time, name, method, path and body.

    Some shops retry what went through, so now and then more is refunded than was captured.
    """
    title, price = chance.choice(GOODS)
    quantity = chance.randint(1, 3)
    total = paid = round(price * quantity / 100, 2)
    body: Body = {
        "client": {"email": "shopper@mail.example"},
        "products": [{"title": title, "price": price / 100, "quantity": quantity}],
        "currency": "EUR",
    }
    orders, order = "/api/v0.6/orders/", f"/api/v0.6/orders/{name}/"
    sent: list[tuple[str, str, Body | None]] = [("POST", orders, body), ("GET", order, None)]
    if chance.random() < 0.4:
        body["skip_capture"] = True
        paid = round(total * chance.choice([1, 1, 0.8]), 2)
        sent.append(("POST", order + "capture/", {"total": paid}))
    half = round(paid / 2, 2)
    (refunds,) = chance.choices([[], [half], [half, total], [None], [None, None]], [75, 12, 3, 8, 2])
    sent += [("POST", order + "refund/", None if amount is None else {"amount": amount}) for amount in refunds]
    at = BEGIN + datetime.timedelta(seconds=chance.randrange(DAYS * 86_400))
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
    parser.add_argument("path", help="the file to write: Parquet, or a log if it ends in .ndjson")
    arguments = parser.parse_args()
    (write_log if arguments.path.endswith(".ndjson") else write)(arguments.count, arguments.path)
