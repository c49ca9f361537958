// Uses the playground's request view as an integrator would.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clipboard, findings, says, startPlayground, textIn, type, verdict } from './playground.mjs';

let playground;
let open;

before(async () => {
  playground = await startPlayground();
  open = playground.open;
});
after(() => playground?.close());

const ORDER = `{
  "client": { "email": "grace.lee@mail.example" },
  "products": [{ "title": "Ångström 😀", "price": 0.001 }]
}`;
const underlined = (page, part, level = 'error') =>
  page.locator(`#${part}-editor .cm-lintRange-${level}`).allInnerTexts();
const selected = (page) => page.evaluate(() => getSelection().toString());

test('the first view says what it is for, and its findings agree with its verdict', async () => {
  const page = await open();
  assert.match(await page.innerText('.purpose'), /whether the gateway can accept it/);
  assert.match(await verdict(page), /^Rejected/);
  assert.equal((await findings(page)).filter((text) => text.startsWith('Error')).length, 3);
  assert.match(await page.innerText('#counts'), /^3 errors, 2 warnings, 3 rules undecided$/);
  await page.waitForFunction(() =>
    /^ · [\d.,]+ µs/.test(document.getElementById('timing').textContent),
  );
  assert.deepEqual(page.messages, []);
});

test('a finding is underlined, listed, and leads to its line', async () => {
  const page = await open();
  await type(page, 'facts', '');
  await type(page, 'body', ORDER);
  assert.match(await verdict(page), /^Rejected/);
  assert.deepEqual(await underlined(page, 'body'), ['0.001']);
  const [finding, ...others] = await findings(page);
  assert.deepEqual(others, []);
  assert.match(finding, /^Error products\[0\]\.price must be at least 0\.01, not 0\.001/);
  assert.match(finding, /Line 3\s+\/products\/0\/price\s+product\.price_minimum/);
  await page.getByRole('button', { name: 'Line 3' }).click();
  assert.equal(await selected(page), '0.001');
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /Request body/);
  await page.keyboard.insertText('1.5');
  assert.match(await verdict(page), /^Accepted/);
  assert.deepEqual(await underlined(page, 'body'), []);
  assert.deepEqual(page.messages, []);
});

