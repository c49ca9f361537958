// Uses the playground's checkout view as a shopper would.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlayground, textIn } from './playground.mjs';

let playground;

before(async () => {
  playground = await startPlayground();
});
after(() => playground?.close());

const open = (how) => playground.open({ hash: '#checkout', ...how });
const findings = (page, field) => page.locator(`#${field}-findings li`).allInnerTexts();
const invalid = (page, field) => page.getAttribute(`#${field}`, 'aria-invalid');
const verdict = async (page) => (await page.innerText('#checkout-verdict')).split('\n').join(': ');

const SHOPPER = [
  ['email', 'grace.lee@mail.example'],
  ['first_name', 'Grace'],
  ['last_name', 'Lee'],
  ['birth_date', '1991-09-30'],
  ['country', 'US'],
  ['state', 'WA'],
  ['address', '77 Pine Street'],
  ['city', 'Seattle'],
  ['zip_code', '98101'],
  ['cardholder_name', 'Grace Lee'],
  ['card_number', '4111 1111 1111 1111'],
  ['exp_month', '09'],
  ['exp_year', '42'],
];
const fillIn = async (page) => {
  for (const [field, text] of [...SHOPPER, ['csc', '123']]) await page.fill(`#${field}`, text);
};

test('the first view marks what is required, and says nothing else is wrong', async () => {
  const page = await open();
  assert.equal(await verdict(page), 'Not complete yet: 8 required fields still empty');
  for (const field of ['email', 'address', 'zip_code', 'cardholder_name', 'card_number', 'exp_month', 'exp_year', 'csc']) {
    assert.equal(await page.innerText(`#${field}-mark`), 'required', field);
    assert.equal(await page.getAttribute(`#${field}`, 'aria-required'), 'true');
  }
  assert.equal(await page.locator('.badge').count(), 8);
  assert.equal(await page.getAttribute('#city', 'aria-required'), 'false');
  assert.equal(await page.locator('#checkout .findings li').count(), 0);
  assert.match(await page.innerText('#post-order'), /^Order: not acceptable yet/);
  assert.match(await page.innerText('#post-order'), /avs\.zip_code_required/);
  assert.match(await page.innerText('#post-payment'), /^Card post: not acceptable yet/);
  assert.deepEqual(page.messages, []);
});

test('mistakes are said once they are made, in the shopper’s language, as are the labels', async () => {
  const page = await open();
  await fillIn(page);
  assert.equal(await page.innerText('#card-brand'), 'Visa');
  assert.equal(await verdict(page), 'Ready to pay');
  await page.fill('#email', 'grace@');
  assert.deepEqual(await findings(page, 'email'), [], 'it is being typed');
  assert.equal(await verdict(page), 'Not complete yet: 1 field not finished');
  await page.locator('#first_name').focus();
  assert.deepEqual(await findings(page, 'email'), ['The e-mail address isn’t complete yet.']);
  await page.fill('#email', 'grace@mail.example');
  await page.fill('#birth_date', '30/09/1991');
  assert.deepEqual(await findings(page, 'birth_date'), ['Please enter the date as year-month-day, such as 1991-09-30.']);
  await page.fill('#exp_year', '20');
  assert.deepEqual(await findings(page, 'exp_year'), ['This card has expired.']);
  assert.equal(await verdict(page), 'This would be refused: 2 mistakes');
  for (const [language, label, mark, pay, said] of [
    ['de', 'Kartennummer', 'erforderlich', '1.849,00 USD bezahlen', 'Diese Karte ist abgelaufen.'],
    ['lv', 'Kartes numurs', 'obligāts', 'Maksāt 1849,00 USD', 'Šīs kartes derīguma termiņš ir beidzies.'],
  ]) {
    await page.selectOption('#language', language);
    assert.equal(await page.getAttribute('#checkout', 'lang'), language);
    assert.equal(await page.innerText('label[for=card_number]'), label);
    assert.equal(await page.innerText('#csc-mark'), mark);
    assert.equal(await page.innerText('.pay'), pay);
    assert.deepEqual(await findings(page, 'exp_year'), [said]);
  }
  assert.equal(await invalid(page, 'birth_date'), 'true');
  await page.fill('#birth_date', '1991-09-30');
  assert.equal(await invalid(page, 'birth_date'), 'false');
  assert.deepEqual(page.messages, []);
});

test('the order opens in the request view', async () => {
  const page = await open();
  await page.fill('#email', 'grace');
  await page.getByRole('button', { name: 'Open in the request view' }).click();
  await page.waitForSelector('#request-view:not([hidden])');
  assert.match(await textIn(page, 'body'), /"email": "grace"/);
  assert.match(await textIn(page, 'facts'), /"avs_permission": true/);
  assert.match(await page.innerText('#findings'), /contact\.email_format/);
  assert.equal(await page.getAttribute('#to-request', 'aria-current'), 'page');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main', 'not lost');
  await page.click('#to-checkout');
  assert.equal(await page.inputValue('#email'), 'grace', 'the form is as it was');
});

test('the whole checkout by keyboard alone, up to an accepted request', async () => {
  const page = await open();
  const focused = () => page.evaluate(() => document.activeElement.id);
  for (const [field, text] of SHOPPER) {
    for (let tabs = 0; (await focused()) !== field; tabs += 1) {
      assert.ok(tabs < 200, `${field} can't be reached`);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'csc', 'the first invalid field has the focus');
  const outcome = () => page.innerText('#outcome');
  assert.match(await outcome(), /^Not sent.*security code/, 'of the field that has the focus');
  const said = await page.evaluateHandle(() => document.getElementById('outcome').firstChild);
  await page.keyboard.press('Enter');
  assert.match(await outcome(), /^Not sent/);
  assert.ok(await said.evaluate(({ isConnected }) => !isConnected), 'the same words are new, so they are read again');
  await page.keyboard.type('123');
  assert.equal(await outcome(), '', 'it was about an earlier request');
  await page.keyboard.press('Enter');
  assert.match(await outcome(), /would send this now/);
  assert.equal(await verdict(page), 'Ready to pay');
  await page.getByText('The card post and its report').click();
  const shown = await page.innerText('.posts');
  assert.match(shown, /"cardholder_name"/);
  assert.doesNotMatch(shown, /4111|"123"/, 'the card data is not shown');
  assert.deepEqual(page.messages, []);
});

test('screen readers get descriptions and the verdict, and a click isn’t missed', async () => {
  const page = await open();
  const dangling = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-describedby], [aria-labelledby]')]
      .flatMap((element) => [element.getAttribute('aria-describedby'), element.getAttribute('aria-labelledby')])
      .flatMap((ids) => ids?.split(' ') ?? [])
      .filter((id) => document.getElementById(id) === null),
  );
  assert.deepEqual(dangling, []);
  await page.fill('#email', 'grace');
  await page.waitForFunction(() => /Not complete/.test(document.getElementById('live').textContent));
  // What appears when the field is left doesn't move the button away from the click.
  await page.click('.pay');
  assert.equal((await findings(page, 'email')).length, 1);
  assert.match(await page.innerText('#outcome'), /^Not sent/);
});

test('composing a card number rewrites nothing', async () => {
  const page = await open();
  await page.focus('#card_number');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: '41111', selectionStart: 5, selectionEnd: 5 });
  assert.equal(await page.inputValue('#card_number'), '41111');
  await devtools.send('Input.insertText', { text: '41111' });
  assert.equal(await page.inputValue('#card_number'), '4111 1');
});
