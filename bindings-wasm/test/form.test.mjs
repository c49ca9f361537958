// Functions for forms: the state of an input, the brand of a card, and the preset `checkout`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardBrand, Engine, fieldState, formatCardNumber, normalize } from 'paylint';
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

/** The report on a form's values. The body to send has the same. */
function reportOn(operation, values, known = facts) {
  const { body, report } = checkout.checkForm(operation, values, known);
  assert.deepEqual(checkout.check(operation, body, known), report);
  return report;
}
const cardState = (member, value, known) =>
  fieldState(reportOn('payment', { ...card, [member]: value }, known), `/${member}`);
const clientState = (member, value) =>
  fieldState(reportOn('order', { ...cart, client: { [member]: value } }), ['client', member]);

test('the state of an input', () => {
  for (const [member, value, state] of [
    ['cardholder_name', undefined, 'missing'],
    ['cardholder_name', ' ', 'missing'],
    ['card_number', undefined, 'missing'],
    ['card_number', '4', 'incomplete'],
    ['card_number', '411111111111111', 'incomplete'],
    ['card_number', '4111111111111112', 'wrong'],
    ['card_number', '4111 1111', 'incomplete'],
    ['card_number', '4222222222222', 'incomplete'],
    ['card_number', '41111111111111113', 'wrong'],
    ['card_number', '4111.1111.1111.1111', 'wrong'],
    ['card_number', '6011000000000000001', 'doubtful'],
    // Complete, as most numbers are; others of them have 19 digits.
    ['card_number', '6390000000000001', 'wrong'],
    ['card_number', '9000000000000002', 'wrong'],
    ['card_number', '639000000000000', 'incomplete'],
    ['card_number', '9000000000000001', 'doubtful'],
    ['card_number', '0000000000000000', 'wrong'],
    ['card_number', '0', 'incomplete'],
    ['cardholder_name', '4111-1111 1111-1111', 'wrong'],
    ['card_number', card.card_number, 'fine'],
    ['exp_month', 0, 'incomplete'],
    ['exp_month', 13, 'wrong'],
    ['exp_month', 'May', 'wrong'],
    ['exp_month', '1o', 'wrong'],
    ['exp_month', '1.5', 'wrong'],
    ['exp_year', 2, 'incomplete'],
    ['exp_year', 20, 'incomplete'],
    ['exp_year', 21, 'wrong'],
    ['exp_year', 29, 'fine'],
    ['exp_year', '2029', 'fine'],
    ['exp_year', 2029, 'fine'],
    ['exp_year', '1929', 'wrong'],
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
    ['email', 'x@mail', 'incomplete'],
    ['email', ' x@mail.example', 'fine'],
    ['email', 'x@gmial.com', 'doubtful'],
    ['email', 'x@gmail.con', 'doubtful'],
    ['email', 'x@GMAIL.com', 'fine'],
    ['email', 'x@gmail.com', 'fine'],
    ['email', 'x@ymail.com', 'fine'],
    ['email', 'x@email.example', 'fine'],
    ['email', 'x@müller.', 'incomplete'],
    ['email', 'x@müller.example', 'fine'],
    ['email', 'jörg@mail.example', 'wrong'],
    ['email', undefined, 'missing'],
    ['birth_date', '1990-0', 'incomplete'],
    ['birth_date', '1990-02-30', 'wrong'],
    ['country', 'L', 'incomplete'],
    ['country', 'Latvia', 'wrong'],
    ['country', 'lv', 'fine'],
  ]) {
    assert.equal(clientState(member, value), state, `${member}: ${value}`);
  }
});

test('month and year in one input', () => {
  const form = checkout.form({ card: 'payment' }, { expiry: ['/card/exp_month', '/card/exp_year'] }, facts);
  const shown = (text) => form({ card: { ...card, exp_month: text, exp_year: text } }).fields.expiry;
  for (const [text, state] of [
    ['', 'missing'],
    ['0', 'incomplete'],
    ['1', 'incomplete'],
    ['12', 'incomplete'],
    ['12/', 'incomplete'],
    ['12/2', 'incomplete'],
    ['12/202', 'incomplete'],
    ['12202', 'incomplete'],
    ['013', 'incomplete'],
    ['122', 'incomplete'],
    ['2029', 'incomplete'],
    ['2029-0', 'incomplete'],
    ['12/29', 'fine'],
    ['129', 'fine'],
    ['2029-12', 'fine'],
    ['2029 12', 'fine'],
    ['202912', 'fine'],
    ['12//29', 'fine'],
    ['12/92', 'wrong'],
    ['12/20', 'incomplete'],
    ['1220', 'incomplete'],
    ['13', 'wrong'],
    ['13/29', 'wrong'],
  ])
    assert.deepEqual([shown(text).state, shown(text).invalid], [state, state !== 'fine'], text);
  assert.equal(cardState('exp_month', '129'), 'wrong', 'of the month alone');
});