test('the places of findings that have no value of their own', async () => {
  const page = await open();
  await type(page, 'facts', '');
  const place = async (body, level) => {
    await type(page, 'body', body);
    return (await underlined(page, 'body', level)).join('|');
  };
  const products = '"products": [{"title": "a", "price": 1}]';
  assert.equal(await place('{"client": {}, "products": [{"title": "a"}]}'), '{', 'it is missing');
  assert.equal(await place(`{${products}}`), '{');
  assert.equal(await place('{"client": {}, "client": {}, "products": []}'), '"client"|"products"');
  assert.equal(await place(`{"client": 7, ${products}}`), '7');
  const unknown = `{"client": {"zipcode": "1"}, ${products}}`;
  assert.equal(await place(unknown, 'warning'), '"zipcode"');
  assert.equal(await place('{"client": {"email": "Å😀" "x": 1}}'), '"', 'counted in bytes');
  assert.match((await findings(page)).join(), /Error the body isn't valid JSON/);
  assert.equal(await place(''), '');
  assert.match((await findings(page)).join(), /body\.required/);
});

test('a missing fact is set by a click', async () => {
  const page = await open();
  await type(page, 'facts', '');
  await type(page, 'body', ORDER.replace('0.001', '5'));
  assert.match(await page.innerText('#unchecked'), /merchant\.avs_permission decides avs\.address/);
  assert.match(await verdict(page), /^Accepted/);
  await page.getByRole('button', { name: 'Set merchant.avs_permission to true' }).click();
  assert.deepEqual(JSON.parse(await textIn(page, 'facts')), { merchant: { avs_permission: true } });
  assert.match(await verdict(page), /^Rejected/);
  assert.equal(await page.innerText('#unchecked'), '');
  const needed = page.locator('#fields details.required');
  await needed.getByText('/client/address').waitFor();
  assert.deepEqual((await needed.innerText()).split('\n'), [
    'Still needed 2',
    '/client/address avs.address_required',
    '/client/zip_code avs.zip_code_required',
  ]);
  await open();
  await page.selectOption('#operation', 'refund');
  await type(page, 'facts', '{"request": {"method": "POST"}}');
  const path = '/api/v0.6/orders/ORDER_ID/refund/';
  await page.getByRole('button', { name: `Set request.path to ${path}` }).click();
  assert.equal(JSON.parse(await textIn(page, 'facts')).request.path, path);
  assert.doesNotMatch((await findings(page)).join(), /http\.path/);
});

test('a finding is fixed by a click, which says whether it is safe and what else changes', async () => {
  const page = await open();
  await type(page, 'facts', '{"terminal": "standard", "merchant": {"avs_permission": false}}');
  const body = '{"client": {}, "skip_captures": true,\n  "products": [{"price": "5.00"}]}';
  await type(page, 'body', body);
  const fixes = page.locator('#findings .fixes');
  await page.getByRole('button', { name: 'replace /products/0/price (safe)' }).click();
  assert.equal(await textIn(page, 'body'), body.replace('"5.00"', '5'));
  await page.getByRole('button', { name: 'rename /skip_captures to /skip_capture (likely)' }).waitFor();
  assert.match((await fixes.allInnerTexts()).join(), /one_step becomes two_step/);
  await page.getByRole('button', { name: 'rename /skip_captures to /skip_capture (likely)' }).click();
  assert.match(await textIn(page, 'body'), /"skip_capture": true/);
  const fill = 'add /products/0/title (you must fill this in)';
  await page.getByRole('button', { name: fill }).click();
  assert.match(await textIn(page, 'body'), /\{"price": 5, "title": "Mug"\}/);
  assert.match(await verdict(page), /^Accepted/);
  assert.deepEqual(page.messages, []);
});

test('what is still needed and what is not allowed now', async () => {
  const page = await open();
  await page.selectOption('#preset', { label: 'Two-Step order' });
  const forbidden = page.locator('#fields details.forbidden');
  await forbidden.locator('li', { hasText: '/recipient_client' }).waitFor();
  assert.match(await forbidden.innerText(), /\/recipient_client compat\.pair/);
  assert.match(await page.innerText('#fields'), /Still needed: none\./);
  await page.locator('#fields details.optional summary').click();
  assert.match(await page.innerText('#fields details.optional'), /\/client\/zip_code/);
  await type(page, 'body', '{"client": {}}');
  await page.locator('#fields details.required').getByText('/products', { exact: true }).waitFor();
  assert.ok(await page.locator('#fields details.optional').evaluate(({ open }) => open), 'still');
});

test('the link carries the state, and nothing is sent or kept', async () => {
  const page = await open();
  await page.selectOption('#operation', 'refund');
  await type(page, 'body', '{"amount": 7.50, "note": "Ångström 😀"}');
  await type(page, 'facts', '{"order": {"currency": "EUR"}}');
  await type(page, 'policy', '{"levels": {"field.unknown": "deny"}}');
  const before = page.requests.length;
  await page.click('#share');
  await page.waitForFunction(() => document.getElementById('share').textContent === 'Copied');
  const link = await clipboard(page);
  assert.equal(link, page.url());
  assert.ok(link.startsWith(`${playground.url}/#request=`));
  assert.match(await page.innerText('#share-hint'), /browsers don’t send/);
  assert.equal(page.requests.length, before, 'nothing is requested');
  const kept = () => [localStorage.length, sessionStorage.length, document.cookie];
  assert.deepEqual(await page.evaluate(kept), [0, 0, '']);
  const other = await playground.another({ hash: new URL(link).hash });
  for (const part of ['body', 'facts', 'policy'])
    assert.equal(await textIn(other, part), await textIn(page, part));
  assert.equal(await other.inputValue('#operation'), 'refund');
  assert.match((await findings(other)).join(), /Error.*note.*field\.unknown/s);
  for (const address of other.requests) assert.ok(address.startsWith(`${playground.url}/`));
  assert.ok(other.requests.every((address) => !address.includes('request=')), 'not sent');
  const damaged = await playground.another({ hash: '#request=WyJvcmRlciJd' });
  assert.match(await damaged.innerText('#share-hint'), /damaged/);
  assert.deepEqual([...page.messages, ...other.messages, ...damaged.messages], []);
});

test('going back to a link keeps what was typed since', async () => {
  const page = await open();
  await type(page, 'body', '{"total": 1}');
  await page.click('#share');
  const link = await page.evaluate(() => location.hash);
  const comesBack = async (typed) => {
    await type(page, 'body', typed);
    await page.click('#to-checkout');
    await page.waitForSelector('#checkout-view:not([hidden])');
    await page.goBack();
    await page.waitForSelector('#request-view:not([hidden])');
    assert.equal(await page.evaluate(() => location.hash), link);
    assert.equal(await textIn(page, 'body'), typed);
  };
  await comesBack('{"total": 2}');
  await open({ hash: link });
  assert.equal(await textIn(page, 'body'), '{"total": 1}');
  await comesBack('{"total": 3}');
});

test('the report, the request and the problem are copied', async () => {
  const page = await open();
  await page.selectOption('#preset', { label: 'Refund of more than is left' });
  const copied = async (name) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.getByRole('button', { name }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
    return clipboard(page);
  };
  const report = JSON.parse(await copied('Report as JSON'));
  assert.equal(report.findings[0].rule, 'refund.exceeds_remaining');
  const problem = JSON.parse(await copied('Problem details'));
  assert.equal(problem.type, 'rules/refund.exceeds_remaining');
  await type(page, 'body', '{"amount": 5, "note": "it\'s"}');
  const curl = await copied('Request as curl');
  assert.match(curl, /^curl --request POST 'https:\/\/\S+\/v0\.6\/orders\/ORDER_ID\/refund\/' /);
  assert.ok(curl.endsWith(`--data-binary '{"amount": 5, "note": "it'\\''s"}'`));
  assert.match(curl, /"Authorization: Bearer \$TOKEN"/);
  await page.getByRole('button', { name: 'Problem details' }).click();
  await page.getByText('An accepted request has none').waitFor();
  await type(page, 'facts', '{"terminal": 7}');
  assert.ok((await copied('Request as curl')).endsWith(`'{"amount": 5, "note": "it'\\''s"}'`));
  await page.getByRole('button', { name: 'Report as JSON' }).click();
  await page.getByText('Nothing is checked', { exact: true }).waitFor();
});

test('there is an example for every operation, and each is judged as it says', async () => {
  const page = await open();
  const options = page.locator('#operation option');
  const operations = await options.evaluateAll((all) => all.map(({ value }) => value));
  assert.equal(operations.length, 13);
  for (const operation of operations) {
    await page.selectOption('#operation', operation);
    const accepted = operation !== 'order';
    if (accepted) assert.match(await verdict(page), /^Accepted/, operation);
    assert.equal(await page.inputValue('#operation'), operation);
  }
  const labels = await page.locator('#preset option').allInnerTexts();
  for (const label of labels.slice(1)) {
    await page.selectOption('#preset', { label });
    const isWrong = /mistakes|missing|against|after|more than/.test(label);
    assert.match(await verdict(page), isWrong ? /^Rejected/ : /^Accepted/, label);
  }
  await page.selectOption('#preset', { label: 'Capture' });
  await type(page, 'body', '{"total": 1}');
  assert.equal(await page.inputValue('#preset'), '', 'it is the reader’s own now');
  await page.selectOption('#operation', 'refund');
  assert.equal(await textIn(page, 'body'), '{"total": 1}', 'what was typed stays');
  await type(page, 'body', '');
  await type(page, 'facts', '{"terminal": "qcash"}');
  await page.selectOption('#operation', 'reversal');
  assert.equal(await textIn(page, 'facts'), '{"terminal": "qcash"}', 'also without a body');
  await type(page, 'facts', '');
  await page.selectOption('#operation', 'refund');
  assert.notEqual(await textIn(page, 'body'), '', 'nothing was typed');
});

test('a rule says why it exists, with examples to try', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'compat.pair' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'compat.pair' });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /ruled out by the compatibility table/);
  assert.match(await dialog.innerText(), /Basis\s+The gateway’s documentation says so: §1/);
  await page.keyboard.press('Escape');
  assert.equal(await dialog.isVisible(), false);
  await page.getByRole('button', { name: 'compat.pair' }).first().click();
  await page.getByRole('button', { name: 'Try an example that breaks it' }).click();
  assert.equal(await dialog.isVisible(), false);
  assert.match((await findings(page)).join(), /compat\.pair/);
  await page.selectOption('#preset', { label: 'Order against a rule of your own' });
  await page.getByRole('button', { name: 'custom.order_limit' }).click();
  assert.match(await page.innerText('dialog[open]'), /A rule of your own policy/);
});

