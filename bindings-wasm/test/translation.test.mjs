// Messages in other languages: those of the package, and those of others.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Engine, rules } from 'paylint';
import { defineTranslation, members, messageIn, mistakesIn, templates } from 'paylint/messages';
import * as de from 'paylint/messages/de';
import * as en from 'paylint/messages/en';
import * as lv from 'paylint/messages/lv';
import { read } from './cases.mjs';

const languages = { de, en, lv };
const engine = new Engine();
const said = (translation, ...given) =>
  engine.check(...given).findings.map((finding) => messageIn(translation, finding));

test('a form speaks German', () => {
  const schema = engine.schema('order', undefined, {
    message: (finding) => messageIn(de.shopper, finding),
  });
  const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lampe', price: 0 }] };
  const { issues } = schema['~standard'].validate(order);
  assert.deepEqual(
    issues.map(({ message, path }) => [path, message]),
    [[['products', 0, 'price'], 'Der Preis muss mindestens 0,01 sein.']],
  );
});

test('params choose words, stand in sentences or are left out', () => {
  assert.deepEqual(said(de.developer, 'order', '{"client":{},"products":[],"skip_captur":true,"1":2}'), [
    'skip_captur ist hier nicht bekannt; ist „skip_capture“ gemeint, das fehlt?',
    '1 ist hier nicht bekannt; wenn es gewollt ist, gehört es in die `members` der Richtlinie',
    'Produkte sind leer; nur eine Bestellung, die ein Zahlungsmittel speichert oder `payment_system` AUTH hat, kommt ohne Produkte aus',
  ]);
  assert.match(said(de.developer, 'order', { client: {} })[0], /^Produkte fehlen; /);
  assert.deepEqual(said(de.developer, 'order', '[]'), [
    'die Anfrage hat den falschen Typ: erwartet object, gefunden array',
  ]);
  const products = [{ title: 'Lampe', price: 1 }];
  const card = { setup_future_use: 'one-click', is_moto: true };
  const pair = /^MOTO: |: MOTO und .*|das Speichern des Zahlungsmittels/;
  assert.match(said(de.developer, 'order', { client: {}, products, ...card }).join(), pair);
  const tooLarge = { total: 1234567890123 };
  assert.match(
    said(de.developer, 'capture', tooLarge, { order: { amount: 1 } }).join(),
    /höchstens 1 sein, .* nicht …/,
  );
});

test('a name has the case that its sentence needs', () => {
  assert.deepEqual(said(de.shopper, 'payment', { card_number: '4111111111111111', exp_month: 1, csc: '123' }), [
    'Bitte geben Sie den Namen auf der Karte ein.',
    'Bitte geben Sie das Ablaufjahr ein.',
  ]);
  assert.match(said(lv.developer, 'order', { client: {}, products: [{ title: 'Zvans' }] })[0], /^trūkst cenas; /);
  assert.equal(
    said(lv.shopper, 'payment', { cardholder_name: 'ADA BERG', exp_month: 1, exp_year: 29, csc: '123' })[0],
    'Lūdzu, ievadiet kartes numuru.',
  );
});

test('numbers, plurals and dates are those of the language', () => {
  const legs = (count) => {
    const airline_addendum = { n_legs: 5, legs: Array.from({ length: count }, () => ({})) };
    const order = { client: {}, products: [{ title: 'Zvans', price: 1 }], travel_data: { airline_addendum } };
    const { findings } = new Engine({ levels: { 'travel.field_missing': 'allow' } }).check('order', order);
    return findings.find(({ rule }) => rule === 'travel.leg_count');
  };
  const inLatvian = [1, 2, 10, 11, 21, 22].map((count) => messageIn(lv.developer, legs(count)).split('ir ')[1]);
  assert.deepEqual(inLatvian, ['1 posms', '2 posmi', '10 posmu', '11 posmu', '21 posms', '22 posmi']);
  assert.match(messageIn(de.developer, legs(1)), /1 Teilstrecke$/);
  assert.match(messageIn(en.developer, legs(21)), /there are 21 legs$/);
  const late = { now: '2026-11-20T10:15:00Z', order: { scenario: 'two_step', paid_at: '2020-03-01T09:00:00Z' } };
  const [english, german, latvian] = [en, de, lv].map(({ developer }) => said(developer, 'capture', { total: 1 }, late)[0]);
  assert.match(english, /March 1, 2020/);
  assert.match(german, /1\. März 2020.*09:00.*20\. November 2026/);
  assert.match(latvian, /2020\. gada 1\. mart/);
  const [month] = said(de.developer, 'payment', { cardholder_name: 'A', card_number: '4111111111111111', exp_month: 1, exp_year: 20, csc: '123' }, late);
  assert.equal(month, 'die Karte ist abgelaufen; die Anfrage ist vom November 2026');
  // As in the finding, if the translation has no language.
  const plain = { templates: { 'product.price_minimum': '{minimum} {member}' } };
  const order = { client: {}, products: [{ title: 'Zvans', price: 0 }] };
  assert.deepEqual(said(plain, 'order', order), ['0.01 price']);
});

test('a member called like a function of every object is shown as it is', () => {
  const { findings } = engine.check('refund', '{"constructor":1,"toString":2}');
  for (const translation of [{ templates }, de.developer]) {
    const messages = findings.map((finding) => messageIn(translation, finding));
    const [first, second] = messages.filter((message) => /constructor|toString/.test(message));
    assert.match(first, /^constructor /);
    assert.match(second, /^toString /);
  }
});

