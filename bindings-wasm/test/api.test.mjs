// The API beyond the conformance cases: policies, facts, schemas, errors, memory.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import {
  Engine,
  explain,
  Facts,
  FactsError,
  findingsAt,
  init,
  matrix,
  PaylintError,
  PolicyError,
  toProblem,
} from 'paylint';
import { policies } from 'paylint/policies';

const require = createRequire(import.meta.url);
const engine = new Engine();
const rulesOf = (report) => report.findings.map(({ rule, path }) => [rule, path]);
const good = { client: { email: 'a@b.lv' }, products: [{ title: 'Lamp', price: 24.9 }] };

test('amounts of facts keep their digits, and names of every object are no members', () => {
  const maximum = (amount) =>
    engine.check('capture', { total: '1000000000000000000' }, { order: { amount } }).findings;
  assert.deepEqual(maximum(5n), maximum('5'));
  const text = '{"order":{"scenario":"one_step","amount":999999999999.12345678,"refunded":0e0}}';
  const [{ params }] = engine.check('refund', { amount: 1e12 }, text).findings;
  assert.equal(params.maximum, '999999999999.12345678');
  for (const name of ['__proto__', 'toString', 'toJSON'])
    assert.throws(() => new Facts(`{"key":{"test":true},"${name}":{}}`), { member: '' });
});

test('reports are plain objects, and so are their copies', () => {
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
    assert.equal(toProblem(copy).type, 'rules/product.title_required');
  }
  assert.equal(toProblem(engine.check('order', good)), null);
});

test('warnings that truncate a report hide neither the verdict nor the problem details', () => {
  const strict = new Engine({ max_findings: 1 });
  const report = strict.check('order', { client: { email: null, a: 1 }, products: [] });
  strict.check('order', good);
  assert.equal(report.truncated, true);
  const kept = report.findings.map(({ rule, level }) => `${level} ${rule}`);
  assert.deepEqual(kept, ['warn field.null', 'deny order.products_required']);
  assert.equal(toProblem(report).type, 'rules/order.products_required');
  assert.equal(toProblem(report).detail, report.findings[1].message);
});