test('the focus stays on the rule whose example is opened, or close to it', async () => {
  const page = await open();
  const focused = () => page.evaluate(() => document.activeElement.ariaLabel);
  const opens = async (example) => {
    await page.locator('#findings').getByRole('button', { name: 'compat.pair' }).press('Enter');
    await page.getByRole('button', { name: example }).press('Enter');
  };
  await opens('Try an example that breaks it');
  assert.equal(await focused(), 'compat.pair: why?');
  await opens('Try one that keeps it');
  assert.match(await verdict(page), /^Accepted/);
  assert.equal(await focused(), 'Report');
});

test('facts and a policy that can’t be used say where', async () => {
  const page = await open();
  await type(page, 'facts', '{"merchant": {"hold_days": 40}}');
  assert.match(await verdict(page), /^Nothing is checked: the facts/);
  assert.match(await page.innerText('#facts-problem'), /hold_days: 40 is not in 6\.\.=28/);
  assert.deepEqual(await underlined(page, 'facts'), ['40']);
  assert.deepEqual(await findings(page), []);
  await type(page, 'facts', '{"merchant": ');
  assert.match(await page.innerText('#facts-problem'), /not JSON/);
  await type(page, 'facts', '');
  assert.equal(await page.innerText('#facts-problem'), '');
  await type(page, 'policy', '{"levels": {"avs.adress_required": "deny"}}');
  assert.match(await page.innerText('#policy-problem'), /did you mean "avs\.address_required"/);
  assert.deepEqual(await underlined(page, 'policy'), ['"deny"']);
  await type(page, 'policy', '{"max_findings": 1}');
  assert.match(await page.innerText('#findings'), /There are more than the policy keeps/);
});

