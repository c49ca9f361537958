// No body makes the instance trap, and memory doesn't grow.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine, Facts } from 'paylint';
import { read } from './cases.mjs';

/** The instance's memory, caught when it is created, because the package doesn't expose it. */
let memory;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...args) {
    super(...args);
    memory = this.exports.memory;
  }
};

const cases = read(readFileSync(process.env.PAYLINT_CASES, 'utf8')).filter(
  ({ bytes }) => bytes?.length > 2,
);
const operations = [...new Set(cases.map(({ operation }) => operation))].filter(
  (name) => name !== 'nonsense',
);
const engine = new Engine();
const known = operations.filter((operation) => {
  try {
    return engine.check(operation, {}) !== undefined;
  } catch {
    return false;
  }
});

/** The same numbers in every run (xorshift). */
let seed = 0x2545f491;
function random(below) {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % below;
}
const pick = (list) => list[random(list.length)];

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\ud800',
  '\\u0000',
  'null',
  'true',
  '-',
  '0',
  '1e999999999',
  '.5',
  'é',
  '\xff',
].map((piece) => Buffer.from(piece));

/** The body of a case, with some bytes changed, inserted, removed or repeated. */
function mutated() {
  let body = Buffer.from(pick(cases).bytes);
  for (let count = 1 + random(4); count > 0; count--) {
    const at = random(body.length + 1);
    const end = Math.min(body.length, at + random(12));
    const put = [Buffer.of(random(256)), pick(PIECES), body.subarray(at, end), Buffer.alloc(0)][
      random(4)
    ];
    body = Buffer.concat([body.subarray(0, at), put, body.subarray(random(2) ? at : end)]);
  }
  return body;
}

test('any bytes give a report', () => {
  const facts = cases
    .filter(({ facts, error }) => facts !== undefined && error === undefined)
    .map(({ facts }) => new Facts(facts));
  const verdicts = { accept: 0, reject: 0 };
  for (let round = 0; round < 150_000; round++) {
    const body =
      round % 5 === 0
        ? Buffer.from(Array.from({ length: random(60) }, () => random(256)))
        : mutated();
    const operation = pick(known);
    const report = engine.check(operation, body, pick(facts));
    assert.equal(
      engine.accepts(operation, body, undefined),
      engine.check(operation, body).verdict === 'accept',
    );
    verdicts[report.verdict] += 1;
  }
  assert.ok(verdicts.accept > 1000 && verdicts.reject > 1000, JSON.stringify(verdicts));
});

test('deep and wide bodies give a report', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
    ['{"client":', '}'],
  ]) {
    for (const depth of [127, 128, 129, 100_000])
      engine.check('order', open.repeat(depth) + '1' + close.repeat(depth));
  }
  const wide = new Engine({ max_body_bytes: 67_108_864, max_findings: 10_000 });
  const report = wide.check('order', `{"products":[${'0,'.repeat(300_000)}0]}`);
  assert.equal(report.truncated, true);
  assert.equal(report.findings.length, 10_000);
});

test('memory does not grow over a million checks', async () => {
  const order = '{"client":{"email":"a@b.lv"},"products":[{"title":"Lamp \\u00e9","price":24.90}]}';
  const bad = '{"client":{"email":"a"},"products":[{"price":0},{"price":"1"}],"unknown":null}';
  const facts = new Facts({ terminal: 'standard', merchant: { avs_permission: false } });
  const changing = {
    now: '2026-11-20T10:15:00Z',
    order: { currency: 'EUR', capabilities: ['avs'] },
    key: { brands: ['visa'] },
  };
  const round = (count) => {
    for (let index = 0; index < count; index++) {
      engine.accepts('order', order, facts);
      engine.check('order', index % 8 === 0 ? bad : order, facts, changing);
      if (index % 1000 === 0) new Engine({ levels: { 'code.*': 'deny' } }).free();
      if (index % 100 === 0) {
        // Freed explicitly: garbage is only collected between turns of the event loop.
        const below = new Facts(changing);
        below.with({ website: 'x.example' }).free();
        below.free();
      }
    }
  };
  round(5_000);
  const before = memory.buffer.byteLength;
  round(500_000);
  assert.equal(memory.buffer.byteLength, before);
});

/** Runs a program in a process of its own, and returns what it prints. */
function print(program) {
  const flags = ['--expose-gc', '--input-type=module', '--eval', program];
  return execFileSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: 'utf8' });
}

test('a wrong name is explained by whoever asks first', () => {
  const printed = print(`
    import { explain } from 'paylint';
    await explain('avs.zip_code_require').catch(({ code, message }) => console.log(code, message));`);
  assert.match(printed, /^ERR_PAYLINT_ARGUMENT .*did you mean "avs\.zip_code_required"\?/);
});

test('what is collected after a trap does no harm', () => {
  // A stand-in for running out of memory, which is hard to bring about.
  const printed = print(`
    let isTrapped = false;
    WebAssembly.Instance = class extends WebAssembly.Instance {
      get exports() {
        const free = (handle) => {
          if (isTrapped) throw new WebAssembly.RuntimeError('unreachable');
          return super.exports.free(handle);
        };
        return { ...super.exports, free };
      }
    };
    const { Engine, Facts } = await import('paylint');
    const freed = new Facts();
    let collected = 0;
    const registry = new FinalizationRegistry(() => (collected += 1));
    (() => [new Engine(), new Facts()].forEach((kept) => registry.register(kept)))();
    isTrapped = true;
    freed.free();
    for (let turn = 0; turn < 100 && collected < 2; turn += 1) {
      gc();
      await new Promise((done) => setTimeout(done, 10));
    }
    console.log(collected);`);
  assert.equal(printed, '2\n');
});
