// Messages in another language: German, complete.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Engine, rules } from 'paylint';
import { features, members, messageIn, templates } from 'paylint/messages';
import { read } from './cases.mjs';
import { german } from './german.mjs';

const engine = new Engine();
const said = (...given) =>
  engine.check(...given).findings.map((finding) => messageIn(german, finding));

test('a form speaks German', () => {
  const schema = engine.schema('order', undefined, {
    message: (finding) => messageIn(german, finding),
  });
  const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lampe', price: 0 }] };
  const { issues } = schema['~standard'].validate(order);
  assert.deepEqual(
    issues.map(({ message, path }) => [path, message]),
    [[['products', 0, 'price'], 'Preis muss mindestens 0.01 sein, nicht 0']],
  );
});

test('params choose words, stand in sentences or are left out', () => {
  assert.deepEqual(said('order', '{"client":{},"products":[],"skip_captur":true,"1":2}'), [
    'skip_captur ist hier nicht bekannt; ist „skip_capture“ gemeint, das fehlt?',
    '1 ist hier nicht bekannt; wenn es gewollt ist, gehört es in die `members` der Richtlinie',
    'Produkte: sind leer; nur eine Bestellung, die ein Zahlungsmittel speichert oder AUTH verwendet, hat keine',
  ]);
  assert.match(said('order', { client: {} })[0], /^Produkte: fehlen; /);
  assert.deepEqual(said('order', '[]'), [
    'die Anfrage hat den falschen Typ: erwartet object, gefunden array',
  ]);
  const products = [{ title: 'Lampe', price: 1 }];
  const card = { setup_future_use: 'one-click', is_moto: true };
  const pair = /^MOTO: |: MOTO und .*|das Speichern des Zahlungsmittels/;
  assert.match(said('order', { client: {}, products, ...card }).join(), pair);
  const tooLarge = { total: 1234567890123 };
  assert.match(said('capture', tooLarge, { order: { amount: 1 } }).join(), /höchstens 1 sein, .* nicht …/);
});

test('a member called like a function of every object is shown as it is', () => {
  const { findings } = engine.check('refund', '{"constructor":1,"toString":2}');
  for (const translation of [{ templates }, german]) {
    const messages = findings.map((finding) => messageIn(translation, finding));
    const [first, second] = messages.filter((message) => /constructor|toString/.test(message));
    assert.match(first, /^constructor /);
    assert.match(second, /^toString /);
  }
});

test('a rule without a translation is said in English', () => {
  const [finding] = engine.check('refund', { amount: 0 }).findings;
  assert.equal(messageIn({ templates: {} }, finding), finding.message);
  assert.equal(messageIn(german, { ...finding, rule: 'custom.own' }), finding.message);
});

test('templates have only placeholders that their rule has', () => {
  const names = (text) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name);
  assert.deepEqual(Object.keys(german.templates), Object.keys(templates));
  for (const { rule, params, message } of rules()) {
    assert.equal(templates[rule], message);
    for (const text of [german.templates[rule], templates[rule]]) {
      const known = [...params, 'member', 'at', 'deny'];
      assert.deepEqual(names(text).filter((name) => !known.includes(name)), [], rule);
    }
  }
  assert.deepEqual(Object.keys(german.features), Object.keys(features));
  assert.deepEqual(Object.keys(german.members), Object.keys(members));
});

test('every finding of every case has a whole message in German', () => {
  const seen = new Set();
  for (const { report } of read(readFileSync(process.env.PAYLINT_CASES, 'utf8'))) {
    for (const finding of report === undefined ? [] : JSON.parse(report).findings) {
      if (finding.rule.startsWith('custom.')) continue;
      const message = messageIn(german, finding);
      assert.doesNotMatch(message, /\{(?!order_id)|\||undefined|^\s|\s$/, `${finding.rule}: ${message}`);
      assert.notEqual(message, finding.message);
      seen.add(finding.rule);
    }
  }
  assert.ok(seen.size > 100, `${seen.size}`);
});

test('the same through CommonJS', () => {
  const required = createRequire(import.meta.url)('paylint/messages');
  const [finding] = engine.check('refund', { amount: 0 }).findings;
  assert.equal(required.messageIn(german, finding), messageIn(german, finding));
});