test('what is shown is about the present text, even if the page can’t cope with it', async () => {
  const page = await open();
  await type(page, 'facts', '');
  await type(page, 'body', '['.repeat(100_000));
  assert.match(await verdict(page), /^Rejected/);
  assert.match((await findings(page)).join(), /at most 128 nested arrays and objects/);
  await type(page, 'body', '');
  await type(page, 'facts', `{"now": ${'['.repeat(100_000)}`);
  assert.match(await verdict(page), /^Nothing is checked: the facts/);
  await type(page, 'facts', '');
  await says(page, '#fields', /Still needed/);
  assert.match((await findings(page)).join(), /body\.required/);
  assert.deepEqual(page.messages, []);
  await page.evaluate(() => delete Intl.ListFormat);
  await page.selectOption('#preset', { label: 'Two-Step order' });
  assert.match(await verdict(page), /^Nothing is checked: this page has failed/);
  assert.deepEqual(await findings(page), []);
  assert.equal(page.messages.length, 1);
});

test('names and values are completed', async () => {
  const page = await open();
  const complete = async (part, text, steps, wanted) => {
    await type(page, part, text);
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    await page.locator('.cm-completionLabel', { hasText: wanted }).first().waitFor();
    return (await page.locator('.cm-completionLabel').allInnerTexts()).join('\n');
  };
  const names = await complete('body', '{"client": {"email": "a@b.example", }}', 2, /^zip_code$/);
  assert.doesNotMatch(names, /^email\b/m, 'it is given already');
  await page.keyboard.type('"zip');
  await page.locator('.cm-completionLabel', { hasText: /^zip_code$/ }).click();
  assert.match(await textIn(page, 'body'), /"email": "a@b\.example", "zip_code": "[^"]+"\}\}$/);
  await complete('facts', '{"terminal": }', 1, /^"qcash"$/);
  await complete('facts', '{"merchant": {}}', 2, /^hold_days$/);
  await complete('policy', '{"levels": {}}', 2, /^avs\.address_required$/);
});

