// The size of the package.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url));
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

// The limits hold for every toolchain.
const [MODULE, MODULE_GZIP] = [270_000, 118_000];

test(`the module has at most ${MODULE} bytes, ${MODULE_GZIP} with gzip`, (t) => {
  const module = read('pkg/paylint.wasm');
  const sizes = [module.length, gzipped(module)];
  t.diagnostic(`paylint.wasm: ${sizes.join(' bytes, with gzip ')}`);
  assert.ok(sizes[0] <= MODULE && sizes[1] <= MODULE_GZIP, `${sizes}`);
});

// Almost half of it is the texts of the rules, which the module doesn't have. Stand-ins for what some
// hosts lack and the fallback to wasm.js take 500 bytes.
const [SCRIPTS, TEXTS] = [17_200, 7_400];

test(`the scripts that a page loads have at most ${SCRIPTS} bytes with gzip`, (t) => {
  const size = gzipped(read('pkg/index.js')) + gzipped(read('pkg/common.js'));
  const texts = gzipped(read('js/generated/catalogue.ts'));
  t.diagnostic(`index.js and common.js: ${size} bytes with gzip, of which ${texts} for the rules`);
  assert.ok(size <= SCRIPTS && texts <= TEXTS, `${size}, ${texts}`);
});

// Loaded only where WebAssembly can't run.
const [PLAIN, PLAIN_GZIP] = [550_000, 175_000];

test(`the engine as plain JavaScript has at most ${PLAIN} bytes, ${PLAIN_GZIP} with gzip`, (t) => {
  const plain = read('pkg/plain.js');
  const sizes = [plain.length, gzipped(plain)];
  t.diagnostic(`plain.js: ${sizes.join(' bytes, with gzip ')}`);
  assert.ok(sizes[0] <= PLAIN && sizes[1] <= PLAIN_GZIP, `${sizes}`);
});
