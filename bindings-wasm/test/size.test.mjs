// The size of the package, and what README says of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const read = (file) => readFileSync(new URL(`../pkg/${file}`, import.meta.url));
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;
const sum = (files, size) => files.reduce((total, file) => total + size(read(file)), 0);

// The limits hold for every toolchain.
for (const [files, most, mostGzipped] of [
  [['paylint.wasm'], 525_000, 214_000],
  [['check.wasm'], 208_000, 87_000],
  [['index.js', 'common.js'], 27_800, 11_350],
  [['check.js'], 24_900, 9_800],
  // Loaded only where WebAssembly can't run.
  [['plain.js'], 990_000, 308_000],
]) {
  test(`size of ${files}`, (t) => {
    const sizes = [sum(files, ({ length }) => length), sum(files, gzipped)];
    t.diagnostic(`${files}: ${sizes.join(' bytes, with gzip ')}`);
    assert.ok(sizes[0] <= most && sizes[1] <= mostGzipped, `${sizes}`);
  });
}

test('README says what a page loads', () => {
  const rows = [...`${read('README.md')}`.matchAll(/^\| [^|]+ \| ((?:`[\w./]+`,? ?)+) \| (\d+) kB \| (\d+) kB \|/gm)];
  assert.ok(rows.length >= 5);
  for (const [, names, gzip, brotli] of rows) {
    const files = [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    // Another toolchain's module, or another version of zlib, differs a little.
    for (const [said, size] of [[gzip, gzipped], [brotli, (bytes) => brotliCompressSync(bytes).length]])
      assert.ok(Math.abs(sum(files, size) / 1000 - said) <= Math.max(0.6, said * 0.06), `${files}: ${sum(files, size)}`);
  }
});
