// The messages of findings that the conformance cases don't have. All others are compared there,
// byte for byte, with those that the engine itself puts together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine } from 'paylint';

const messages = (engine, body) =>
  Object.fromEntries(
    engine.check('order', body).findings.map(({ path, message }) => [path, message]),
  );

test('a number in a path is an index after an array, and else a name', () => {
  const body = {
    12: 1,
    client: { 7: 1, '-1': 2 },
    products: [{ 3: 1, title: 'Lamp', price: 1 }, 5, { title: 5, price: 1 }],
    ['y'.repeat(70)]: 1,
  };
  const unknown = (member) =>
    `${member} isn't a known member here; if you send it on purpose, declare it in the policy's \`members\``;
  assert.deepEqual(messages(new Engine(), body), {
    '/12': unknown('`12`'),
    '/client/7': unknown('`client.7`'),
    '/client/-1': unknown('`client.-1`'),
    '/products/0/3': unknown('`products[0].3`'),
    '/products/1': '`products[1]` has the wrong type: expected object, found number',
    '/products/2/title': '`products[2].title` has the wrong type: expected string, found number',
    '/*': unknown('a member'),
  });
});

test('every report has lists of its own', () => {
  const body = { client: {}, products: [{ title: 'Lamp', price: 5 }], setup_future_use: 'later' };
  const listed = () =>
    new Engine()
      .check('order', body)
      .findings.map(({ params }) => params.one_of)
      .find(Array.isArray);
  const before = [...listed()];
  listed().push('later');
  assert.deepEqual(listed(), before);
});

test("a policy's own message is shown as it stands, and an unwritten one with its params", () => {
  const rule = (name, more) => ({ name: `custom.${name}`, on: ['order'], ...more });
  const rules = [
    rule('literal', { member: '/currency', required: true, message: 'say {member} “so” {' }),
    rule('title', { member: '/products/*/title', max_length: 1 }),
    rule('total', { member: 'total', minimum: '5.50' }),
    rule('language', { member: '/language', required: true }),
  ];
  const body = { client: {}, products: [{ title: 'Lamp', price: 5 }] };
  const report = new Engine({ rules, levels: { '*': 'allow', 'custom.*': 'deny' } }).check('order', body);
  assert.deepEqual(
    report.findings.map(({ rule, basis, source, path, message, params }) => [
      rule.replace('custom.', ''),
      basis,
      source,
      path,
      message,
      params,
    ]),
    [
      ['literal', 'custom', null, '/currency', 'say {member} “so” {', {}],
      [
        'title',
        'custom',
        null,
        '/products/0/title',
        '`products[0].title` must have at most 1 character, not 4',
        { maximum: 1, actual: 4 },
      ],
      [
        'total',
        'custom',
        null,
        '/products',
        'the total must be at least 5.5, not 5',
        { minimum: '5.5', actual: '5' },
      ],
      ['language', 'custom', null, '/language', '`language` is missing; the policy requires it', {}],
    ],
  );
});