test('a form says what all its fields show', () => {
  const card_ = { number: '/card/card_number', month: '/card/exp_month', year: '/card/exp_year', csc: '/card/csc' };
  const fields = { email: '/order/client/email', ...card_ };
  const message = ({ rule, level }) => (level === 'warn' ? '' : rule);
  const of = { order: 'order', card: 'payment' };
  const form = checkout.form(of, fields, () => facts, { message });
  const amex = { ...card, card_number: '3782 822463 10005', exp_month: '1', exp_year: '2026' };
  const order = { ...cart, client: { email: 'x@gmial.com' } };
  const before = form({ order, card: amex, cart: 7 });
  const texts = ({ fields }) => Object.values(fields).map(({ text }) => text);
  assert.deepEqual(texts(before), ['', '', '', 'payment.card_expired', 'payment.csc_length']);
  assert.deepEqual([before.accepted, before.first, before.text], [false, 'year', 'payment.card_expired']);
  assert.deepEqual(before.fields.email, { state: 'doubtful', invalid: false, text: '' });
  const after = form({ order, card: { ...amex, exp_month: '12', card_number: card.card_number } });
  assert.deepEqual(texts(after), ['', '', '', '', '']);
  assert.deepEqual([after.accepted, after.first, after.text], [true, undefined, '']);
  assert.deepEqual(after.value, { order, card: { ...card, exp_year: 26 } });
  assert.equal(after.reports.card.verdict, 'accept');
  // A finding outside all fields also refuses the form.
  const empty = form({ order: { client: order.client, products: [] }, card });
  assert.deepEqual([empty.accepted, empty.first, empty.text], [false, undefined, 'order.products_required']);
  const strict = new Engine([policies.checkout, { unchecked: 'reject', rules: [open] }]).form(of, fields, facts, { unchecked: 'call us' });
  assert.deepEqual([strict({ order, card }).accepted, strict({ order, card }).text], [false, 'call us']);
  const city = { name: 'custom.city', on: ['order'], member: '/client/city', required: true };
  const asks = new Engine([policies.checkout, { rules: [city] }]).form(of, { city: '/order/client/city' }, facts);
  assert.deepEqual([asks({ order, card }).fields.city.state, asks({ card }).fields.city.state], ['missing', 'undecided']);
  for (const field of ['/cart/csc', '/card', 'card/csc', ''])
    assert.throws(() => checkout.form(of, { field }), { name: 'PaylintError', message: /the form's bodies are at \/order\/, \/card\/$/ });
  assert.throws(() => checkout.form({ card: 'paymnt' }, {}), { message: /did you mean "payment"\?/ });
});

test('missing facts leave a state undecided', () => {
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
  const cut = new Engine({ max_findings: 1 }).check('payment', { csc: '0', ip_address: 'home' }, facts);
  assert.equal(fieldState(cut, '/ip_address'), 'undecided');
});

test('brand is known once only one is left', () => {
  for (const prefix of ['', '3', 'card']) assert.equal(cardBrand(prefix), null);
  assert.deepEqual(cardBrand('37'), {
    brand: 'amex',
    title: 'American Express',
    lengths: [15],
    lengths_in_use: [15],
    gaps: [4, 10],
    code_name: 'CID',
    code_length: 4,
  });
  const brands = ['4111-11', '2221', '55', '50', '34', '6011', '36', '3528', '62'];
  assert.deepEqual(
    brands.map((prefix) => cardBrand(prefix)?.brand),
    ['visa', 'mastercard', 'mastercard', 'maestro', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
  );
});

test('what was typed or pasted becomes what is sent', () => {
  for (const [member, text, sent] of [
    ['card_number', '\u00a04111\u202f1111\u20091111\u30001111\n', '4111111111111111'],
    ['card_number', '4111-1111–1111—1111', '4111111111111111'],
    ['card_number', '４１１１', '4111'],
    ['card_number', '4111x', '4111x'],
    ['card_number', 'Kartennummer: 4111 1111', '41111111'],
    ['card_number', 'رقم البطاقة: \u200e4111', '4111'],
    ['card_number', '# 4111', '4111'],
    ['csc', 'CVC 123', '123'],
    ['csc', ' １２３\u200b', '123'],
    ['exp_month', '09', 9],
    ['exp_month', '９', 9],
    ['exp_month', 'May', 'May'],
    ['exp_year', '2029', 29],
    ['exp_year', '29', 29],
    ['exp_year', '1929', 1929],
    ['card_number', '٤١١١ ۱۱۱۱', '41111111'],
    ['csc', '१२३', '123'],
    ['email', 'a@b\u200e.example', 'a@b.example'],
    ['email', 'a@Müller.例え.example', 'a@xn--mller-kva.xn--r8jz45g.example'],
    ['exp_month', '129', 1],
    ['exp_year', '129', 29],
    ...['12/29', '12 / 2029', '12-29', '1229', '122029', '12 29', '2029-12', '١٢/٢٩', '12/\u200e29'].flatMap((text) => [
      ['exp_month', text, 12],
      ['exp_year', text, 29],
    ]),
    ['exp_month', '13/29', '13/29'],
    ['exp_month', '1e1', '1e1'],
    ['email', '\u00a0a@b.example\u200b ', 'a@b.example'],
    ['country', ' lv', 'LV'],
    ['cardholder_name', ' Ada  Berg ', 'Ada  Berg'],
    ['city', '  ', ''],
  ])
    assert.equal(normalize(member, text), sent, `${member}: ${text}`);
});

test('card number is grouped around the caret', () => {
  for (const [text, caret, shown, then] of [
    ['41111', 5, '4111 1', 6],
    ['4111 ', 5, '4111', 4],
    ['4111-1111 11111111', 4, '4111 1111 1111 1111', 4],
    ['4111 11111 111', 8, '4111 1111 1111', 8],
    ['378282246310005', 0, '3782 822463 10005', 0],
    ['30569309025904', 14, '3056 930902 5904', 16],
    ['6200000000000000003', 19, '6200 0000 0000 0000 003', 23],
    ['4111 x', 6, '4111 x', 6],
    ['Visa 4111 1', 4, '4111 1', 0],
    ['', 0, '', 0],
  ])
    assert.deepEqual(formatCardNumber(text, caret), { text: shown, caret: then });
  assert.equal(formatCardNumber('41111').caret, 6);
});

test('numbers are fine only when they are complete', () => {
  let seed = 1;
  const random = (below) => ((seed = (seed * 48271) % 2147483647) % below);
  const luhn = (digits) =>
    [...digits].reverse().reduce((sum, digit, at) => sum + Number(at % 2 ? '0246813579'[digit] : digit), 0) % 10;
  const made = (prefix, length) => {
    let number = prefix;
    while (number.length < length - 1) number += random(10);
    return number + ((10 - luhn(`${number}0`)) % 10);
  };
  const state = (number) => cardState('card_number', number);
  const counts = { complete: 0, early: 0, missing: 0, added: 0 };
  const kinds = [['4', 16], ['51', 16], ['2221', 16], ['55', 16], ['34', 15], ['37', 15], ['6011', 16], ['62', 16]];
  for (let round = 0; round < 4000; round++) {
    const number = made(...kinds[round % kinds.length]);
    if (state(number) === 'fine') counts.complete += 1;
    for (let end = 1; end < number.length; end++) if (state(number.slice(0, end)) === 'fine') counts.early += 1;
    const at = random(number.length);
    if (state(number.slice(0, at) + number.slice(at + 1)) === 'fine') counts.missing += 1;
    if (state(`${number.slice(0, at)}${random(10)}${number.slice(at)}`) === 'fine') counts.added += 1;
  }
  assert.deepEqual([counts.complete, counts.early], [4000, 0]);
  assert.ok(counts.missing <= 20 && counts.added <= 20, JSON.stringify(counts));
});

test('schema options choose warnings and unchecked', () => {
  const issues = (engine, options, body = { ...card, ip_address: 'home' }) =>
    engine.schema('payment', facts, options)['~standard'].validate(body).issues;
  const heard = [];
  const warnings = (findings) => heard.push(...findings.map(({ rule }) => rule));
  assert.equal(issues(checkout, { warnings }), undefined);
  assert.deepEqual(heard, ['payment.ip_address_format']);
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

test('schema normalises one body or several', () => {
  const { version, vendor, validate } = checkout.schema('payment', () => facts)['~standard'];
  assert.deepEqual([version, vendor], [1, 'paylint']);
  const issuesOf = ({ issues }) => issues.map(({ rule, path }) => [rule, path]);
  assert.deepEqual(issuesOf(validate({ ...card, exp_month: NaN })), [['payment.field_required', ['exp_month']]]);
  const zeros = { ...card, card_number: '0000000000000000' };
  assert.deepEqual(issuesOf(validate(zeros)), [['payment.card_number_zero', ['card_number']]]);
  assert.equal(validate(card).value, card);
  const values = { ...card, card_number: '4111 1111 1111 1111', exp_year: '2029', exp_month: '12', ip_address: '' };
  assert.deepEqual(validate(values).value, card);
  const endless = { ...card, exp_month: Infinity };
  const said = "has Infinity at /exp_month, which JSON doesn't have";
  for (const check of [() => validate(endless), () => checkout.check('payment', endless)])
    assert.throws(check, (error) => error.name === 'PaylintError' && error.message.includes(said));
  const both = checkout.schema({ order: 'order', card: 'payment' }, facts)['~standard'];
  const order = { ...cart, client: { email: 'x@mail.example' } };
  assert.deepEqual(both.validate({ order, card: values, terms: true }).value, { order, card, terms: true });
  const bad = { client: { email: 'x' }, products: [{ title: 'Bell', price: 0 }] };
  assert.deepEqual(issuesOf(both.validate({ card: { ...card, csc: '' }, order: bad })), [
    ['product.price_minimum', ['order', 'products', 0, 'price']],
    ['contact.email_format', ['order', 'client', 'email']],
    ['payment.csc_required', ['card', 'csc']],
  ]);
  assert.deepEqual(issuesOf(validate('{}')), [['field.type', []]], 'a text is not JSON text');
  assert.deepEqual(issuesOf(both.validate(undefined)), [['body.required', ['order']], ['body.required', ['card']]]);
  assert.throws(() => checkout.schema({ card: 'paymnt' }), { message: /did you mean "payment"\?/ });
});
