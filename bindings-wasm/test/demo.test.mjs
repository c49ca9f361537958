// Uses the checkout page as a shopper and a merchant would. Screenshots go to test/output/.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, serve } from './browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
let browser;
let server;

before(async () => {
  mkdirSync(`${here}output`, { recursive: true });
  server = await serve({ '/': `${here}../demo/dist` });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function open({ width = 1440, scheme = 'light' } = {}) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(`${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') page.errors.push(message.text());
  });
  await page.goto(server.url);
  await page.waitForSelector('html[data-ready]');
  return page;
}

const findings = (page, field) => page.locator(`#${field}-findings li`).allInnerTexts();
const invalid = (page, field) => page.getAttribute(`#${field}`, 'aria-invalid');

test('a shopper makes mistakes, sees them and corrects them', async () => {
  const page = await open();
  assert.deepEqual(
    await findings(page, 'birth_date'),
    [],
    'a field that was not touched has no findings',
  );
  await page.fill('#birth_date', '30/09/1991');
  assert.equal(await invalid(page, 'birth_date'), 'true');
  assert.match(
    (await findings(page, 'birth_date')).join(),
    /Birth date must be a real day, written YYYY-MM-DD/,
    'the field goes by its label, not by the name of its member',
  );
  await page.fill('#birth_date', '1991-09-30');
  assert.equal(await invalid(page, 'birth_date'), 'false');
  assert.deepEqual(await findings(page, 'birth_date'), []);
  await page.fill('#price', '0.001');
  assert.match((await findings(page, 'price')).join(), /Price must be at least 0.01, not 0.001/);
  await page.fill('#price', 'a lot');
  assert.match((await findings(page, 'price')).join(), /expected number, found string/);
  await page.fill('#price', '10.50');
  await page.fill('#quantity', '3');
  assert.match(await page.innerText('.pay'), /31\.5 USD/);
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('the address is required while the merchant has AVS on', async () => {
  const page = await open();
  await page.click('.pay');
  assert.equal(await invalid(page, 'zip_code'), 'false');
  await page.check('#avs');
  assert.equal(await invalid(page, 'zip_code'), 'true');
  assert.match((await findings(page, 'address')).join(), /AVS/);
  await page.fill('#zip_code', '98101');
  assert.equal(await invalid(page, 'zip_code'), 'false');
  await page.uncheck('#avs');
  assert.equal(await invalid(page, 'address'), 'false');
  await page.close();
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
  assert.match(await page.innerText('#request'), /recipient_client/);
  await page.click('label[for=terminal-qcash] span', { force: true });
  assert.equal(await page.isChecked('#terminal-qcash'), false);
  await page.close();
});

test('the whole checkout by keyboard alone, up to an accepted request', async () => {
  const page = await open();
  const type = async (field, text) => {
    while ((await page.evaluate(() => document.activeElement.id)) !== field)
      await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  };
  for (const [field, text] of [
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
    ['exp_month', '11'],
    ['exp_year', '42'],
  ])
    await type(field, text);
  await page.keyboard.press('Enter');
  assert.equal(
    await page.evaluate(() => document.activeElement.id),
    'csc',
    'the first invalid field has the focus',
  );
  assert.match(await page.innerText('#outcome'), /Not sent/);
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  assert.match(await page.innerText('#outcome'), /would be sent now/);
  assert.match(await page.innerText('#verdict'), /can accept this/);
  while ((await page.evaluate(() => document.activeElement.id)) !== 'avs')
    await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  assert.equal(await page.isChecked('#avs'), true);
  while ((await page.evaluate(() => document.activeElement.id)) !== 'tab-order')
    await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getAttribute('#tab-payment', 'aria-selected'), 'true');
  const shown = await page.innerText('#panel');
  assert.match(shown, /"cardholder_name"/);
  assert.doesNotMatch(shown, /4111|"123"/, 'the card data is not shown');
  assert.deepEqual(page.errors, []);
  await page.close();
});

test('screen readers get names, descriptions and a live region', async () => {
  const page = await open();
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('input, button')]
      .filter((element) => (element.labels?.[0] ?? element).textContent.trim() === '')
      .map((element) => element.id),
  );
  assert.deepEqual(nameless, []);
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
    /refuse|accept/.test(document.getElementById('live').textContent),
  );
  await page.getByRole('switch', { name: 'MOTO' }).check();
  await page.getByRole('radio', { name: 'QCash' }).isDisabled();
  await page.close();
});

for (const [width, scheme] of [
  [360, 'light'],
  [1440, 'light'],
  [1440, 'dark'],
  [360, 'dark'],
]) {
  test(`the page fits ${width} pixels, ${scheme}`, async () => {
    const page = await open({ width, scheme });
    await page.fill('#email', 'grace.lee at mail');
    await page.fill('#birth_date', '30/09/1991');
    await page.check('#avs');
    await page.click('label[for=scenario-two_step]');
    await page.click('.pay');
    await page.evaluate(() => scrollTo(0, 0));
    const wide = await page.evaluate(
      () =>
        [...document.querySelectorAll('main *')].filter(
          (element) =>
            element.closest('pre, .visually-hidden') === null &&
            element.getBoundingClientRect().right > innerWidth + 1,
        ).length,
    );
    assert.equal(wide, 0);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.screenshot({ path: `${here}output/demo-${width}-${scheme}.png`, fullPage: true });
    await page.close();
  });
}
