// The module's memory can't shrink, so the policy's limit must bound it, whatever is passed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** The instance's memory, caught when it is created, because the package doesn't expose it. */
let memory;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...args) {
    super(...args);
    memory = this.exports.memory;
  }
};
const { Engine, Facts, toProblem } = await import('paylint');

const MIB = 1 << 20;
const megabytes = () => memory.buffer.byteLength / MIB;
const engine = new Engine();
const all = ['check', 'accepts', 'checkJson'];

/** The report about a body over the limit, which is the same in every binding. */
const tooLarge = (operation, limit, actual) => ({
  verdict: 'reject',
  status: 400,
  operation,
  scenario: null,
  capabilities: [],
  total: null,
  findings: [
    {
      rule: 'json.too_large',
      level: 'deny',
      basis: 'integrity',
      source: null,
      path: '',
      message: `the body has ${actual} bytes, but at most ${limit} are accepted`,
      params: { maximum: limit, actual },
    },
  ],
  truncated: false,
  unchecked: [],
  obligations: [],
  valid_until: null,
});

test('a body over the limit is not copied, whatever its type', () => {
  const buffer = new ArrayBuffer(300 * MIB);
  const shared = new SharedArrayBuffer(80 * MIB);
  for (const [body, actual] of [
    [new Uint8Array(buffer), 300 * MIB],
    [buffer, 300 * MIB],
    [new Uint8Array(buffer, 1), 300 * MIB - 1],
    [new DataView(buffer), 300 * MIB],
    [Buffer.from(buffer), 300 * MIB],
    [shared, 80 * MIB],
    ['x'.repeat(100 * MIB), 100 * MIB],
    ['é'.repeat(10 * MIB), 20 * MIB],
    ['語'.repeat(400_000), 1_200_000],
    [`x${'😀'.repeat(5 * MIB)}`, 20 * MIB + 1],
    ['😀'.repeat(300_000), 1_200_000],
    [`\ud800${'\udc00\ud800'.repeat(300_000)}`, 1_200_003],
    [['y'.repeat(30 * MIB)], 30 * MIB + 4],
    [{ client: 'z'.repeat(30 * MIB) }, 30 * MIB + 13],
  ]) {
    const report = tooLarge('order', MIB, actual);
    assert.equal(engine.checkJson('order', body), JSON.stringify(report));
    assert.deepEqual({ ...engine.check('order', body) }, report);
    assert.equal(engine.accepts('order', body), false);
    assert.equal(toProblem(engine.check('order', body)).type, 'rules/json.too_large');
  }
  assert.ok(megabytes() < 8, `${megabytes()} MiB`);
});

test('the limit is exact, in every alphabet', () => {
  const email = '{"email":"a@b.lv"}';
  for (const letter of ['', ' ', 'é', '語', '😀', '\ud83d']) {
    const text = letter.trim() === '' ? email + letter : `{"email":"a@b.lv","x":"${letter}"}`;
    const bytes = new TextEncoder().encode(text).length;
    const rule = (limit, body) =>
      new Engine({ max_body_bytes: limit }).check('client', body).findings[0]?.rule ?? 'none';
    for (const body of [text, new TextEncoder().encode(text)]) {
      assert.notEqual(rule(bytes, body), 'json.too_large');
      assert.equal(rule(bytes - 1, body), 'json.too_large');
      assert.equal(rule(1, body), 'json.too_large');
    }
    assert.equal(
      new Engine({ max_body_bytes: 3 }).checkJson('client', text),
      JSON.stringify(tooLarge('client', 3, bytes)),
    );
  }
  assert.equal(
    engine.checkJson('reversal', ' '.repeat(MIB + 7)),
    JSON.stringify(tooLarge('reversal', MIB, MIB + 7)),
  );
});

test('the memory of large bodies is reused', () => {
  const large = new Engine({ max_body_bytes: 64 * MIB });
  const body = (bytes) => `{"email":"a@b.lv","x":"${'y'.repeat(bytes - 25)}"}`;
  const kept = [];
  const round = () => {
    for (const mib of [64, 1, 2, 5, 13, 34, 55, 20]) {
      const text = body(mib * MIB);
      large.check('client', text);
      large.accepts('client', Buffer.from(text));
      // These stay allocated between the bodies.
      kept.push(new Facts({ website: 'shop.example'.repeat(20) }), new Engine());
    }
    const { findings } = large.check('order', `{"products":[${'0,'.repeat(1_000_000)}0]}`);
    assert.equal(findings.length, 100);
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
