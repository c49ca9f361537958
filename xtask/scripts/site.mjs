// Opens every page of the site, follows every link to the site itself, and searches for a rule by its last part.
//
//   cargo xtask site --check

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { launch, serve } from '../../bindings-wasm/test/browser.mjs';

const [site] = process.argv.slice(2);
const server = await serve({ '/': site });
const browser = await launch();
const page = await browser.newPage();
const faults = [];
page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));
page.on('request', (request) => {
  const address = request.url().replace(/^(blob|data):/, '');
  if (!address.startsWith(server.url) && request.url() === address) faults.push(`${page.url()} loads ${address}`);
});

// The page for what isn't there is shown at any address, so its links begin at the site's root.
const names = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html') && !/404|^toc/.test(name));
const places = new Map();
const links = [];
for (const name of names) {
  const address = `${server.url}/${name}`;
  await page.goto(address);
  const found = await page.evaluate(() => ({
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    links: [...document.querySelectorAll('a[href]')].map(({ href }) => href),
    description: document.querySelector('meta[name=description]')?.content ?? '',
  }));
  if (found.description.length < 20) faults.push(`${name}: no description`);
  places.set(address, new Set(found.ids));
  links.push(...found.links.map((link) => [name, link]));
}
for (const [name, link] of links) {
  const [address, place] = link.split('#');
  if (!address.startsWith(`${server.url}/`)) continue;
  const ids = places.get(address.replace(/\/$/, '/index.html'));
  // What stands behind the # of the playground is a request.
  const isThere = ids !== undefined && (!place || /playground/.test(address) || ids.has(decodeURIComponent(place)));
  if (!isThere) faults.push(`${name}: ${link}`);
}

await page.goto(`${server.url}/index.html`);
const cut = await page.evaluate(() =>
  [...document.querySelectorAll('main *')].some(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1),
);
if (cut) faults.push('index.html is cut at the right');
await page.keyboard.press('s');
await page.locator('#mdbook-searchbar, #searchbar').first().pressSequentially('zip_code_required');
const first = page.locator('#mdbook-searchresults li a, #searchresults li a').first();
await first.waitFor();
if (!(await first.getAttribute('href')).startsWith('rules/avs.zip_code_required/')) faults.push('search: no rule');
await page.goto(`${server.url}/rules/avs.zip_code_required/index.html`);
await page.locator('main').getByRole('link', { name: 'Open it in the playground' }).first().click();
await page.locator('#findings', { hasText: 'client.zip_code is missing' }).waitFor();
await page.locator('#findings').getByRole('button', { name: 'avs.zip_code_required' }).click();
await page.getByRole('link', { name: 'More about the rule' }).click();
await page.getByRole('heading', { name: 'avs.zip_code_required' }).first().waitFor();
await browser.close();
await server.close();
assert.deepEqual([...new Set(faults)], []);
console.log(`${names.length} pages with ${links.length} links`);
