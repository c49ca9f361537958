// What a form shows: the state of an input, the brand of a card, and the preset `checkout`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardBrand, Engine, fieldState } from 'paylint';
import { policies } from 'paylint/policies';

const checkout = new Engine(policies.checkout);
const facts = {
  now: '2026-11-20T10:15:00Z',
  terminal: 'standard',
  merchant: { avs_permission: false },
  order: { scenario: 'one_step', capabilities: [] },
};
const card = {
  cardholder_name: 'ADA BERG',
  card_number: '4111111111111111',
  exp_month: 12,
  exp_year: 29,
  csc: '123',
};
const cart = { products: [{ title: 'Bell', price: 12.5 }] };

const cardState = (member, value, known = facts) =>
  fieldState(checkout.check('payment', { ...card, [member]: value }, known), `/${member}`);
const clientState = (member, value) =>
  fieldState(checkout.check('order', { ...cart, client: { [member]: value } }, facts), ['client', member]);

test('the state of an input', () => {
  for (const [member, value, state] of [
    ['cardholder_name', undefined, 'missing'],
    ['cardholder_name', ' ', 'missing'],
    ['card_number', undefined, 'missing'],
    ['card_number', '4', 'incomplete'],
    ['card_number', '411111111111111', 'incomplete'],
    ['card_number', '4111111111111112', 'wrong'],
    ['card_number', '4111 1111', 'wrong'],
    ['card_number', card.card_number, 'fine'],
    ['exp_month', 0, 'incomplete'],
    ['exp_month', 13, 'wrong'],
    ['exp_month', 'May', 'wrong'],
    ['exp_year', 2, 'incomplete'],
    ['exp_year', 20, 'wrong'],
    ['exp_year', 29, 'fine'],
    ['csc', undefined, 'missing'],
    ['csc', '12', 'incomplete'],
    ['csc', 'x12', 'wrong'],
    ['csc', '1234', 'wrong'],
    ['csc', card.csc, 'fine'],
    ['ip_address', 'home', 'doubtful'],
    ['ip_address', undefined, 'fine'],
  ]) {
    assert.equal(cardState(member, value), state, `${member}: ${value}`);
  }
  for (const [member, value, state] of [
    ['email', 'x', 'incomplete'],
    ['email', 'x@mail.', 'incomplete'],
    ['email', 'x y', 'wrong'],
    ['email', 'x@mail.example', 'fine'],
    ['email', undefined, 'doubtful'],
    ['birth_date', '1990-0', 'incomplete'],
    ['birth_date', '1990-02-30', 'wrong'],
    ['country', 'L', 'incomplete'],
    ['country', 'Latvia', 'wrong'],
  ]) {
    assert.equal(clientState(member, value), state, `${member}: ${value}`);
  }
});

test('what a missing fact or an unreadable object leaves open is undecided', () => {
  const { now: _, ...timeless } = facts;
  assert.equal(cardState('exp_year', 29, timeless), 'undecided');
  assert.equal(cardState('exp_month', 12, timeless), 'undecided');
  assert.equal(cardState('exp_month', 13, timeless), 'wrong');
  assert.equal(cardState('csc', '123', timeless), 'fine');
  const order = { ...cart, client: {} };
  const state = (body, known, path) => fieldState(checkout.check('order', body, known), path);
  assert.equal(state(order, {}, '/client/address'), 'undecided');
  assert.equal(state(order, { merchant: { avs_permission: true } }, '/client/address'), 'missing');
  assert.equal(state({ ...cart, client: 5 }, facts, '/client/email'), 'undecided');
  assert.equal(state('{', facts, '/client/email'), 'undecided');
  assert.equal(state({ ...cart, client: 5 }, facts, '/currency'), 'fine');
});

test('a copy of a report has the same states, and a warning can be incomplete', () => {
  const report = new Engine().check('payment', { ...card, card_number: '411111111111' }, facts);
  assert.equal(report.verdict, 'accept');
  assert.equal(fieldState(structuredClone(report), ['card_number']), 'incomplete');
});

test('the brand of a card number, as soon as only one is left', () => {
  assert.equal(cardBrand(''), null);
  assert.equal(cardBrand('3'), null);
  assert.equal(cardBrand('card'), null);
  assert.deepEqual(cardBrand('37'), { brand: 'amex', lengths: [15], code_length: 4 });
  assert.deepEqual(cardBrand('4111 1111'), { brand: 'visa', lengths: [13, 16, 19], code_length: 3 });
  const brands = ['2221', '55', '50', '34', '6011', '36', '3528', '62'];
  assert.deepEqual(
    brands.map((prefix) => cardBrand(prefix)?.brand),
    ['mastercard', 'mastercard', 'maestro', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
  );
});

test('a schema carries warnings if it is told to, and no text about what is unchecked', () => {
  const issues = (engine, options, body = { ...card, ip_address: 'home' }) =>
    engine.schema('payment', facts, options)['~standard'].validate(body).issues;
  assert.equal(issues(checkout), undefined);
  assert.deepEqual(
    issues(checkout, { level: 'warn' }).map(({ rule, path }) => [rule, path]),
    [['payment.ip_address_format', ['ip_address']]],
  );
  const strict = new Engine([policies.checkout, policies.strict, { rules: [open] }]);
  const asked = [];
  const message = (reason) => (asked.push('needs' in reason ? reason.needs : reason.rule), undefined);
  assert.deepEqual(issues(strict, { message }, card), [
    { message: '', path: [], rule: 'custom.website', params: {} },
  ]);
  assert.deepEqual(asked, [['website']]);
  const said = { unchecked: 'Please call us' };
  assert.deepEqual(issues(strict, said, card).map(({ message }) => message), ['Please call us']);
  const own = { ...said, message: ({ rule }) => `${rule}!` };
  assert.deepEqual(issues(strict, own, card).map(({ message }) => message), ['custom.website!']);
});

/** A rule that can't be decided without a fact. */
const open = {
  name: 'custom.website',
  on: ['payment'],
  when: { website: 'shop.example' },
  member: '/csc',
  forbidden: true,
};

test('an empty input for a number is missing in a schema, though no body can hold NaN', () => {
  const schema = checkout.schema('payment', facts)['~standard'];
  assert.deepEqual(
    schema.validate({ ...card, exp_month: NaN }).issues.map(({ rule, path }) => [rule, path]),
    [['payment.field_required', ['exp_month']]],
  );
  assert.equal(schema.validate(card).issues, undefined);
  assert.equal(schema.validate(card).value, card);
  const endless = { ...card, exp_month: Infinity };
  const said = "has Infinity at /exp_month, which JSON doesn't have";
  for (const check of [() => schema.validate(endless), () => checkout.check('payment', endless)])
    assert.throws(check, (error) => error.name === 'PaylintError' && error.message.includes(said));
});
