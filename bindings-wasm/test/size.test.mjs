// The size of the package.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url));
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

// The limits hold for every toolchain.
for (const [file, most, mostGzipped] of [
  ['paylint.wasm', 415_000, 168_000],
  ['check.wasm', 268_000, 106_000],
]) {
  test(`${file} has at most ${most} bytes, ${mostGzipped} with gzip`, (t) => {
    const module = read(`pkg/${file}`);
    const sizes = [module.length, gzipped(module)];
    t.diagnostic(`${file}: ${sizes.join(' bytes, with gzip ')}`);
    assert.ok(sizes[0] <= most && sizes[1] <= mostGzipped, `${sizes}`);
  });
}

// Stand-ins for what some hosts lack and the fallback to wasm.js take 500 bytes.
const SCRIPTS = 9_000;

test(`the scripts that a page loads have at most ${SCRIPTS} bytes with gzip`, (t) => {
  const both = gzipped(read('pkg/index.js')) + gzipped(read('pkg/common.js'));
  const check = gzipped(read('pkg/check.js'));
  t.diagnostic(`index.js and common.js: ${both} bytes with gzip, check.js: ${check}`);
  assert.ok(both <= SCRIPTS && check <= SCRIPTS, `${both}, ${check}`);
});

// Loaded only where WebAssembly can't run.
const [PLAIN, PLAIN_GZIP] = [770_000, 240_000];

test(`the engine as plain JavaScript has at most ${PLAIN} bytes, ${PLAIN_GZIP} with gzip`, (t) => {
  const plain = read('pkg/plain.js');
  const sizes = [plain.length, gzipped(plain)];
  t.diagnostic(`plain.js: ${sizes.join(' bytes, with gzip ')}`);
  assert.ok(sizes[0] <= PLAIN && sizes[1] <= PLAIN_GZIP, `${sizes}`);
});
