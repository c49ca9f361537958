// The size of the package.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const read = (file) => readFileSync(new URL(`../pkg/${file}`, import.meta.url));
const gzipped = (file) => gzipSync(read(file), { level: 9 }).length;

// The limits hold for every toolchain. Policies with a tenant's own rules take 7 kB of it with gzip.
const [RAW, GZIP] = [165_000, 68_000];

test(`the module has at most ${RAW} bytes, ${GZIP} with gzip`, (t) => {
  const sizes = [read('paylint.wasm').length, gzipped('paylint.wasm')];
  t.diagnostic(`paylint.wasm: ${sizes.join(' bytes, with gzip ')}`);
  assert.ok(sizes[0] <= RAW && sizes[1] <= GZIP, `${sizes}`);
});

// A fifth of it is errors that explain invalid bodies, facts and policies.
test('the scripts that a page loads have at most 7,500 bytes with gzip', (t) => {
  const size = gzipped('index.js') + gzipped('common.js');
  t.diagnostic(`index.js and common.js: ${size} bytes with gzip`);
  assert.ok(size <= 7_500, `${size}`);
});
