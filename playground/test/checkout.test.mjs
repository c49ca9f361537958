// Uses the playground's checkout view as a shopper and a merchant would.

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
const mark = (page, field) => page.innerText(`#${field}-mark`);
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

test('the first view marks what is required, and says nothing else is wrong', async () => {
  const page = await open();
  assert.equal(await verdict(page), 'Not complete yet: 5 required fields still empty');
  for (const field of ['cardholder_name', 'card_number', 'exp_month', 'exp_year', 'csc']) {
    assert.equal(await mark(page, field), 'required', field);
    assert.equal(await page.getAttribute(`#${field}`, 'aria-required'), 'true');
  }
  assert.equal(await mark(page, 'price'), 'required', 'also of a field that is filled in');
  assert.equal(await mark(page, 'zip_code'), '');
  assert.equal(await page.getAttribute('#zip_code', 'aria-required'), 'false');
  assert.equal(await page.locator('#checkout .findings li').count(), 0);
  assert.match(await page.innerText('#post-order'), /^Order: acceptable/);
  assert.match(await page.innerText('#post-payment'), /^Card post: not acceptable yet/);
  assert.deepEqual(page.messages, []);
});

test('a shopper makes mistakes, sees them and corrects them', async () => {
  const page = await open();
  assert.deepEqual(
    await findings(page, 'birth_date'),
    [],
    'a field that was not touched has no findings',
  );
  await page.fill('#birth_date', '30/09/1991');
  assert.equal(await invalid(page, 'birth_date'), 'true');
  assert.deepEqual(await findings(page, 'birth_date'), [
    'Please enter the date as year-month-day, such as 1991-09-30.',
  ]);
  assert.equal(
    await verdict(page),
    'The gateway would refuse this: 1 mistake, 5 required fields still empty',
  );
  await page.fill('#birth_date', '1991-09-30');
  assert.equal(await invalid(page, 'birth_date'), 'false');
  assert.deepEqual(await findings(page, 'birth_date'), []);
  await page.fill('#price', '0.001');
  assert.deepEqual(await findings(page, 'price'), [
    'The price must be at least 0.01.',
    'Please enter at most 2 decimal places.',
  ]);
  await page.fill('#price', 'a lot');
  assert.deepEqual(await findings(page, 'price'), ['Please check this field.']);
  await page.fill('#cardholder_name', 'x');
  await page.fill('#cardholder_name', '');
  assert.deepEqual(await findings(page, 'cardholder_name'), ['Please enter the name on the card.']);
  assert.deepEqual(page.messages, []);
});

test('what is being typed isn’t a mistake yet, and an expired card is', async () => {
  const page = await open();
  for (const [field, text] of [...SHOPPER, ['csc', '123']]) await page.fill(`#${field}`, text);
  assert.equal(await page.innerText('#card-brand'), 'Visa');
  assert.match(await verdict(page), /^Ready to pay/);
  await page.fill('#email', 'grace@');
  assert.deepEqual(await findings(page, 'email'), [], 'it is being typed');
  assert.equal(await verdict(page), 'Not complete yet: 1 field not finished');
  await page.locator('#first_name').focus();
  assert.deepEqual(await findings(page, 'email'), ['The e-mail address isn’t complete yet.']);
  await page.fill('#email', 'grace@mail.example');
  await page.fill('#exp_year', '20');
  assert.deepEqual(await findings(page, 'exp_year'), ['This card has expired.']);
  assert.equal(await verdict(page), 'This shop’s policy would refuse this: 1 mistake');
  await page.fill('#price', '0');
  assert.equal(await verdict(page), 'The gateway would refuse this: 2 mistakes');
  await page.selectOption('#language', 'de');
  assert.deepEqual(await findings(page, 'price'), ['Der Preis muss mindestens 0,01 sein.']);
  assert.equal(await page.locator('#price-findings [lang=de]').count(), 1);
  assert.deepEqual(page.messages, []);
});

