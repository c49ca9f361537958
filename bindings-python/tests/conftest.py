"""Values that several tests use."""

import pytest

import paylint

ORDER = {"client": {"email": "ada@mail.example"}, "products": [{"title": "Cup", "price": 4.5}]}
#: The same as ORDER.
ORDER_BYTES = b'{"client":{"email":"ada@mail.example"},"products":[{"title":"Cup","price":4.5}]}'


@pytest.fixture(scope="session")
def engine() -> paylint.Engine:
    return paylint.Engine()
