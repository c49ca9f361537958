// Messages in other languages: those of the package, and those of others.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine, rules } from 'paylint';
import { messageIn, mistakesIn } from 'paylint/messages';
import * as de from 'paylint/messages/de';
import * as en from 'paylint/messages/en';
import * as et from 'paylint/messages/et';
import * as lt from 'paylint/messages/lt';
import * as lv from 'paylint/messages/lv';
import * as ru from 'paylint/messages/ru';
import { read } from './cases.mjs';

const languages = { de, en, et, lt, lv, ru };
const engine = new Engine();
const said = (translation, ...given) =>
  engine.check(...given).findings.map((finding) => messageIn(translation, finding));

/** A translation that shows what templates can do. */
const own = {
  language: 'de',
  body: 'die Anfrage',
  features: { moto: 'Telefonbestellung', payment_method_saving: 'das Speichern' },
  members: { price: { name: 'Preis', gen: 'des Preises' } },
  templates: {
    'body.required': '{member} muss da sein',
    'compat.disputed': '{features}',
    'product.price_minimum': '{member}: mindestens {minimum}, nicht {actual}',
    'product.price_required': 'es fehlt ein Teil {member.gen}',
    'travel.leg_count': '{legs} {legs:one=Teilstrecke|other=Teilstrecken}',
    'capture.time_limit': '{paid_at} {now}',
    'payment.card_expired': '{month}',
  },
};

test('params, features and members have names', () => {
  const products = [{ title: 'Lampe', price: 0 }, { title: 'Lampe' }];
  assert.deepEqual(said(own, 'order', { client: { email: 'a@b.lv' }, products }), [
    'es fehlt ein Teil des Preises',
    'Preis: mindestens 0,01, nicht 0',
  ]);
  assert.deepEqual(said(own, 'order'), ['die Anfrage muss da sein']);
  const card = { setup_future_use: 'one-click', is_moto: true };
  const order = { client: {}, products: [{ title: 'Lampe', price: 1 }], ...card };
  assert.ok(said(own, 'order', order).some((text) => /^das Speichern, Telefonbestellung$/.test(text)));
});

test('numbers, plurals and dates are localised', () => {
  const legs = (count) => {
    const airline_addendum = { n_legs: 5, legs: Array.from({ length: count }, () => ({})) };
    const order = { client: {}, products: [{ title: 'Zvans', price: 1 }], travel_data: { airline_addendum } };
    const { findings } = new Engine({ levels: { 'travel.field_missing': 'allow' } }).check('order', order);
    return findings.find(({ rule }) => rule === 'travel.leg_count');
  };
  const inLatvian = { language: 'lv', templates: { 'travel.leg_count': '{legs} {legs:zero=posmu|one=posms|other=posmi}' } };
  const latvian = [1, 2, 10, 11, 21, 22].map((count) => messageIn(inLatvian, legs(count)));
  assert.deepEqual(latvian, ['1 posms', '2 posmi', '10 posmu', '11 posmu', '21 posms', '22 posmi']);
  assert.equal(messageIn(own, legs(1)), '1 Teilstrecke');
  const late = { now: '2026-11-20T10:15:00Z', order: { scenario: 'two_step', paid_at: '2020-03-01T09:00:00Z' } };
  const { findings: [tooLate] } = engine.check('capture', { total: 1 }, late);
  const dates = { language: 'de', templates: { [tooLate.rule]: '{paid_at}; {now}' } };
  assert.match(messageIn(dates, tooLate), /1\. März 2020.*09:00.*20\. November 2026/);
  const card = { cardholder_name: 'ADA', card_number: '4111111111111111', exp_month: 1, exp_year: 20, csc: '123' };
  assert.deepEqual(said(own, 'payment', card, late), ['November 2026']);
  // As in the finding, if the translation has no language.
  const plain = { templates: { 'product.price_minimum': '{minimum} {member}' } };
  const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Zvans', price: 0 }] };
  assert.deepEqual(said(plain, 'order', order), ['0.01 price']);
});

test('member named like an object method is shown', () => {
  const named = { templates: { 'field.unknown': '{member}', 'refund.amount_minimum': '{minimum} {toString}' } };
  assert.deepEqual(said(named, 'refund', '{"amount":1,"constructor":1,"toString":2}'), ['constructor', 'toString']);
  assert.deepEqual(said(named, 'refund', { amount: 0 }), ['0.01 {toString}']);
});

