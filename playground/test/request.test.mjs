// Uses the playground's request view as an integrator would.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  address,
  clipboard,
  findings,
  focus,
  paste,
  says,
  settled,
  startPlayground,
  tabTo,
  textIn,
  type,
  verdict,
} from './playground.mjs';

let playground;
let open;

before(async () => {
  playground = await startPlayground();
  open = playground.open;
});
afterEach(() => playground.closePages());
after(() => playground?.close());

const ORDER = `{
  "client": { "email": "grace.lee@mail.example" },
  "products": [{ "title": "Ångström 😀", "price": 0.001 }]
}`;
const REFUSED = /refuse|wouldn’t send/;
const PASSES = /^(Nothing found so far|Can’t be decided yet)/;
const underlined = async (page, part, level = 'error') => {
  await settled(page);
  return page.locator(`#${part}-editor .cm-lintRange-${level}`).allInnerTexts();
};
/** The sheet in a link. */
const carried = (link) => inflateRawSync(Buffer.from(link.split('#sheet=')[1], 'base64url')).toString();
const selected = (page) => page.evaluate(() => getSelection().toString());

test('first view says its purpose and agrees', async () => {
  const page = await open();
  assert.match(await page.innerText('.purpose'), /whether the gateway can accept it/);
  assert.match(await verdict(page), REFUSED);
  assert.equal((await findings(page)).filter((text) => text.startsWith('Error')).length, 3);
  assert.match(await page.innerText('#counts'), /^3 errors, 2 warnings, 3 rules undecided$/);
  assert.deepEqual(page.messages, []);
});

test('finding is underlined and leads to its line', async () => {
  const page = await open();
  await type(page, 'facts', '');
  await type(page, 'body', ORDER);
  assert.match(await verdict(page), REFUSED);
  assert.deepEqual(await underlined(page, 'body'), ['0.001']);
  const [finding, ...others] = await findings(page);
  assert.deepEqual(others, []);
  assert.match(finding, /^Error products\[0\]\.price must be at least 0\.01, not 0\.001/);
  assert.match(finding, /Line 3\s+\/products\/0\/price\s+product\.price_minimum/);
  await page.getByRole('button', { name: 'Line 3' }).click();
  assert.equal(await selected(page), '0.001');
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /Request body/);
  await page.keyboard.insertText('1.5');
  assert.match(await verdict(page), PASSES);
  assert.deepEqual(await underlined(page, 'body'), []);
  assert.deepEqual(page.messages, []);
});

test('places of findings without a value', async () => {
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
  const unknown = `{"client": {"email": "a@b.lv", "zipcode": "1"}, ${products}}`;
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
  assert.match(await verdict(page), PASSES);
  await page.getByRole('button', { name: 'Set merchant.avs_permission to true' }).click();
  assert.deepEqual(JSON.parse(await textIn(page, 'facts')), { merchant: { avs_permission: true } });
  assert.match(await verdict(page), REFUSED);
  assert.equal(await page.innerText('#unchecked'), '');
  const needed = page.locator('#fields details.required');
  await needed.getByText('/client/address').waitFor();
  assert.deepEqual((await needed.innerText()).split('\n'), [
    'Still needed 2',
    '/client/address avs.address_required',
    '/client/zip_code avs.zip_code_required',
  ]);
  await page.click('#afresh');
  await page.selectOption('#operation', 'refund');
  await type(page, 'facts', '{"request": {"method": "POST"}}');
  const path = '/api/v0.6/orders/ORDER_ID/refund/';
  await page.getByRole('button', { name: `Set request.path to ${path}` }).click();
  assert.equal(JSON.parse(await textIn(page, 'facts')).request.path, path);
  assert.doesNotMatch((await findings(page)).join(), /http\.path/);
});

test('click makes a fix and shows its effects', async () => {
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
  assert.equal(await verdict(page), '1 made-up value to fill in');
  assert.match((await findings(page)).join(), /To fill in \/products\/0\/title/);
  assert.equal(await selected(page), 'Mug');
  await page.keyboard.insertText('Cup');
  assert.match(await verdict(page), PASSES);
  assert.doesNotMatch((await findings(page)).join(), /To fill in/);
  assert.deepEqual(page.messages, []);
});

