#!/usr/bin/env python3
"""Copies the inputs that together reach the most, up to a number of them.

    least.py CONTROL_FILE FOLDER MOST

CONTROL_FILE is what libFuzzer's -merge_control_file wrote: the names of the inputs, and for each
what it reaches (FT).
"""
import os
import shutil
import sys

control, folder, most = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(control, encoding="ascii") as lines:
    count, _ = int(next(lines)), next(lines)
    names = [next(lines).rstrip("\n") for _ in range(count)]
    bits, reached = {}, {}
    for line in lines:
        kind, index, *features = line.split()
        if kind == "FT":
            mask = 0
            for feature in features:
                mask |= 1 << bits.setdefault(feature, len(bits))
            reached[int(index)] = mask

seen = 0
for _ in range(most):
    best = max(reached, key=lambda index: (reached[index] & ~seen).bit_count(), default=None)
    if best is None or not reached[best] & ~seen:
        break
    seen |= reached.pop(best)
    shutil.copy(names[best], os.path.join(folder, os.path.basename(names[best])))
print(f"{seen.bit_count()} of {len(bits)} features")