test('untranslated rules fall back to English', () => {
  const { findings, unchecked } = engine.check('refund', { amount: 0 });
  const [finding] = findings;
  assert.equal(messageIn({ templates: {} }, finding), finding.message);
  assert.equal(messageIn(de.shopper, { ...finding, rule: 'custom.own' }), finding.message);
  assert.equal(messageIn(de.shopper, finding), de.shopper.otherwise);
  assert.equal(messageIn(de.shopper, unchecked[0]), undefined);
});

/** Policy rules that say what they ask in several languages, and one that doesn't. */
const ownRules = [
  ['email', 'warn', { en: 'a receipt needs {member}', de: '{member} ist {minimum}, nicht {member' }],
  ['country', 'deny', { 'DE-at': 'Sag uns das Land', DE: 'Welches Land?', lv: '\u202evalsts' }],
  ['state', 'deny', 'the state'],
  ['city', 'deny'],
].map(([member, level, message]) => ({ name: `custom.${member}`, on: ['order'], member: `/client/${member}`, required: true, level, message }));

test('policy rules say what their policy says', () => {
  const { findings } = new Engine({ rules: ownRules, levels: { '*': 'allow', 'custom.*': 'deny', 'custom.email': 'warn' } })
    .check('order', { client: {}, products: [] });
  const inLanguage = (language, rules = ownRules) => findings.map((finding) => messageIn({ ...de.shopper, language, rules }, finding));
  const [email, country, ...others] = findings.map(({ message }) => message);
  assert.deepEqual([email, country, others[0]], ['a receipt needs {member}', 'Sag uns das Land', 'the state']);
  const german = '{member} ist {minimum}, nicht {member';
  assert.deepEqual(inLanguage('de'), [german, 'Welches Land?', ...others]);
  for (const language of ['de-AT', 'de-at-1996'])
    assert.deepEqual(inLanguage(language), [german, 'Sag uns das Land', ...others], language);
  for (const language of ['de-CH', 'de_AT', 'de_AT.UTF-8']) assert.deepEqual(inLanguage(language), inLanguage('de'), language);
  // As in reports, what turns a text around shows.
  assert.deepEqual(inLanguage('lv'), [email, 'U+202Evalsts', ...others]);
  for (const language of ['en', 'ru', undefined]) assert.deepEqual(inLanguage(language), [email, country, ...others]);
  const over = [...ownRules, { name: 'custom.email', message: 'an e-mail address' }];
  assert.deepEqual(inLanguage('de', over), [email, 'Welches Land?', ...others], 'a later layer has no German');
  assert.deepEqual(mistakesIn({ ...de.shopper, rules: ownRules }), []);
  assert.deepEqual(mistakesIn({ ...lv.shopper, rules: ownRules }), ['rules: custom.email has no message in lv']);
  assert.deepEqual(mistakesIn({ ...lv.shopper, rules: undefined }), []);
});

test('a warning has a text of its own, or none', () => {
  const { findings } = engine.check('order', {
    client: { email: 'a@b.lv', phone: '+371 20000000', country: 'Latvia' },
    products: [{ title: 'Zvans', price: 1 }],
  });
  const texts = findings.map((finding) => [finding.rule, finding.level, messageIn(de.shopper, finding)]);
  assert.deepEqual(texts, [
    ['field.unknown', 'warn', ''],
    ['code.country', 'warn', 'Bitte wählen Sie ein Land aus.'],
  ]);
  assert.equal(messageIn({ templates: {} }, findings[0]), findings[0].message);
});

test('the names of absent members are translated', () => {
  const { findings } = engine.check('order', { client: {}, products: [] }, { account_funding: 'other' });
  const finding = findings.find(({ rule }) => rule === 'funding.client_advised');
  const named = (translation) => messageIn({ ...translation, templates: { [finding.rule]: '{members}' } }, finding);
  assert.equal(named(de.shopper), 'Vorname, Nachname, Land, Ort, Adresse');
  assert.equal(named(en.shopper), 'first name, last name, country, city, address');
});