test('amounts are text with two decimals', async () => {
  const page = await open();
  assert.match(await page.innerText('.pay'), /^Pay 1,849\.00 USD$/);
  await page.fill('#price', '10.5');
  await page.fill('#quantity', '3');
  assert.equal(await page.inputValue('#price'), '10.50');
  assert.match(await page.innerText('.pay'), /^Pay 31\.50 USD$/);
  await page.getByText('The order and its report').click();
  assert.match(await page.innerText('#order-body'), /"price": 10\.50,/);
  await page.fill('#price', '0.1');
  assert.match(await page.innerText('.pay'), /^Pay 0\.30 USD$/, 'no binary fractions');
});

test('the merchant’s choices change what is required, with the rule behind', async () => {
  const page = await open();
  await page.click('.pay');
  assert.equal(await invalid(page, 'zip_code'), 'false');
  await page.check('#avs');
  assert.equal(await invalid(page, 'zip_code'), 'true');
  assert.equal(await mark(page, 'zip_code'), 'required');
  assert.match((await findings(page, 'address')).join(), /Please enter your billing address/);
  await page.fill('#zip_code', '98101');
  assert.equal(await invalid(page, 'zip_code'), 'false');
  assert.equal(await mark(page, 'zip_code'), 'required', 'it still is');
  const why = page.getByRole('link', { name: 'required: why? avs.zip_code_required' });
  assert.equal(await why.getAttribute('href'), '../rules/avs.zip_code_required/index.html');
  await page.uncheck('#avs');
  assert.equal(await invalid(page, 'address'), 'false');
  assert.equal(await mark(page, 'zip_code'), '');
  await page.check('#moto');
  assert.equal(await mark(page, 'csc'), 'better left out');
  await page.fill('#csc', '123');
  assert.match((await findings(page, 'csc')).join(), /Please leave the security code out/);
  await page.uncheck('#moto');
  assert.equal(await mark(page, 'csc'), 'required');
  await page.click('label[for=scenario-zero_amount]');
  await page.click('label[for=saving-one-click]');
  assert.equal(await mark(page, 'title'), 'better left out', 'it has no products');
  assert.equal(await mark(page, 'quantity'), 'better left out');
});

test('a card that the merchant saves is posted as such', async () => {
  const page = await open();
  for (const [field, text] of [...SHOPPER, ['csc', '123']]) await page.fill(`#${field}`, text);
  await page.click('label[for=saving-one-click]');
  assert.equal(await page.innerText('#post-payment'), 'Card post: acceptable');
});

test('an error that no field has leads to the setting, and a field counts once', async () => {
  const page = await open();
  for (const [field, text] of [...SHOPPER, ['csc', '123']]) await page.fill(`#${field}`, text);
  await page.fill('#price', '0.001');
  assert.equal((await findings(page, 'price')).length, 2);
  assert.equal(await verdict(page), 'The gateway would refuse this: 1 mistake');
  await page.click('label[for=scenario-zero_amount]');
  assert.equal(await verdict(page), 'The gateway would refuse this: 1 mistake');
  assert.match((await findings(page, 'saving')).join(), /^setup_future_use is missing; [^;]*$/);
  const group = page.getByRole('group', { name: 'Save the card for' });
  assert.match(await group.getAttribute('aria-describedby'), /saving-findings/);
  await page.click('.pay');
  const says = 'Not sent: please check the merchant’s settings.';
  assert.equal(await page.innerText('#outcome'), says);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'saving-');
  await page.keyboard.press('ArrowRight');
  assert.match(await verdict(page), /^Ready to pay/);
  assert.deepEqual(await findings(page, 'saving'), []);
  await page.click('label[for=saving-recurring]');
  await page.check('#travel_data');
  assert.match((await findings(page, 'saving')).join(), /but with travel_data it must be one of one-click, automatic$/);
  await page.click('.pay');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'saving-recurring');
  assert.deepEqual(page.messages, []);
});

test('the order opens in the request view', async () => {
  const page = await open();
  await page.fill('#price', '0');
  await page.getByRole('button', { name: 'Open in the request view' }).click();
  await page.waitForSelector('#request-view:not([hidden])');
  assert.match(await textIn(page, 'body'), /"price": 0\.00,/);
  assert.match(await textIn(page, 'facts'), /"avs_permission": false/);
  assert.match(await page.innerText('#findings'), /product\.price_minimum/);
  assert.equal(await page.getAttribute('#to-request', 'aria-current'), 'page');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main', 'not lost');
  await page.click('#to-checkout');
  assert.equal(await page.inputValue('#price'), '0.00', 'the form is as it was');
});

