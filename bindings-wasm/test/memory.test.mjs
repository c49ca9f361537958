// The module's memory can't shrink, so the policy's limit must bound it, whatever is passed, and checks must not let it grow.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

/** The instance's memory, caught when it is created, because the package doesn't expose it. */
let memory;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...args) {
    super(...args);
    memory = this.exports.memory;
  }
};
const { Engine, Facts } = await import('paylint');

const MIB = 1 << 20;
const megabytes = () => memory.buffer.byteLength / MIB;
const engine = new Engine();

/** Checks that a body is reported to be over a limit, by its exact size. */
function tooLarge(engine, body, maximum, actual) {
  const { findings, ...report } = engine.check('client', body);
  assert.deepEqual(findings.map(({ rule, params }) => [rule, params]), [['json.too_large', { maximum, actual }]]);
  assert.deepEqual([report.status, report.scenario, engine.accepts('client', body)], [400, null, false]);
}

test('body over the limit is not copied', () => {
  const buffer = new ArrayBuffer(300 * MIB);
  for (const [body, actual] of [
    [new Uint8Array(buffer), 300 * MIB],
    [buffer, 300 * MIB],
    [new DataView(buffer, 1), 300 * MIB - 1],
    [new SharedArrayBuffer(80 * MIB), 80 * MIB],
    ['x'.repeat(100 * MIB), 100 * MIB],
    ['é'.repeat(10 * MIB), 20 * MIB],
    ['語'.repeat(400_000), 1_200_000],
    [`x${'😀'.repeat(5 * MIB)}`, 20 * MIB + 1],
    [`\ud800${'\udc00\ud800'.repeat(300_000)}`, 1_200_003],
    [{ client: 'z'.repeat(30 * MIB) }, 30 * MIB + 13],
  ])
    tooLarge(engine, body, MIB, actual);
  assert.ok(megabytes() < 8, `${megabytes()} MiB`);
});

test('the limit is exact, in every alphabet', () => {
  const email = '{"email":"a@b.lv"}';
  for (const letter of ['', ' ', 'é', '語', '😀', '\ud83d']) {
    const text = letter.trim() === '' ? email + letter : `{"email":"a@b.lv","x":"${letter}"}`;
    const bytes = new TextEncoder().encode(text);
    for (const body of [text, bytes]) {
      assert.notEqual(new Engine({ max_body_bytes: bytes.length }).check('client', body).findings[0]?.rule, 'json.too_large');
      for (const limit of [1, 3, bytes.length - 1]) tooLarge(new Engine({ max_body_bytes: limit }), body, limit, bytes.length);
    }
  }
});

test('the memory of large bodies is reused', () => {
  const large = new Engine({ max_body_bytes: 64 * MIB });
  const kept = [];
  const round = () => {
    for (const mib of [64, 1, 2, 5, 13, 34, 55, 20]) {
      const text = `{"email":"a@b.lv","x":"${'y'.repeat(mib * MIB - 25)}"}`;
      large.check('client', text);
      large.accepts('client', Buffer.from(text));
      // Stay allocated between the bodies.
      kept.push(new Facts({ website: 'shop.example'.repeat(20) }), new Engine());
    }
    assert.equal(large.check('order', `{"products":[${'0,'.repeat(1_000_000)}0]}`).findings.length, 100);
    large.check('client', 'é'.repeat(30 * MIB));
    large.check('client', '\ud800'.repeat(20 * MIB));
  };
  round();
  const after = megabytes();
  assert.ok(after < 160, `${after} MiB`);
  round();
  assert.equal(megabytes(), after);
  assert.ok(kept.length > 30);
});

test('memory is constant over many checks', () => {
  const order = '{"client":{"email":"a@b.lv"},"products":[{"title":"Lamp \\u00e9","price":24.90}]}';
  const bad = '{"client":{"email":"a"},"products":[{"price":0},{"price":"1"}],"unknown":null}';
  const facts = new Facts({ terminal: 'standard', merchant: { avs_permission: false } });
  const changing = { now: '2026-11-20T10:15:00Z', order: { currency: 'EUR', capabilities: ['avs'] } };
  const round = (count) => {
    for (let index = 0; index < count; index++) {
      engine.accepts('order', order, facts);
      engine.check('order', index % 8 === 0 ? bad : order, facts, changing);
      if (index % 1000 === 0) new Engine({ levels: { 'code.*': 'deny' } }).free();
      if (index % 100 !== 0) continue;
      // Freed explicitly: garbage is only collected between turns of the event loop.
      new Facts(changing).free();
    }
  };
  round(5_000);
  const before = memory.buffer.byteLength;
  round(250_000);
  assert.equal(memory.buffer.byteLength, before);
});

test('what is collected after a trap does no harm', () => {
  // A stand-in for running out of memory, which is hard to bring about, in a process of its own.
  const program = `
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
    console.log(collected);`;
  const flags = ['--expose-gc', '--input-type=module', '--eval', program];
  assert.equal(execFileSync(process.execPath, flags, { cwd: import.meta.dirname, encoding: 'utf8' }), '2\n');
});