test('the table follows the request', async () => {
  const page = await open();
  const columns = () => page.locator('#table > .scroll thead th').allInnerTexts();
  assert.deepEqual(await columns(), ['Two-Step payment', 'Account funding']);
  await page.selectOption('#preset', { label: 'Zero-Amount order that saves the card' });
  assert.deepEqual(await columns(), ['Zero-Amount payment', 'Payment method saving']);
  const row = page.locator('#table > .scroll tr', { hasText: 'MOTO' });
  assert.match(await row.innerText(), /the table contradicts itself/);
  await page.getByText('The whole table').click();
  assert.equal(await page.locator('#table details tbody tr').count(), 25);
  await page.selectOption('#preset', { label: 'Tax' });
  assert.match(await page.innerText('#table'), /no scenario and no capabilities/);
  await page.selectOption('#preset', { label: 'Two-Step order' });
  assert.notDeepEqual(await columns(), []);
  await type(page, 'policy', '[1]');
  assert.deepEqual(await columns(), []);
  assert.match(await page.innerText('#table'), /Nothing is checked/);
  assert.ok(await page.locator('#table details').evaluate(({ open }) => open), 'still');
  await type(page, 'policy', '');
  assert.notDeepEqual(await columns(), []);
});

test('everything works by keyboard alone', async () => {
  const page = await open();
  const focused = () =>
    page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.textContent);
  const tabTo = async (pattern) => {
    for (let tabs = 0; tabs < 200; tabs += 1) {
      await page.keyboard.press('Tab');
      if (pattern.test(await focused())) return;
    }
    assert.fail(`${pattern} can't be reached`);
  };
  await tabTo(/^Skip to the content$/);
  await page.keyboard.press('Enter');
  await tabTo(/^Request body$/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(ORDER);
  await tabTo(/^Line 3$/);
  await page.keyboard.press('Enter');
  assert.equal(await selected(page), '0.001');
  await page.keyboard.insertText('0.01');
  assert.match(await textIn(page, 'body'), /0\.01 /);
  await tabTo(/^Set card\.issuer_country to US$|^Set merchant\.avs_permission to false$/);
  await page.keyboard.press('Enter');
  await tabTo(/^Report as JSON$/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.textContent === 'Copied');
});

test('screen readers hear the verdict once typing pauses', async () => {
  const page = await open();
  const heard = (pattern) =>
    page.waitForFunction(
      (source) => new RegExp(source).test(document.getElementById('live').textContent),
      pattern,
    );
  await heard('^Rejected.*3 errors');
  await type(page, 'facts', '');
  await type(page, 'body', ORDER.replace('0.001', '5'));
  await heard('^Accepted');
});
