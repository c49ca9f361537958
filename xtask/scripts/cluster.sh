#!/usr/bin/env bash
# The Python package on a Spark cluster of three workers, over 8 to 64 partitions: neither the
# processor time of a row nor a worker's memory grows with the partitions.
#
#   cargo xtask soak cluster [ROWS]
set -euo pipefail
cd "$(dirname "$0")/../.."
. xtask/scripts/soak.sh

rows=${1:-2000000}
say "a cluster of a master and three workers: $rows requests"
sh xtask/scripts/apt.sh java:default-jre-headless
venv=$(bash xtask/scripts/python-venv.sh data tests/scale/requirements.txt)
install_wheel "$venv"
"$venv/bin/python" tests/scale/measure.py "$rows"
