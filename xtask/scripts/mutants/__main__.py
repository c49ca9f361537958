"""Mutants of the core: each must make a test fail.

    python xtask/scripts/mutants FOLDER K/N FILE…    see mutants.sh, which installs what this needs

cargo-mutants lists them. Most are compiled at once, each behind a switch (switches.py), so that to try
one takes only the tests that reach it, the quickest first (suite.py). Code that the compiler runs has no
switch, nor has what doesn't compile behind one: such a mutant is compiled by itself (rebuilt.py).

FOLDER keeps what is known of each mutant, so that the next run goes on where this one was stopped.
"""

import sys

import campaign

if __name__ == "__main__":
    campaign.run(sys.argv[1], sys.argv[2], sys.argv[3:])
