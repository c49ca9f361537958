// The module's memory, which cannot shrink, follows the policy's limit, not what is passed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** The instance's memory, seen when it comes to be: the package does not show it. */
let memory;
WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given) {
    super(...given);
    memory = this.exports.memory;
  }
};
const { Engine, Facts } = await import('paylint');

const MIB = 1 << 20;
const megabytes = () => memory.buffer.byteLength / MIB;
const engine = new Engine();
const all = ['check', 'accepts', 'checkJson'];

/** The report on a body over the limit, as every binding gives it. */
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
      message: new Engine({ max_body_bytes: limit }).check(operation, ' '.repeat(limit + 1))
        .findings[0].message,
      params: { limit, actual },
    },
  ],
  truncated: false,
  unchecked: [],
  obligations: [],
  valid_until: null,
});

test('a body over the limit is not copied, whatever it is', () => {
  const buffer = new ArrayBuffer(300 * MIB);
  const shared = new SharedArrayBuffer(80 * MIB);
  for (const [body, actual] of [
    [new Uint8Array(buffer), 300 * MIB],
    [buffer, 300 * MIB],
    [new Uint8Array(buffer, 1), 300 * MIB - 1],
    [new DataView(buffer), 300 * MIB],
    [Buffer.from(buffer), 300 * MIB],
    [shared, 80 * MIB],
    ['x'.repeat(200 * MIB), 200 * MIB],
    ['é'.repeat(40 * MIB), 80 * MIB],
    ['語'.repeat(400_000), 1_200_000],
    ['😀'.repeat(20 * MIB), 80 * MIB],
    ['\ud800'.repeat(10 * MIB), 30 * MIB],
    [['y'.repeat(60 * MIB)], 60 * MIB + 4],
    [{ client: 'z'.repeat(60 * MIB) }, 60 * MIB + 13],
  ]) {
    const report = tooLarge('order', MIB, actual);
    assert.equal(engine.checkJson('order', body), JSON.stringify(report));
    assert.deepEqual({ ...engine.check('order', body) }, report);
    assert.equal(engine.accepts('order', body), false);
    assert.equal(engine.check('order', body).toProblem().type, 'rules/json.too_large');
  }
  assert.ok(megabytes() < 8, `${megabytes()} MiB`);
});

test('a body of more than 4 GiB is one over the limit', () => {
  let body;
  try {
    body = new ArrayBuffer(2 ** 32 + 5);
  } catch {
    return; // No memory for it here.
  }
  assert.deepEqual(engine.check('order', body).findings[0].params, {
    limit: MIB,
    actual: 2 ** 32 + 5,
  });
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

test('the memory of large bodies is used again', () => {
  const large = new Engine({ max_body_bytes: 64 * MIB });
  const body = (bytes) => `{"email":"a@b.lv","x":"${'y'.repeat(bytes - 25)}"}`;
  const kept = [];
  const round = () => {
    for (const mib of [64, 1, 2, 3, 5, 8, 13, 21, 34, 55, 64, 40, 20, 10]) {
      for (const method of all) {
        large[method]('client', body(mib * MIB));
        large[method]('client', Buffer.from(body(mib * MIB)));
        // Kept in between.
        kept.push(new Facts({ website: 'shop.example'.repeat(20) }), new Engine());
      }
    }
    const { findings } = large.check('order', `{"products":[${'0,'.repeat(1_000_000)}0]}`);
    assert.equal(findings.length, 100);
    large.check('client', 'é'.repeat(30 * MIB));
    large.check('client', '\ud800'.repeat(20 * MIB));
  };
  round();
  const after = megabytes();
  assert.ok(after < 160, `${after} MiB`);
  for (let count = 0; count < 3; count++) round();
  assert.equal(megabytes(), after);
  assert.ok(kept.length > 100);
});
