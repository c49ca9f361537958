// The size of the package.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url));
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

// The limits hold for every toolchain. Policies with a tenant's own rules take 7 kB of it with gzip.
const [RAW, GZIP] = [175_000, 68_000];

test(`the module has at most ${RAW} bytes, ${GZIP} with gzip`, (t) => {
  const module = read('pkg/paylint.wasm');
  const sizes = [module.length, gzipped(module)];
  t.diagnostic(`paylint.wasm: ${sizes.join(' bytes, with gzip ')}`);
  assert.ok(sizes[0] <= RAW && sizes[1] <= GZIP, `${sizes}`);
});

// Almost half of it is the texts of the rules, which the module doesn't have. Stand-ins for what some
// hosts lack and the fallback to wasm.js take 500 bytes, and what-if questions 800.
const [SCRIPTS, TEXTS] = [15_200, 6_000];

test(`the scripts that a page loads have at most ${SCRIPTS} bytes with gzip`, (t) => {
  const size = gzipped(read('pkg/index.js')) + gzipped(read('pkg/common.js'));
  const texts = gzipped(read('js/generated/catalogue.ts'));
  t.diagnostic(`index.js and common.js: ${size} bytes with gzip, of which ${texts} for the rules`);
  assert.ok(size <= SCRIPTS && texts <= TEXTS, `${size}, ${texts}`);
});