test('a rule without a translation is said in English, and an unchecked one not at all', () => {
  const { findings, unchecked } = engine.check('refund', { amount: 0 });
  const [finding] = findings;
  assert.equal(messageIn({ templates: {} }, finding), finding.message);
  assert.equal(messageIn(de.shopper, { ...finding, rule: 'custom.own' }), finding.message);
  assert.equal(messageIn(de.shopper, finding), de.shopper.otherwise);
  assert.equal(messageIn(de.shopper, unchecked[0]), undefined);
});

test('the languages have no mistakes', () => {
  for (const [language, translations] of Object.entries(languages)) {
    assert.deepEqual(Object.keys(translations), ['developer', 'shopper']);
    for (const [reader, translation] of Object.entries(translations)) {
      assert.deepEqual(mistakesIn(translation), [], `${language} ${reader}`);
      assert.equal(translation.language, language);
      assert.deepEqual(Object.keys(translation.members), Object.keys(members));
    }
  }
  for (const { rule, message } of rules()) assert.equal(templates[rule], message);
});

test('every mistake is found', () => {
  const with_ = (rule, template, more = {}) => mistakesIn({ ...de.shopper, ...more, templates: { ...de.shopper.templates, [rule]: template } });
  const rule = 'travel.leg_count';
  assert.deepEqual(with_(rule, '{leg} {member.dat} {legs.0}'), [
    "templates.travel.leg_count: there is no {leg}; there are {legs}, {actual}, {member}, {at}, {deny}",
    "templates.travel.leg_count: {legs.0} isn't a pair",
    ...Object.entries(de.shopper.members)
      .filter(([, forms]) => typeof forms === 'object')
      .map(([member]) => `members.${member}: has no form dat`),
  ]);
  assert.deepEqual(with_(rule, '{legs:one=Teil|few=Teile}'), [
    'templates.travel.leg_count: {legs:one=Teil|few=Teile} has no text for other',
    'templates.travel.leg_count: {legs:one=Teil|few=Teile}: no number is few in de',
  ]);
  assert.deepEqual(with_(rule, '{legs:Teil} {actual|, |'), [
    'templates.travel.leg_count: {legs:Teil} has 1 texts instead of 2',
    'templates.travel.leg_count: a brace is alone',
  ]);
  assert.deepEqual(with_('travel.leg', 'x'), ['templates: there is no rule travel.leg']);
  const { otherwise: _, body: __, ...less } = de.shopper;
  const { 'contact.email_format': ___, ...fewer } = en.developer.templates;
  assert.deepEqual(mistakesIn({ ...en.developer, templates: fewer }), ['templates: there is no text for contact.email_format']);
  assert.equal(mistakesIn(less).filter((mistake) => mistake.startsWith('templates: there is no text')).length, rules().length - Object.keys(de.shopper.templates).length);
  assert.ok(mistakesIn(less).includes('body: is missing'));
  const names = { ...de.shopper.members, state: { name: 'Staat', gen: 'des Staats', acc: 'den Staat' }, city: '', town: 'Stadt' };
  assert.deepEqual(mistakesIn({ ...de.shopper, members: names }), [
    'members: there is no text for city',
    'members: there is no town',
    'members.state.gen: no template uses this form',
  ]);
});

test('a translator runs the same as a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paylint-'));
  const run = (...args) => {
    try {
      return [0, execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })];
    } catch ({ status, stdout, stderr }) {
      return [status, stdout + stderr];
    }
  };
  const inHere = (path) => fileURLToPath(new URL(path, import.meta.url));
  const program = inHere('../pkg/check-messages.js');
  assert.deepEqual(run(program, inHere('../pkg/messages/lv.js')), [0, '']);
  assert.deepEqual(run(inHere('../check-messages.mjs')), [0, '']);
  const file = join(folder, 'et.mjs');
  writeFileSync(file, 'export const shopper = { language: "et", otherwise: "{minimun}", templates: {} };');
  const [status, out] = run(program, file);
  assert.equal(status, 1);
  assert.match(out, /et\.mjs: shopper: otherwise: there is no \{minimun\}/);
  writeFileSync(file, 'export const shopper = 5;');
  assert.match(run(program, file).join(), /^2,.*exports no translation/);
  assert.match(run(program).join(), /^2,usage: /);
  rmSync(folder, { recursive: true });
});

test('every finding of every case has a whole message in each language', () => {
  const seen = new Set();
  for (const { report } of read(readFileSync(process.env.PAYLINT_CASES, 'utf8'))) {
    for (const finding of report === undefined ? [] : JSON.parse(report).findings) {
      if (finding.rule.startsWith('custom.')) continue;
      for (const { developer, shopper } of Object.values(languages)) {
        for (const translation of [developer, shopper]) {
          const message = messageIn(translation, finding);
          // This one's English message quotes what it found.
          const odd = finding.rule === 'json.malformed' ? /undefined/ : /\{(?!order_id)|\||undefined|^\s|\s$/;
          assert.doesNotMatch(message, odd, `${finding.rule}: ${message}`);
          assert.ok(message !== finding.message || translation === en.developer);
        }
        // A sentence for a person.
        assert.match(messageIn(shopper, finding), /^\p{Lu}.*\.$/u);
      }
      seen.add(finding.rule);
    }
  }
  assert.ok(seen.size > 100, `${seen.size}`);
});

test('a translation of your own is taken as it is, and a misspelt placeholder shows', () => {
  const own = defineTranslation({ templates: { 'refund.amount_minimum': '{minimum} {toString}' } });
  assert.deepEqual(said(own, 'refund', { amount: 0 }), ['0.01 {toString}']);
});

test('the same through CommonJS', () => {
  const require = createRequire(import.meta.url);
  const [finding] = engine.check('refund', { amount: 0 }).findings;
  const german = require('paylint/messages/de').developer;
  assert.equal(require('paylint/messages').messageIn(german, finding), messageIn(de.developer, finding));
  assert.equal(require('paylint/messages/en').developer.language, 'en');
});
