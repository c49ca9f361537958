// Shared by the browser tests: a static server, Debian's Chromium and Firefox, and axe.

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import { chromium, firefox } from 'playwright-core';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.tsv': 'text/plain; charset=utf-8',
};

/**
 * Serves folders: `{ '/': folder, '/pkg': other }`. Every response has `headers`; `types` overrides
 * content types; `posted` hears the path and text of what is posted. Returns the address and a function that closes the server.
 */
export async function serve(folders, { headers = {}, types = {}, posted = () => {} } = {}) {
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (request.method === 'POST') text(request).then((body) => posted(pathname, body));
    const prefix = prefixes.find((candidate) => pathname.startsWith(candidate));
    let file = join(folders[prefix], normalize(pathname.slice(prefix.length)));
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const type = { ...TYPES, ...types }[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'Content-Type': type, ...headers });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/** Starts a headless browser. */
export function launch() {
  const args = ['--disable-gpu', '--disable-quic'];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
}

/** Starts a headless Firefox, as Mozilla and Debian ship it, over WebDriver BiDi. */
export function launchFirefox() {
  return firefox.launch({ channel: 'moz-firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' });
}

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Violations that axe finds within a selector: each rule with its elements. Its other results would take as long again. */
export async function violations(page, selector = ':root') {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (selector) => {
    const result = await globalThis.axe.run(selector, { resultTypes: ['violations'] });
    return result.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  }, selector);
}