test('errors have the right class and name the member', () => {
  for (const [value, member, text] of [
    [{ levels: { 'avs.adress_required': 'deny' } }, 'levels.avs.adress_required', 'did you mean "avs.address_required"?'],
    [{ levels: { 'avs.*': 1 } }, 'levels."avs.*"', 'expected a string, found number'],
    [{ levels: [] }, 'levels', 'expected an object, found array'],
    [{ max_body_bytes: 1.5 }, 'max_body_bytes', 'without point'],
    [{ max_finding: 1 }, '', 'did you mean "max_findings"?'],
    ['{"max_findings":1,"max_findings":2}', 'max_findings', 'given twice'],
    ['', '', 'invalid policy: empty, expected a JSON object'],
    ['{', '', 'invalid policy: not JSON'],
  ])
    assert.throws(() => new Engine(value), (error) => {
      assert.ok(error.message.includes(text), error.message);
      return error instanceof PolicyError && error.name === 'PolicyError' && error.member === member;
    });
  for (const [value, member, text] of [
    [{ merchant: { hold_days: 40 } }, 'merchant.hold_days', 'invalid facts: merchant.hold_days: 40 is not in 6..=28'],
    [{ now: new Date(NaN) }, 'now', 'invalid facts: now: found an invalid Date'],
    [{ now: null }, 'now', 'found null'],
    [{ order: { amount: Infinity } }, 'order.amount', 'expected a JSON value, found Infinity'],
    [{ mechant: {} }, '', 'did you mean "merchant"?'],
    [{ merchant: { avs: true } }, 'merchant', 'unknown member "avs"; did you mean "avs_permission"?'],
    [{ key: { brands: [['visa']] } }, 'key.brands', 'expected a string, found array'],
    [{ request: { headers: { 4111111111111111: 1 } } }, 'request.headers.*', 'found number'],
    [{ website: '\ud800' }, 'website', 'half a surrogate pair'],
    [`{"now":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, '', 'invalid facts: not JSON'],
    ['{"4111111111111111":1,"4111111111111111":2}', '', 'whose name is not shown'],
    ['{"merchant":1e0}', 'merchant', 'expected an object, found number'],
  ]) {
    const check = (error) => error instanceof FactsError && error.member === member && error.message.includes(text);
    assert.throws(() => new Facts(value), check);
    assert.throws(() => engine.check('order', good, {}, value), check);
  }
  const message = 'unknown operation "ordr"; did you mean "order"?';
  assert.throws(() => engine.check('ordr', good), { name: 'PaylintError', message });
  assert.throws(() => engine.check('__proto__', good), PaylintError);
  assert.throws(() => engine.schema('ordr'), { name: 'PaylintError', message });
});

test('policies lie one over another, and name what is invalid in which of them', () => {
  const euros = { name: 'custom.euros', on: ['order'], member: '/currency', one_of: ['EUR'] };
  const phone = { member: '/phone', on: ['client'], type: 'string' };
  const layers = [
    { label: 'below', levels: { 'contact.*': 'allow' }, members: [phone], rules: [euros] },
    JSON.stringify({ label: 'above', levels: { 'contact.*': 'deny' } }),
    policies.checkout,
  ];
  const engine = new Engine(layers);
  assert.equal(engine.label, 'checkout');
  assert.equal(new Engine(layers.slice(0, 2)).label, 'above');
  assert.notEqual(engine.fingerprints.policy, new Engine(layers.slice(1)).fingerprints.policy);
  assert.deepEqual(new Engine([]).fingerprints, new Engine().fingerprints);
  assert.deepEqual(new Engine(policies.default).fingerprints, new Engine().fingerprints);

  const client = { email: 'a@b.example', phone: 7 };
  const found = engine.check('client', client).findings.map(({ rule, path }) => [rule, path]);
  assert.deepEqual(found, [['field.type', '/phone']]);
  assert.equal(new Engine().check('client', client).findings[0].rule, 'field.unknown');
  const { fields } = engine.fields('client', {});
  assert.equal(fields.find(({ path }) => path === '/phone')?.type, 'string');

  const refused = (layer, member, ...rest) =>
    assert.throws(
      () => new Engine([layers[0], layer, ...rest]),
      (error) => error instanceof PolicyError && error.member === member && error.layer === 1,
    );
  refused({ rules: [euros, euros] }, 'rules.1.name');
  refused({ members: [{ ...phone, member: '/email' }] }, 'members.0.member', {});
  refused({ members: [{ ...phone, type: new Map() }] }, 'members.0.type');
  refused({ levels: { 'avs.zip': 'deny' } }, 'levels.avs.zip', {});
  refused(null, '');
  refused(undefined, '');
});

test('the policies with a name', async () => {
  assert.deepEqual(Object.keys(policies), ['checkout', 'default', 'shop-members', 'strict']);
  for (const policy of Object.values(policies)) assert.ok(new Engine(policy));
  assert.deepEqual(require('paylint/policies').policies, policies);
  const order = { ...good, success_redirect: 'https://shop.example/thanks' };
  assert.notDeepEqual(engine.check('order', order).findings, []);
  assert.deepEqual(new Engine(policies['shop-members']).check('order', order).findings, []);
});

test('a policy has a label, rules of its own, and rejects what is unchecked', () => {
  const rule = {
    name: 'custom.euros',
    on: ['order', 'capture'],
    member: 'total',
    maximum: '20.00',
    message: 'at most {20} "euros"',
  };
  // Levels first: whatever the order, they may be of policy rules.
  const policy = {
    levels: { '*': 'warn', 'custom.euros': 'deny' },
    label: 'acme-1',
    rules: [{ ...rule, on: ['order'] }],
  };
  const own = new Engine(policy);
  assert.equal(own.label, 'acme-1');
  assert.equal(engine.label, undefined);
  const text = new Engine(JSON.stringify({ ...policy, label: 'other' }));
  assert.deepEqual(own.fingerprints, text.fingerprints);
  assert.match(own.fingerprints.rules, /^[0-9a-f]{16}$/);
  assert.equal(own.fingerprints.rules, engine.fingerprints.rules);
  assert.notEqual(own.fingerprints.policy, engine.fingerprints.policy);
  const report = own.check('order', good);
  assert.deepEqual(report.findings.at(-1), {
    rule: 'custom.euros',
    level: 'deny',
    basis: 'custom',
    source: null,
    path: '/products',
    message: 'at most {20} "euros"',
    params: { maximum: '20', actual: '24.9' },
  });
  assert.equal(toProblem(report).type, 'rules/custom.euros');
  const strict = new Engine({ unchecked: 'reject' });
  const open = strict.check('order', good);
  assert.deepEqual([open.verdict, open.status, open.findings], ['reject', 400, []]);
  assert.equal(strict.accepts('order', good), false);
  const problem = toProblem(open);
  assert.equal(problem.type, 'rules/avs.address_required');
  assert.deepEqual(problem.errors[0], {
    pointer: '#',
    rule: 'avs.address_required',
    level: 'deny',
    detail: "avs.address_required can't be decided without merchant.avs_permission",
    needs: ['merchant.avs_permission'],
  });
  own.free();
  assert.throws(() => own.fingerprints, PaylintError);
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

test('changing facts and with() replace whole top-level members', () => {
  const standing = new Facts({
    merchant: { avs_permission: true, hold_days: 7 },
    website: 'shop.example',
  });
  const needs = (report) =>
    report.unchecked.find(({ rule }) => rule === 'avs.address_required')?.needs;
  const both = [['avs.address_required', '/client/address'], ['avs.zip_code_required', '/client/zip_code']];
  assert.deepEqual(rulesOf(engine.check('order', good, standing)), both);
  for (const given of [[standing, { merchant: {} }], [standing.with({ merchant: { hold_days: 8 } })]])
    assert.deepEqual(needs(engine.check('order', good, ...given)), ['merchant.avs_permission']);
  const changing = { now: new Date(0), website: undefined };
  assert.deepEqual(rulesOf(engine.check('order', good, standing, changing)), both);
  assert.deepEqual(rulesOf(engine.check('order', good, standing)), both, 'the standing facts are unchanged');
  assert.equal(JSON.stringify(standing), '"[object Facts]"');
  const precise = new Facts(
    '{"order":{"scenario":"one_step","amount":0.12345678,"refunded":0}}',
  ).with({ website: 'x.example' });
  assert.deepEqual(engine.check('refund', { amount: 0.2 }, precise).findings[0].params, {
    maximum: '0.12345678',
    actual: '0.2',
    left: true,
    in_cents: false,
  });
});

test('freed facts and engines cannot be used', () => {
  const facts = new Facts({ terminal: 'qcash' });
  const own = new Engine();
  assert.ok(own.accepts('order', good, facts));
  facts.free();
  facts.free();
  assert.throws(() => own.accepts('order', good, facts), { message: 'these facts were freed' });
  own.free();
  own.free();
  assert.throws(() => own.accepts('order', good), { message: 'this engine was freed' });
});

test('an old name of a rule is said to be old', () => {
  const rule = { name: 'custom.new', renamed_from: 'custom.old', on: ['order'], member: '/language', required: true };
  const own = new Engine({ levels: { 'custom.old': 'warn' }, rules: [rule] });
  assert.deepEqual(own.policyNotes, ['levels.custom.old: the rule is now called custom.new']);
  assert.deepEqual(new Engine().policyNotes, []);
});

test('a Standard Schema validates forms', async () => {
  const schema = engine.schema('order', () => ({ merchant: { avs_permission: true } }));
  assert.equal(schema['~standard'].version, 1);
  assert.equal(schema['~standard'].vendor, 'paylint');
  const value = {
    client: { email: 'no address', address: 'Brivibas 1' },
    products: [{ title: 'x', price: 0 }],
  };
  const { issues } = schema['~standard'].validate(value);
  assert.deepEqual(
    issues.map(({ path, rule }) => [path, rule]),
    [
      [['products', 0, 'price'], 'product.price_minimum'],
      [['client', 'zip_code'], 'avs.zip_code_required'],
    ],
  );
  const fine = { ...good, client: { ...good.client, address: 'x', zip_code: '1' } };
  assert.deepEqual(schema['~standard'].validate(fine), { value: fine });
  assert.deepEqual(engine.schema('order')['~standard'].validate('{}').issues[0].path, []);
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

test('a form chooses the message, and gets the warnings', () => {
  const heard = [];
  const schema = engine.schema('order', undefined, {
    message: ({ rule, params }) =>
      rule === 'product.price_minimum' ? `mindestens ${params.minimum}` : undefined,
    warnings: (findings) => heard.push(findings.map(({ rule }) => rule)),
  });
  const { validate } = schema['~standard'];
  const products = [{ price: 0 }];
  const said = validate({ ...good, currency: null, products }).issues.map(({ message }) => message);
  assert.deepEqual(said, [
    engine.check('order', { ...good, products }).findings[0].message,
    'mindestens 0.01',
  ]);
  assert.ok(!('issues' in validate(good)));
  assert.deepEqual(heard, [['field.null'], []]);
});

test('errors have a code that other copies of the package share', async () => {
  const other = createRequire(import.meta.url)('paylint');
  for (const paylint of [{ Engine, Facts, explain }, other]) {
    const codeOf = (work) => {
      try {
        work();
        return undefined;
      } catch (error) {
        return `${error.constructor.name} ${error.name} ${error.code}`;
      }
    };
    const name = (what) => `${what}Error ${what}Error`;
    assert.deepEqual(
      [
        codeOf(() => new paylint.Engine({ labl: 'x' })),
        codeOf(() => new paylint.Facts({ terminal: 'card' })),
        codeOf(() => new paylint.Engine().check('ordr')),
        codeOf(() => new paylint.Engine().check('order', () => 0)),
      ],
      [
        `${name('Policy')} ERR_PAYLINT_POLICY`,
        `${name('Facts')} ERR_PAYLINT_FACTS`,
        `${name('Paylint')} ERR_PAYLINT_ARGUMENT`,
        `${name('Paylint')} ERR_PAYLINT_ARGUMENT`,
      ],
    );
    await assert.rejects(paylint.explain('x.y'), { code: 'ERR_PAYLINT_ARGUMENT' });
  }
});

test('`using` frees engines and facts', () => {
  for (const made of [new Engine(), new Facts()]) {
    made[Symbol.dispose]();
    const work = () => (made instanceof Engine ? made.label : made.with({}));
    assert.throws(work, /was freed|were freed/);
    made[Symbol.dispose]();
  }
});

test('init does nothing in Node', async () => {
  await init();
  await init('ignored');
});

test('the module imports only what the glue provides', () => {
  const module = new WebAssembly.Module(
    readFileSync(new URL(import.meta.resolve('paylint/paylint.wasm'))),
  );
  const imports = WebAssembly.Module.imports(module).map(
    ({ module: from, name }) => `${from} ${name}`,
  );
  // With reference types, the glue initialises a table.
  assert.deepEqual(imports, ['./paylint_bg.js __wbindgen_init_externref_table']);
});
