// The API beyond the conformance cases: policies, facts, schemas, errors, memory.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import {
  Engine,
  explain,
  Facts,
  fieldState,
  findingsAt,
  init,
  matrix,
  PaylintError,
  toProblem,
} from 'paylint';
import { policies } from 'paylint/policies';

const require = createRequire(import.meta.url);
const engine = new Engine();
const rulesOf = (report) => report.findings.map(({ rule, path }) => [rule, path]);
const good = { client: { email: 'a@b.lv' }, products: [{ title: 'Lamp', price: 24.9 }] };

test('amounts in facts keep their digits', () => {
  const text = '{"order":{"scenario":"one_step","amount":999999999999.12345678,"refunded":0e0}}';
  const [{ params }] = engine.check('refund', { amount: 1e12 }, text).findings;
  assert.equal(params.maximum, '999999999999.12345678');
  for (const name of ['__proto__', 'toString', 'toJSON'])
    assert.throws(() => new Facts(`{"key":{"test":true},"${name}":{}}`), { member: '' });
});

test('reports and their copies are plain objects', () => {
  const report = engine.check('order', { ...good, products: [{ price: 0 }] });
  assert.equal(Object.getPrototypeOf(report), Object.prototype);
  const members = Object.keys(JSON.parse(engine.checkJson('order', good)));
  assert.deepEqual(Reflect.ownKeys(report), members);
  for (const copy of [report, structuredClone(report), { ...report }]) {
    const rulesAt = (path) => findingsAt(copy, path).map(({ rule }) => rule);
    assert.deepEqual(copy, JSON.parse(JSON.stringify(report)));
    assert.deepEqual(rulesAt('/products/0/title'), ['product.title_required']);
    assert.deepEqual(rulesAt(['products', 0, 'price']), ['product.price_minimum']);
    assert.deepEqual(rulesAt('/nowhere'), []);
    assert.equal(fieldState(copy, ['products', 0, 'title']), 'missing');
    assert.equal(toProblem(copy).type, 'rules/product.title_required');
  }
  assert.equal(toProblem(engine.check('order', good)), null);
});