test('what the table forbids is greyed out with a reason, and cannot be switched on', async () => {
  const page = await open();
  await page.click('label[for=scenario-two_step]');
  assert.equal(await page.getAttribute('#account_funding', 'aria-disabled'), 'true');
  assert.match(await page.innerText('#why-account_funding'), /not with Two-Step/);
  await page.click('#account_funding', { force: true });
  assert.equal(await page.isChecked('#account_funding'), false);
  await page.click('label[for=scenario-one_step]');
  assert.equal(await page.getAttribute('#account_funding', 'aria-disabled'), 'false');
  await page.check('#account_funding');
  assert.equal(await page.getAttribute('#scenario-two_step', 'aria-disabled'), 'true');
  assert.match(await page.innerText('#why-scenario'), /Two-Step: not with account funding/);
  await page.getByText('The order and its report').click();
  assert.match(await page.innerText('#order-body'), /"account_number": "…"/);
  await page.click('label[for=terminal-qcash] span', { force: true });
  assert.equal(await page.isChecked('#terminal-qcash'), false);
});

test('the whole checkout by keyboard alone, up to an accepted request', async () => {
  const page = await open();
  const focused = () => page.evaluate(() => document.activeElement.id);
  const tabTo = async (id) => {
    for (let tabs = 0; (await focused()) !== id; tabs += 1) {
      assert.ok(tabs < 200, `${id} can't be reached`);
      await page.keyboard.press('Tab');
    }
  };
  for (const [field, text] of SHOPPER) {
    await tabTo(field);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'csc', 'the first invalid field has the focus');
  assert.match(await page.innerText('#outcome'), /Not sent/);
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  assert.match(await page.innerText('#outcome'), /would send this now/);
  assert.match(await verdict(page), /Ready to pay/);
  await tabTo('avs');
  await page.keyboard.press('Space');
  assert.equal(await page.isChecked('#avs'), true);
  await page.getByText('The card post and its report').click();
  const shown = await page.innerText('.posts');
  assert.match(shown, /"cardholder_name"/);
  assert.doesNotMatch(shown, /4111|"123"/, 'the card data is not shown');
  assert.deepEqual(page.messages, []);
});

test('what is said after paying is about the present request, and said again', async () => {
  const page = await open();
  const outcome = () => page.innerText('#outcome');
  for (const [field, text] of [...SHOPPER, ['csc', '123']]) await page.fill(`#${field}`, text);
  await page.click('.pay');
  assert.match(await outcome(), /Everything is in order/);
  await page.locator('#csc').focus();
  await page.locator('#email').focus();
  assert.match(await outcome(), /Everything is in order/, 'nothing was changed');
  await page.fill('#card_number', '4111');
  assert.equal(await outcome(), '', 'a field was edited');
  await page.click('.pay');
  const said = await page.evaluateHandle(() => document.getElementById('outcome').firstChild);
  await page.click('.pay');
  assert.match(await outcome(), /Not sent/);
  assert.ok(await said.evaluate(({ isConnected }) => !isConnected), 'the same words are new');
  await page.check('#avs');
  assert.equal(await outcome(), '', 'a setting was changed');
});

test('screen readers get names, descriptions and the verdict', async () => {
  const page = await open();
  const dangling = await page.evaluate(() =>
    [...document.querySelectorAll('[aria-describedby], [aria-labelledby], [aria-controls]')]
      .flatMap((element) =>
        ['aria-describedby', 'aria-labelledby', 'aria-controls'].flatMap(
          (name) => element.getAttribute(name)?.split(' ') ?? [],
        ),
      )
      .filter((id) => document.getElementById(id) === null),
  );
  assert.deepEqual(dangling, []);
  await page.fill('#email', 'grace');
  await page.waitForFunction(() =>
    /Not complete/.test(document.getElementById('live').textContent),
  );
  // What appears when the field is left doesn't move the switch away from the click.
  await page.getByRole('switch', { name: 'MOTO' }).check();
  assert.equal((await findings(page, 'email')).length, 1);
  await page.getByRole('radio', { name: 'QCash' }).isDisabled();
});