test('needed and forbidden members are listed', async () => {
  const page = await open();
  await type(page, 'facts', '{"terminal": "standard"}');
  await type(page, 'body', ORDER.replace('{', '{"skip_capture": true,'));
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

test('link carries the state, nothing is sent', async () => {
  const page = await open();
  await page.selectOption('#operation', 'refund');
  await type(page, 'body', '{"amount": 7.50, "note": "Ångström 😀"}');
  await type(page, 'facts', '{"order": {"currency": "EUR"}}');
  await type(page, 'policy', '{"levels": {"field.unknown": "deny"}}');
  const before = page.requests.length;
  await page.click('#share');
  await says(page, '#share', /Copied/);
  const link = await clipboard(page);
  assert.equal(link, await address(page));
  assert.ok(link.startsWith(`${playground.url}/#sheet=`));
  assert.match(await page.innerText('#share-hint'), /browsers don’t send/);
  assert.equal(page.requests.length, before, 'nothing is requested');
  const other = await playground.open({ hash: new URL(link).hash });
  for (const part of ['body', 'facts', 'policy'])
    assert.equal(await textIn(other, part), await textIn(page, part));
  assert.equal(await other.inputValue('#operation'), 'refund');
  assert.match((await findings(other)).join(), /Error.*note.*field\.unknown/s);
  // The worker is a part of the page's script.
  for (const address of other.requests)
    assert.ok(address.replace(/^blob:/, '').startsWith(`${playground.url}/`), address);
  assert.ok(other.requests.every((address) => !address.includes('sheet=')), 'not sent');
  const plain = Buffer.from('["tax","{}","",""]').toString('base64url');
  assert.equal(await (await open({ hash: `#request=${plain}` })).inputValue('#operation'), 'tax');
  const damaged = await playground.open({ hash: '#request=WyJvcmRlciJd' });
  assert.match(await damaged.innerText('#share-hint'), /damaged/);
  const large = deflateRawSync(JSON.stringify(['tax', ' '.repeat(1 << 20), '', ''])).toString('base64url');
  assert.match(await (await playground.open({ hash: `#sheet=${large}` })).innerText('#share-hint'), /damaged/);
  assert.deepEqual([...page.messages, ...other.messages, ...damaged.messages], []);
});

test('typed text is kept until “Start afresh”', async () => {
  const page = await open();
  const first = await textIn(page, 'body');
  assert.equal(await address(page), `${playground.url}/`, 'nothing was typed yet');
  await paste(page, 'curl -d \'{"amount": 7.50}\' https://gateway.example/api/v0.6/orders/42/refund/');
  await type(page, 'policy', '{"levels": {"field.unknown": "deny"}}');
  await page.waitForFunction(() => localStorage.getItem('paylint sheet')?.includes('field.unknown'));
  assert.match(carried(await address(page)), /^\["refund","\{\\"amount\\": 7\.50\}".*field\.unknown/);
  const texts = async () => [await textIn(page, 'body'), await textIn(page, 'facts'), await textIn(page, 'policy')];
  const before = await texts();
  for (const path of [undefined, '/']) {
    // Without the text in its address, too, as when somebody comes back.
    if (path !== undefined) await page.evaluate((path) => history.replaceState(null, '', path), path);
    await page.reload();
    await says(page, '#fields', /Still needed/);
    assert.deepEqual(await texts(), before);
    assert.equal(await page.inputValue('#operation'), 'refund');
  }
  assert.equal(await page.innerText('#body-read'), 'This is what you typed last.');
  await paste(page, '{"client": {}, "products": []}');
  assert.equal(await textIn(page, 'facts'), '', 'what the earlier request told is still known');
  await page.getByRole('button', { name: 'Start afresh' }).click();
  assert.equal(await textIn(page, 'body'), first);
  await page.waitForFunction(() => !location.href.includes('#'));
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  assert.deepEqual(page.messages, []);
});

test('secrets are in no link and not kept', async () => {
  const page = await open();
  const isClean = (text) => ['4111', '737', 'LV80BANK', '5555 5555', 'abc.def'].every((secret) => !text.includes(secret));
  await type(page, 'facts', '{"request": {"headers": {"Authorization": "Bearer abc.def"}}, "order": {"amount": 12.5}}');
  for (const text of [
    '{"card_number": "4111111111111111", "csc": 737, "account_number": {"a": ["LV80BANK0000435195001"]}, "note": "5555 5555 5555 4444"}',
    `{card_number: '4111111111111111', csc: '737'}`,
    `curl -d '{"card_number":"4111111111111111","csc":"737"}' -H 'Authorization: Bearer abc.def'`,
    'card_number=4111-1111-1111-1111&csc=737&token=abc.def',
    String.raw`{"log": "{\"csc\":\"737\",\"card_token\": \"abc.def\"}"}`,
    String.raw`{"card\u005fnumber": "41111111", "csc": "737`,
    '{"cardNo": "41111111", "cvn": 737, "securityCode": ["737"], "apiKey": "abc.def"}',
    'pan=41111111&security-code=737&private_key=abc.def',
    String.raw`{"note": "\u0034111111111111111", "\u0034111111111111111": "Bearer\u0020abc.def"}`,
  ]) {
    const before = await address(page);
    await type(page, 'body', text);
    await page.click('#share');
    await page.waitForFunction((before) => location.href !== before, before);
    const link = carried(await address(page));
    assert.ok(link.includes('12.5') && isClean(link), link);
    assert.equal(await textIn(page, 'body'), text, 'the page still has them');
  }
  await says(page, '#share-hint', /“removed” stands in their place/);
  await page.reload();
  await says(page, '#verdict', /refuse/);
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  assert.ok(kept.includes('12.5') && isClean(kept), kept);
  assert.deepEqual(page.messages, []);
});

test('the banner says who refuses', async () => {
  const page = await open();
  const says = async (parts, words) => {
    for (const [part, text] of Object.entries(parts)) await type(page, part, text);
    assert.match(await verdict(page), words);
  };
  const facts = '{"terminal": "standard", "merchant": {"avs_permission": false}}';
  await says({ facts, policy: '', body: ORDER }, /^The gateway would refuse this order$/);
  await says({ policy: '{"levels": {"product.price_minimum": "warn"}}' }, /; your policy lets it pass$/);
  const body = ORDER.replace('0.001', '5');
  await says({ body, policy: '' }, /^Nothing found so far$/);
  await says({ body: body.replace('"client"', '"extra": 1, "client"') }, /^Nothing found so far that would/);
  await says({ policy: '{"levels": {"field.unknown": "deny"}}' }, /^Your policy refuses this order$/);
  await says({ body, policy: '', facts: '' }, /^Can’t be decided yet: set merchant\.avs_permission/);
  await says({ policy: '{"unchecked": "reject"}' }, /^Can’t be decided yet: set merchant\.avs_permission/);
});

test('large body doesn’t slow down typing', async () => {
  const page = await open();
  const product = (at) => `    {"title": "Cup", "price": ${at % 2 === 0 ? 0 : 5}, "extra${at}": 1}`;
  const products = Array.from({ length: 2500 }, (_, at) => product(at)).join(',\n');
  await type(page, 'facts', '');
  await type(page, 'policy', '{"max_findings": 10000}');
  await paste(page, `{\n  "client": {},\n  "products": [\n${products}\n  ]\n}`);
  const all = await findings(page);
  assert.equal(all.length, 100);
  const lines = all.map((text) => Number(/Line (\d+)/.exec(text)[1]));
  assert.ok(all.every((text) => text.startsWith('Error')));
  assert.deepEqual(lines, [...lines].sort((a, b) => a - b));
  assert.match(await page.innerText('#findings'), /These are the first 100; there are \d+ more/);
  // A job that takes longer ends as soon as another text is typed.
  await page.waitForFunction(() => document.getElementById('fields').ariaBusy === 'true');
  await type(page, 'body', '{}');
  assert.ok((await findings(page)).length < 10);
  await says(page, '#fields', /Still needed/);
  assert.deepEqual(page.messages, []);
});

test('a curl command and lines of JSON are read', async () => {
  const page = await open();
  await type(page, 'facts', '{"terminal": "standard"}');
  await paste(
    page,
    `$ curl -XPOST 'https://gateway.example/api/v0.6/orders/42/refund/?a=1' \\\n  -H "Authorization: Bearer \${TOKEN}" --data-raw $'{"amount": 7.50, "note": "it\\'s"}'`,
  );
  assert.equal(await page.inputValue('#operation'), 'refund');
  assert.equal(await textIn(page, 'body'), `{"amount": 7.50, "note": "it's"}`, 'the number stays');
  const facts = async () => JSON.parse(await textIn(page, 'facts'));
  const headers = { Authorization: 'Bearer $TOKEN', 'Content-Type': 'application/x-www-form-urlencoded' };
  assert.deepEqual(await facts(), {
    terminal: 'standard',
    request: { method: 'POST', path: '/api/v0.6/orders/42/refund/', headers },
  });
  assert.equal(await page.innerText('#body-read'), 'Read as a curl command, of the operation Refund.');
  await type(page, 'body', '{"amount": 8}');
  assert.equal(await page.innerText('#body-read'), '', 'it was about another text');
  await paste(page, 'curl https://gateway.example/api/v0.6/taxes/ --json=\'{"name":"VAT"}\'');
  assert.equal(await page.inputValue('#operation'), 'tax');
  assert.deepEqual(JSON.parse(await textIn(page, 'body')), { name: 'VAT' });
  assert.deepEqual((await facts()).request.headers, { 'Content-Type': 'application/json' });
  await paste(page, '{"client": {}, "products": []}');
  assert.deepEqual(await facts(), { terminal: 'standard' }, 'what an earlier request told is gone');
  assert.doesNotMatch((await findings(page)).join(), /http\./);
  const line = { method: 'POST', path: '/api/v0.6/orders/42/capture/', status: 400 };
  await paste(page, JSON.stringify({ ...line, body: '{"total": 8.0}' }));
  assert.equal(await page.inputValue('#operation'), 'capture');
  assert.match(await textIn(page, 'body'), /8\.0/, 'the number stays');
  await paste(page, '{"operation":"tax","body":{"name":"VAT"}}\n{"operation":"refund","body":{"amount":1}}\n');
  assert.match(await page.innerText('#body-read'), /^Read as the first of 2 lines, of the operation Tax/);
  await page.click('#next-line');
  assert.deepEqual(JSON.parse(await textIn(page, 'body')), { amount: 1 });
  assert.equal(await page.locator('#next-line').isVisible(), false);
  await paste(page, '{"client": {}, }');
  assert.equal(await textIn(page, 'body'), '{"client": {}, }', 'a mistake isn’t mended');
  assert.match((await findings(page)).join(), /isn't valid JSON/);
  for (const text of ['Dear Sir', "curl -d '{"]) {
    await paste(page, text);
    assert.equal(await textIn(page, 'body'), text);
  }
  assert.deepEqual(page.messages, []);
});

test('nearly JSON is offered as JSON', async () => {
  const page = await open();
  const meant = { client: { email: 'a@b.lv' }, products: [{ title: 'Mug, "big"', price: 12.5 }], is_moto: true };
  const offers = async (text, kind) => {
    await paste(page, text);
    await says(page, '#repair-hint', /read as/);
    assert.equal(await page.innerText('#repair-hint'), `It can be read as ${kind}.`);
    assert.equal(await textIn(page, 'body'), text, 'a mistake isn’t mended');
    await page.getByRole('button', { name: 'Use it as JSON' }).click();
    await says(page, '#fields', /Still needed/);
    assert.deepEqual(JSON.parse(await textIn(page, 'body')), meant);
    assert.equal(await page.locator('#repair').isVisible(), false);
  };
  const json = '{"client": {"email": "a@b.lv"}, "products": [{"title": "Mug, \\"big\\"", "price": 12.5}], "is_moto": true}';
  await offers(json.replace(/}$/, ', }'), 'JSON with a trailing comma');
  await offers(json.replace('{', '{ // by hand\n').replace('12.5', '12.5 /* EUR */'), 'JSON with a comment');
  await offers(json.replace('{', '{ # by hand\n'), 'JSON with a comment');
  await offers(json.replace('"is_moto"', "'is_moto'"), 'JSON with single quotes');
  await offers(json.replace('true', 'True'), 'JSON with Python’s literals');
  await offers(JSON.stringify(json), 'JSON with the body as text');
  await offers(
    `$body = array('client' => ['email' => 'a@b.lv'],\n  'products' => array(0 => ['title' => 'Mug, "big"', 'price' => 12.5]), 'is_moto' => TRUE, );`,
    'an array of PHP',
  );
  const log = '2026-11-20T10:15:00Z INFO [main] POST /api/v0.6/orders/7/capture/ {"total": 8.0} 201';
  await paste(page, `${log}\n${log.replace('8.0', '9')}`);
  assert.match(await page.innerText('#body-read'), /^Read as the first of 2 lines, of the operation Capture/);
  assert.equal(await textIn(page, 'body'), '{"total": 8.0}');
  await page.click('#next-line');
  assert.deepEqual(JSON.parse(await textIn(page, 'body')), { total: 9 });
  await paste(page, JSON.stringify({ id: 7, body: json }));
  assert.match(await page.innerText('#body-read'), /^Read as JSON with the body as text/);
  assert.deepEqual(JSON.parse(await textIn(page, 'body')), meant);
  assert.deepEqual(page.messages, []);
});

test('all mistakes of syntax are listed', async () => {
  const page = await open();
  await type(page, 'body', '{\n  "a": 1\n  "b" 2,\n  // c\n  "d": [1, 2,]\n}');
  const [finding] = await findings(page);
  assert.match(finding, /^Error the body isn't valid JSON/);
  const listed = page.locator('#findings li li');
  const words = ['Line 3 a comma missing', 'Line 3 a colon missing', 'Line 4 a comment', 'Line 5 a trailing comma'];
  assert.deepEqual(await listed.allInnerTexts(), words);
  await listed.getByRole('button', { name: 'Line 5' }).click();
  assert.equal(await selected(page), ']');
  await paste(page, "{'client': {'email': 'a@b.lv'},\n 'products': [{title: “Mug” \"price\": 5}], # pots\n 'is_moto': True}");
  const quotes = Array(3).fill('Line 1 single quotes');
  assert.deepEqual(await listed.allInnerTexts(), [
    ...quotes,
    'Line 2 single quotes',
    'Line 2 text without quotes',
    'Line 2 curly quotes',
    'Line 2 a comma missing',
    'Line 2 a comment',
    'Line 3 single quotes',
    'Line 3 Python’s literals',
  ]);
  assert.equal(await selected(page), '', 'the next key doesn’t delete what was pasted');
});

test('pasting over an example is undone at once', async () => {
  const page = await open();
  const [body, facts] = [await textIn(page, 'body'), await textIn(page, 'facts')];
  await focus(page, 'body');
  await page.keyboard.press('ControlOrMeta+z');
  assert.equal(await textIn(page, 'body'), body, 'there is nothing to take back yet');
  const card = '{"card_number": "4111111111111111", "csc": "123", "exp_month": 1, "exp_year": 39}';
  await paste(page, card);
  assert.equal(await textIn(page, 'facts'), '');
  assert.equal(await page.inputValue('#operation'), 'payment');
  assert.match(await page.innerText('#body-read'), /^It looks like the operation Payment/);
  await page.keyboard.press('ControlOrMeta+z');
  await settled(page);
  assert.deepEqual([await textIn(page, 'body'), await textIn(page, 'facts')], [body, facts]);
  assert.equal(await page.inputValue('#operation'), 'order');
  await page.keyboard.press('ControlOrMeta+y');
  assert.deepEqual([await textIn(page, 'body'), await textIn(page, 'facts')], [card, '']);
});

test('all that is safe is fixed at once', async () => {
  const page = await open();
  await type(page, 'facts', '{"terminal": "standard", "merchant": {"avs_permission": false}}');
  await type(page, 'body', '{"client": {"email": "a@b.lv"}, "products": [{"title": "Cup", "price": "5.00", "quantity": "2"}]}');
  await page.getByRole('button', { name: 'Fix all that is safe' }).click();
  assert.match(await textIn(page, 'body'), /"price": 5, "quantity": 2/);
  assert.equal(await verdict(page), 'Nothing found so far');
  await says(page, '#fields', /Optional/);
  assert.equal(await page.getByRole('button', { name: 'Fix all that is safe' }).count(), 0);
});

test('the report is copied', async () => {
  const page = await open();
  await page.selectOption('#preset', { label: 'Refund of more than is left' });
  await settled(page);
  await page.click('#copy-report');
  await says(page, '#copy-report', /Copied/);
  const report = JSON.parse(await clipboard(page));
  assert.equal(report.findings[0].rule, 'refund.exceeds_remaining');
  await type(page, 'facts', '{"terminal": 7}');
  await page.click('#copy-report');
  await says(page, '#copy-report', /Nothing is checked/);
});

test('every example is judged as it says', async () => {
  const page = await open();
  const options = page.locator('#operation option');
  const operations = await options.evaluateAll((all) => all.map(({ value }) => value));
  assert.equal(operations.length, 13);
  for (const operation of operations) {
    await page.selectOption('#operation', operation);
    assert.match(await verdict(page), PASSES, operation);
    assert.equal(await page.inputValue('#operation'), operation);
  }
  const labels = await page.locator('#preset option').allInnerTexts();
  for (const label of labels.slice(1)) {
    await page.selectOption('#preset', { label });
    const isWrong = /mistakes|missing|against|after|more than/.test(label);
    assert.match(await verdict(page), isWrong ? REFUSED : PASSES, label);
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

test('invalid facts and policies say where', async () => {
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
  const before = await findings(page);
  await type(page, 'policy', '{"levels": {"avs.adress_required": "deny"}}');
  assert.match(await page.innerText('#policy-problem'), /did you mean "avs\.address_required"/);
  assert.deepEqual(await underlined(page, 'policy'), ['"deny"']);
  assert.match(await verdict(page), /^The policy can’t be used; by the last one that could: The gateway/);
  assert.equal((await findings(page)).length, before.length, 'they stay while a policy is half typed');
  await page.selectOption('#policy-preset', 'strict');
  assert.match(await verdict(page), REFUSED);
  assert.equal(JSON.parse(await textIn(page, 'policy')).label, 'strict');
  await type(page, 'policy', '{"max_findings": 1}');
  assert.match(await page.innerText('#findings'), /There are more than the policy keeps/);
});

test('shown results are about the present text', async () => {
  const page = await open();
  await type(page, 'facts', '');
  await type(page, 'body', '['.repeat(100_000));
  assert.match(await verdict(page), REFUSED);
  assert.match((await findings(page)).join(), /at most 128 nested arrays and objects/);
  await type(page, 'body', '');
  await type(page, 'facts', `{"now": ${'['.repeat(100_000)}`);
  assert.match(await verdict(page), /^Nothing is checked: the facts/);
  await type(page, 'facts', '');
  await says(page, '#fields', /Still needed/);
  assert.match((await findings(page)).join(), /body\.required/);
  assert.deepEqual(page.messages, []);
  await page.evaluate(() => delete Intl.ListFormat);
  await page.selectOption('#preset', { label: 'Capture' });
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

test('CodeMirror keeps colours, and indents', async () => {
  const page = await playground.open();
  const coloured = () =>
    page
      .locator('#facts-editor [style*=color]')
      .evaluateAll((all) => all.map(({ textContent, style }) => `${textContent} ${style.color}`));
  const before = await coloured();
  await focus(page, 'facts');
  assert.deepEqual(await coloured(), before);
  assert.equal(before[0], '"now" var(--key)');
  await type(page, 'facts', '');
  await page.keyboard.type('{\n"a": [\n1,\n2');
  assert.equal(await textIn(page, 'facts'), '{\n  "a": [\n    1,\n    2\n  ]\n}');
});

test('everything works by keyboard alone', async () => {
  const page = await open();
  await tabTo(page, /^Skip to the content$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Request body$/);
  await type(page, 'body', ORDER);
  await tabTo(page, /^Line 3$/);
  await page.keyboard.press('Enter');
  assert.equal(await selected(page), '0.001');
  await page.keyboard.insertText('0.01');
  await settled(page);
  assert.match(await textIn(page, 'body'), /0\.01 /);
  await tabTo(page, /^Set card\.issuer_country to US$|^Set merchant\.avs_permission to false$/);
  await page.keyboard.press('Enter');
  assert.match(await textIn(page, 'facts'), /issuer_country|avs_permission/);
});

test('screen readers hear the verdict after a pause', async () => {
  const page = await open();
  const heard = (pattern) =>
    page.waitForFunction(
      (source) => new RegExp(source).test(document.getElementById('live').textContent),
      pattern,
    );
  await heard('refuse.*3 errors');
  await type(page, 'facts', '');
  await type(page, 'body', ORDER.replace('0.001', '5'));
  await heard('^Nothing found|^Can’t be decided');
});
