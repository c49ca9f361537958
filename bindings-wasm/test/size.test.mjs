// The size of the package.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url));
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

// The limits hold for every toolchain. Policies with a tenant's own rules take 7 kB of it with gzip.
// The second module is for pages that ask about fields and repairs.
for (const [name, raw, gzip] of [
  ['paylint.wasm', 150_000, 60_000],
  ['what-if.wasm', 200_000, 88_000],
]) {
  test(`${name} has at most ${raw} bytes, ${gzip} with gzip`, (t) => {
    const module = read(`pkg/${name}`);
    const sizes = [module.length, gzipped(module)];
    t.diagnostic(`${name}: ${sizes.join(' bytes, with gzip ')}`);
    assert.ok(sizes[0] <= raw && sizes[1] <= gzip, `${sizes}`);
  });
}

// Almost half of it is the texts of the rules, which the module doesn't have. Stand-ins for what some
// hosts lack and the fallback to wasm.js take 500 bytes, and what-if questions 800.
const [SCRIPTS, TEXTS] = [15_200, 6_000];

test(`the scripts that a page loads have at most ${SCRIPTS} bytes with gzip`, (t) => {
  const size = gzipped(read('pkg/index.js')) + gzipped(read('pkg/common.js'));
  const texts = gzipped(read('js/generated/catalogue.ts'));
  t.diagnostic(`index.js and common.js: ${size} bytes with gzip, of which ${texts} for the rules`);
  assert.ok(size <= SCRIPTS && texts <= TEXTS, `${size}, ${texts}`);
});
