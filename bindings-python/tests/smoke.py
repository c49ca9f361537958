"""Tests what must work if only this package is installed: python -I tests/smoke.py"""

import pickle
import sys
from importlib.metadata import requires, version
from pathlib import Path

import paylint

ORDER = b'{"client":{},"products":[{"title":"Cup","price":0}]}'

assert sys.flags.isolated, "run it with -I, so that it finds the installed package"
assert requires("paylint") is None, "the package needs nothing else"
assert version("paylint") == paylint.__version__
assert paylint.__file__ is not None
folder = Path(paylint.__file__).parent
assert sys.prefix in str(folder), folder
for file in ["py.typed", "_paylint.pyi"]:
    assert (folder / file).exists(), file

engine = pickle.loads(pickle.dumps(paylint.Engine({"label": "smoke"})))
report = engine.check("order", ORDER, paylint.Facts(terminal="standard"))
assert not report, report
assert report.at("/products/0/price")[0].rule == "product.price_minimum"
assert not engine.accepts("order", ORDER)
try:
    engine.check_batch("order", [ORDER])
except paylint.BatchError as error:
    assert error.member == "bodies", error
else:
    raise AssertionError("a list isn't a column")
print(f"{report!r}, with {sys.version.split()[0]} and paylint {paylint.__version__}")