test('errors have a code and a member', async () => {
  for (const paylint of [{ Engine, Facts, explain, PaylintError }, require('paylint')]) {
    const engine = new paylint.Engine();
    for (const [value, member, text] of [
      [{ levels: { 'avs.adress_required': 'deny' } }, 'levels.avs.adress_required', 'did you mean "avs.address_required"?'],
      [{ levels: { 'avs.*': 1 } }, 'levels."avs.*"', 'expected a string, found number'],
      [{ max_body_bytes: 1.5 }, 'max_body_bytes', 'without point'],
      ['{"max_findings":1,"max_findings":2}', 'max_findings', 'given twice'],
      ['', '', 'invalid policy: empty, expected a JSON object'],
    ])
      assert.throws(() => new paylint.Engine(value), (error) => {
        assert.ok(error.message.includes(text), error.message);
        assert.deepEqual([error.name, error.code, error.member], ['PaylintError', 'ERR_PAYLINT_POLICY', member]);
        return error instanceof paylint.PaylintError;
      });
    for (const [value, member, text] of [
      [{ merchant: { hold_days: 40 } }, 'merchant.hold_days', 'invalid facts: merchant.hold_days: 40 is not in 6..=28'],
      [{ now: new Date(NaN) }, 'now', 'invalid facts: now: found an invalid Date'],
      [{ now: null }, 'now', 'found null'],
      [{ order: { amount: Infinity } }, 'order.amount', 'expected a JSON value, found Infinity'],
      [{ order: { amount: 5n } }, 'order.amount', 'expected a JSON value, found a bigint'],
      [{ mechant: {} }, '', 'did you mean "merchant"?'],
      [{ key: { brands: [['visa']] } }, 'key.brands', 'expected a string, found array'],
      [{ request: { headers: { 4111111111111111: 1 } } }, 'request.headers.*', 'found number'],
      [{ website: '\ud800' }, 'website', 'half a surrogate pair'],
      [`{"now":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, '', 'invalid facts: not JSON'],
    ]) {
      const isRight = (error) => {
        assert.ok(error.message.includes(text), error.message);
        assert.deepEqual([error.name, error.code, error.member], ['PaylintError', 'ERR_PAYLINT_FACTS', member]);
        return error instanceof paylint.PaylintError;
      };
      assert.throws(() => new paylint.Facts(value), isRight);
      assert.throws(() => engine.check('order', good, {}, value), isRight);
    }
    const code = 'ERR_PAYLINT_ARGUMENT';
    const unknown = { name: 'PaylintError', code, message: 'unknown operation "ordr"; did you mean "order"?' };
    assert.throws(() => engine.check('ordr', good), unknown);
    assert.throws(() => engine.schema('ordr'), unknown);
    assert.throws(() => engine.check('__proto__', good), paylint.PaylintError);
    await assert.rejects(paylint.explain('x.y'), { code });
  }
});

test('layered policies: errors name the layer', () => {
  const euros = { name: 'custom.euros', on: ['order'], member: '/currency', one_of: ['EUR'] };
  const phone = { member: '/phone', on: ['client'], type: 'string' };
  const layers = [
    { label: 'below', levels: { 'contact.*': 'allow' }, members: [phone], rules: [euros] },
    JSON.stringify({ label: 'above', levels: { 'contact.*': 'deny' } }),
    policies.checkout,
  ];
  const engine = new Engine(layers);
  assert.deepEqual([engine.label, new Engine(layers.slice(0, 2)).label, new Engine().label], ['checkout', 'above', undefined]);
  const { rules, policy } = engine.fingerprints;
  assert.match(rules, /^[0-9a-f]{16}$/);
  assert.deepEqual(new Engine([...layers, { label: 'other' }]).fingerprints, { rules, policy }, 'whatever the label');
  assert.notEqual(policy, new Engine(layers.slice(1)).fingerprints.policy);
  for (const none of [[], policies.default]) assert.deepEqual(new Engine(none).fingerprints, new Engine().fingerprints);

  const refused = (layer, member, ...rest) =>
    assert.throws(
      () => new Engine([layers[0], layer, ...rest]),
      { code: 'ERR_PAYLINT_POLICY', member, layer: 1 },
    );
  refused({ members: [{ ...phone, type: new Map() }] }, 'members.0.type');
  refused({ levels: { 'avs.zip': 'deny' } }, 'levels.avs.zip', {});
  refused(null, '');
  refused(undefined, '');
});

test('compiled policy is for one version', () => {
  const compiled = new Engine([policies.checkout, policies['shop-members'], { label: 'acme' }]).compiled;
  const engine = new Engine(compiled);
  assert.equal(engine.label, 'acme');
  assert.equal(engine.compiled, compiled);
  assert.equal(new Engine(policies.checkout).compiled, require('paylint/compiled').policies.checkout);
  assert.throws(() => engine.accepts('refund'), { code: 'ERR_PAYLINT_ARGUMENT', message: /only checks the operations order and payment/ });
  assert.throws(() => new Engine(compiled.slice(0, -1)), { code: 'ERR_PAYLINT_POLICY', message: /damaged: compile it again/ });
  assert.throws(() => new Engine(compiled.replace(/ \w+/, ' 0')), { message: /compiled by another version of paylint: compile it again/ });
  assert.throws(() => new Engine([compiled, { label: 'b' }]), { code: 'ERR_PAYLINT_POLICY' });
  const rules = [{ name: 'custom.limit', on: ['order'], member: 'total', maximum: 9 }];
  assert.throws(() => new Engine({ rules }).compiled, { code: 'ERR_PAYLINT_POLICY', member: 'rules' });
});

test('the policies with a name', async () => {
  assert.deepEqual(Object.keys(policies), ['default', 'checkout', 'shop-members', 'strict']);
  for (const policy of Object.values(policies)) assert.ok(new Engine(policy));
  assert.deepEqual(require('paylint/policies').policies, policies);
  const order = { ...good, success_redirect: 'https://shop.example/thanks' };
  assert.notDeepEqual(engine.check('order', order).findings, []);
  assert.deepEqual(new Engine(policies['shop-members']).check('order', order).findings, []);
});

test('no error and no report shows a card number', async () => {
  const pan = '4111111111111111';
  for (const attempt of [
    () => engine.check(pan, good),
    () => matrix([pan]),
    () => new Facts({ [pan]: 1 }),
    () => new Facts({ now: pan }),
    () => new Engine({ levels: { [pan]: 'deny' } }),
    () => explain(pan),
  ]) {
    await assert.rejects(
      async () => attempt(),
      (error) => error instanceof PaylintError && !`${error.stack}`.includes(pan),
    );
  }
  const body = { card_number: pan, [pan]: 1, csc: pan, cardholder_name: pan };
  const json = engine.checkJson('payment', body) + JSON.stringify(engine.checkForm('payment', body).report);
  assert.ok(!json.includes(pan));
});

test('changes replace whole top-level facts', () => {
  const standing = new Facts({
    merchant: { avs_permission: true, hold_days: 7 },
    website: 'shop.example',
  });
  const needs = (report) =>
    report.unchecked.find(({ rule }) => rule === 'avs.address_required')?.needs;
  const both = [['avs.address_required', '/client/address'], ['avs.zip_code_required', '/client/zip_code']];
  assert.deepEqual(rulesOf(engine.check('order', good, standing)), both);
  assert.deepEqual(needs(engine.check('order', good, standing, { merchant: {} })), ['merchant.avs_permission']);
  const changing = { now: new Date(0), website: undefined };
  assert.deepEqual(rulesOf(engine.check('order', good, standing, changing)), both);
  assert.deepEqual(rulesOf(engine.check('order', good, standing)), both, 'the standing facts are unchanged');
  assert.equal(JSON.stringify(standing), '{"paylint":"Facts"}');
});

test('freed facts and engines are refused', () => {
  for (const free of ['free', Symbol.dispose]) {
    const facts = new Facts({ terminal: 'qcash' });
    const own = new Engine();
    assert.ok(own.accepts('order', good, facts));
    for (let twice = 0; twice < 2; twice += 1) facts[free]();
    assert.throws(() => own.accepts('order', good, facts), { message: 'these facts were freed' });
    for (let twice = 0; twice < 2; twice += 1) own[free]();
    assert.throws(() => own.accepts('order', good), { message: 'this engine was freed' });
    assert.throws(() => own.fingerprints, PaylintError);
  }
});

test('an old name of a rule is said to be old', () => {
  const rule = { name: 'custom.new', renamed_from: 'custom.old', on: ['order'], member: '/language', required: true };
  const own = new Engine({ levels: { 'custom.old': 'warn' }, rules: [rule] });
  assert.deepEqual(own.policyNotes, ['levels.custom.old: the rule is now called custom.new']);
  assert.deepEqual(new Engine().policyNotes, []);
});

test('a schema waits for facts that come later', async () => {
  const amounts = ['20.00', '10.00'];
  const payment = (amount) => ({ order: { scenario: 'one_step', amount, refunded: 0 } });
  const schema = engine.schema('refund', async () => payment(amounts.shift()));
  const { validate } = schema['~standard'];
  const first = validate({ amount: 15 });
  assert.ok(first instanceof Promise);
  assert.deepEqual(await first, { value: { amount: 15 } });
  assert.deepEqual(
    (await validate({ amount: 15 })).issues.map(({ rule, path }) => [rule, path]),
    [['refund.exceeds_remaining', ['amount']]],
  );
  const failing = engine.schema('refund', () => Promise.reject(new Error('no connection')));
  await assert.rejects(failing['~standard'].validate({}), { message: 'no connection' });
  const wrong = engine.schema('refund', async () => ({ ordr: {} }));
  await assert.rejects(wrong['~standard'].validate({}), { code: 'ERR_PAYLINT_FACTS' });
});

test('init does nothing in Node', async () => {
  await init();
  await init('ignored');
});

test('module imports nothing', () => {
  const module = new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('paylint/paylint.wasm'))));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});