test('a language is one that is known', () => {
  const { findings: [finding] } = engine.check('refund', { amount: 0 });
  const inLanguage = (language) => messageIn({ language, templates: { [finding.rule]: '{minimum}' } }, finding);
  for (const language of ['de', 'de_AT', 'de-AT', 'de_AT.UTF-8', 'de_DE@euro', 'de_!']) assert.equal(inLanguage(language), '0,01', language);
  for (const language of ['', 'xx', 'german', 'de-!', null])
    for (const say of [() => inLanguage(language), () => mistakesIn({ ...de.shopper, language })])
      assert.throws(say, { name: 'PaylintError', message: `unknown language ${JSON.stringify(language)}: expected a tag such as "de"` });
});

test('the languages have no mistakes', () => {
  const forShoppers = rules().filter(({ shopper }) => shopper).map(({ name }) => name);
  assert.deepEqual(Object.keys(en.shopper.templates).sort(), forShoppers.sort());
  for (const [language, { shopper }] of Object.entries(languages)) {
    assert.deepEqual(mistakesIn(shopper), []);
    assert.equal(shopper.language, language);
    assert.deepEqual(Object.keys(shopper.templates), Object.keys(en.shopper.templates));
    // The others' names are those of the body.
    if (language !== 'en') assert.deepEqual(Object.keys(shopper.members), Object.keys(et.shopper.members), language);
  }
});

test('every mistake is found', () => {
  const with_ = (rule, template, more = {}) => mistakesIn({ ...de.shopper, ...more, templates: { ...de.shopper.templates, [rule]: template } });
  const rule = 'travel.leg_count';
  assert.deepEqual(with_(rule, '{leg} {member.dat} {legs.0}'), [
    'templates.travel.leg_count: there is no {leg}; there are {legs}, {actual}, {member}',
    'templates.travel.leg_count: there is no {legs.0}; there are {legs}, {actual}, {member}',
    ...Object.entries(de.shopper.members)
      .filter(([, forms]) => typeof forms === 'object')
      .map(([member]) => `members.${member}: has no form dat`),
  ]);
  assert.deepEqual(with_(rule, '{legs:one=Teil|few=Teile}'), [
    'templates.travel.leg_count: {legs:one=Teil|few=Teile} has no text for other',
    'templates.travel.leg_count: {legs:one=Teil|few=Teile}: no number is few in de',
  ]);
  assert.deepEqual(with_(rule, '{legs:Teil} {actual|, '), [
    'templates.travel.leg_count: {legs:Teil} has 1 texts instead of 2',
    'templates.travel.leg_count: a brace is alone',
  ]);
  assert.deepEqual(with_('travel.leg', 'x'), ['templates: there is no rule travel.leg']);
  const { otherwise: _, body: __, ...less } = de.shopper;
  assert.deepEqual(mistakesIn(less), ['body: is missing'], 'a shopper meets no other rules');
  const { 'code.state': ___, ...fewer } = de.shopper.templates;
  assert.deepEqual(mistakesIn({ ...less, body: 'x', templates: fewer }), ['templates: there is no text for code.state']);
  const names = { ...de.shopper.members, state: { name: 'Staat', gen: 'des Staats', acc: 'den Staat' }, town: 'Stadt', city: '' };
  assert.deepEqual(mistakesIn({ ...de.shopper, members: names }), [
    'members: there is no text for city',
    'members: there is no town',
    'members.state.gen: no template uses this form',
  ]);
});

test('every finding is translated for shoppers', () => {
  const seen = new Set();
  for (const { report } of read(readFileSync(process.env.PAYLINT_CASES, 'utf8'))) {
    for (const finding of report === undefined ? [] : JSON.parse(report).findings) {
      if (finding.rule.startsWith('custom.')) continue;
      for (const [language, { shopper }] of Object.entries(languages)) {
        if (finding.level === 'warn' && !Object.hasOwn(shopper.templates, finding.rule)) continue;
        assert.match(messageIn(shopper, finding), /^\p{Lu}[^{|}]*[.?]$/u, finding.rule);
        const named = /\{member/.test(shopper.templates[finding.rule]) && language !== 'en';
        const member = finding.path.split('/').at(-1);
        assert.ok(!named || Object.hasOwn(shopper.members, member), `${language}: ${member}`);
      }
      seen.add(finding.rule);
    }
  }
  assert.ok(seen.size > 100, `${seen.size}`);
});
