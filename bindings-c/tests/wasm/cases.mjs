// Runs every case through libpaylint.wasm in Node, and expects the core's reports and errors byte for byte.
//
//   node cases.mjs libpaylint.wasm paylint.h cases.tsv     (tests/examples/expected.rs writes the cases)

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const [file, header, cases] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
const { memory, ...lib } = new WebAssembly.Instance(module).exports;

// All the code that a host needs. Each access makes a new view, because growing moves the memory.
const out = lib.paylint_alloc(8); // a handle, a number, or a text: its address and its length
const error = lib.paylint_alloc(4);
const word = (at) => new DataView(memory.buffer).getUint32(at, true);
const text = (at) => Buffer.from(memory.buffer, word(at), word(at + 4)).toString();
const pass = (bytes) => {
  const at = lib.paylint_alloc(bytes.length);
  Buffer.from(memory.buffer).set(bytes, at);
  return [at, bytes.length];
};
const call = (name, ...given) => {
  const passed = given.map((value) => (value instanceof Uint8Array ? pass(value) : value));
  const status = lib[`paylint_${name}`](...passed.flat(), out, error);
  passed.filter(Array.isArray).forEach((piece) => lib.paylint_free(...piece));
  if (status === 0) return word(out);
  if (word(error) === 0) return null; // there is nothing to return
  lib.paylint_error_text(word(error), out);
  const message = text(out);
  lib.paylint_error_free(word(error));
  throw new Error(message);
};

assert.deepEqual(WebAssembly.Module.imports(module), []);
const exported = WebAssembly.Module.exports(module).filter((item) => item.kind === 'function').map((item) => item.name);
const declared = readFileSync(header, 'utf8').match(/^(?:PAYLINT_MUST_USE )?[a-z].*\bpaylint_\w+(?=\()/gm).map((line) => line.match(/\w+$/)[0]);
assert.deepEqual(exported.sort(), [...declared, 'paylint_alloc', 'paylint_free'].sort());

const report = (operation, body, facts, policy) => {
  const handles = [];
  const made = (kind, handle) => (handles.push([kind, handle]), handle);
  try {
    const engine = made('engine', call('engine_new', policy));
    const standing = facts.length > 0 ? made('facts', call('facts_from_json', facts)) : 0;
    const number = call('operation_from_name', operation);
    if (number === null) throw new Error('unknown operation');
    const checked = made('report', call('check', engine, number, body, standing, 0));
    call('report_json', checked);
    return text(out);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return `!\t${error.message}`;
  } finally {
    for (const [kind, handle] of handles) lib[`paylint_${kind}_free`](handle);
  }
};

let count = 0;
let errors = 0;
for (const line of readFileSync(cases, 'utf8').trimEnd().split('\n')) {
  const [id, operation, body, facts, policy, ...expected] = line.split('\t');
  if (operation === 'history') continue;
  const found = report(
    Buffer.from(operation),
    Buffer.from(body === '-' ? '' : body, 'base64'),
    Buffer.from(facts === '-' ? '' : facts),
    Buffer.from(policy === '-' ? '{}' : policy),
  );
  const failed = expected[0] === '!';
  assert.equal(found, failed ? `!\t${expected[1]}` : expected[0], id);
  count += 1;
  errors += failed;
}
assert.ok(count > 600 && errors > 0);

// A million checks, every thousandth of them an error, take no more memory than a thousand.
const engine = call('engine_new', Buffer.from('{}'));
const body = Buffer.from('{"products":[{"title":"Cup","price":0}]}');
let size = 0;
for (let i = 0; i < 1_000_000; i++) {
  const checked = call('check', engine, 1, body, 0, 0);
  call('report_json', checked);
  lib.paylint_report_free(checked);
  if (i % 1000 === 0) assert.throws(() => call('facts_from_json', body), /invalid facts/);
  if (i === 1000) size = memory.buffer.byteLength;
}
assert.equal(memory.buffer.byteLength, size);

const freed = call('check', engine, 1, body, 0, 0);
lib.paylint_report_free(freed);
assert.equal(call('report_verdict', freed), null, 'a freed report has no verdict');
console.log(`Node, libpaylint.wasm: ${count} cases, ${errors} of them errors, ${memory.buffer.byteLength} bytes of memory`);
